/** Passkeys: what the browser makes and signs, in the form in which the API takes it. */

import type { NewPasskey, PasskeyOffer, SignIn, SignInOffer } from "../lib/api-types";

const TIMEOUT = 120_000;
/** ES256, EdDSA and RS256: what authenticators have. */
const ALGORITHMS = [-7, -8, -257];

export const toText = (data: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(data)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Whether this browser knows passkeys at all; where the address allows none, it hides them. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === "function" && "credentials" in navigator;

/** Somebody who changed their mind, or took too long: nothing to complain about. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name);

/** This device has a passkey of the account already. */
export const isKnown = (error: unknown): boolean => error instanceof DOMException && error.name === "InvalidStateError";

/** Let the device make a passkey. */
export async function makePasskey(offer: PasskeyOffer, name: string, called: string): Promise<NewPasskey> {
  const made = (await navigator.credentials.create({
    publicKey: {
      challenge: toBytes(offer.challenge),
      rp: { id: offer.site, name: "Tegel" },
      user: { id: toBytes(offer.user), name: called, displayName: called },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: offer.known.map((id) => ({ type: "public-key", id: toBytes(id) })),
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      attestation: "none",
      timeout: TIMEOUT,
    },
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    credential: toText(made.rawId),
    client_data: toText(response.clientDataJSON),
    attestation: toText(response.attestationObject),
    name,
  };
}

/** Let one of the passkeys of this site sign. */
export async function usePasskey(offer: SignInOffer, bring: boolean): Promise<SignIn> {
  const used = (await navigator.credentials.get({
    publicKey: { challenge: toBytes(offer.challenge), rpId: offer.site, userVerification: "required", timeout: TIMEOUT },
  })) as PublicKeyCredential;
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    credential: toText(used.rawId),
    client_data: toText(response.clientDataJSON),
    authenticator_data: toText(response.authenticatorData),
    signature: toText(response.signature),
    user: toText(response.userHandle ?? new ArrayBuffer(0)),
    bring,
  };
}

const BROWSERS = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrom(e|ium)\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const SYSTEMS = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Mac OS X/, "Mac"],
  [/Windows/, "Windows"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux"],
] as const;

/** What this device may be called: its system and its browser. */
export function deviceName(agent: string): string {
  const find = (known: readonly (readonly [RegExp, string])[]): string => known.find(([pattern]) => pattern.test(agent))?.[1] ?? "";
  return [find(SYSTEMS), find(BROWSERS)].filter(Boolean).join(", ");
}
