/** What passkeys are written as, and what a device is called. */

import { describe, expect, it } from "vitest";
import { deviceName, toBytes, toText } from "../src/account/passkeys";

describe("bytes as text", () => {
  it("goes there and back without padding", () => {
    for (let length = 0; length < 40; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + 250) % 256);
      const text = toText(bytes.buffer);
      expect(text).toMatch(/^[\w-]*$/);
      expect(toBytes(text)).toEqual(bytes);
    }
    expect(toText(Uint8Array.from([251, 255]).buffer)).toBe("-_8");
  });
});

describe("the name of a device", () => {
  it("is its system and its browser", () => {
    const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
    const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1";
    expect(deviceName(chrome)).toBe("Linux, Chrome");
    expect(deviceName(iphone)).toBe("iPhone, Safari");
    expect(deviceName("curl")).toBe("");
  });
});
