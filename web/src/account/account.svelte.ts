/** The account of whoever sits here, as the server knows it, and what can be done with it. */

import { ask, get } from "../lib/api";
import type { Account, Codes, PasskeyAdded, PasskeyOffer, SignedIn, SignInOffer, Vacation } from "../lib/api-types";
import { saveSettings, settings } from "../lib/settings.svelte";
import { makePasskey, usePasskey } from "./passkeys";

const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("POST", `/api/account${path}`, body);

/** From now on this browser is somebody else: their name is theirs. */
function enter(entered: SignedIn): SignedIn {
  if (entered.name) saveSettings({ name: entered.name });
  return entered;
}

export const account = {
  show: () => get<Account>("/api/account"),
  /** A passkey for this device; with the first one come recovery codes. */
  async add(name: string): Promise<PasskeyAdded> {
    if (settings.name) await ask<unknown>("PUT", "/api/me", { name: settings.name }).catch(() => undefined);
    const offer = await post<PasskeyOffer>("/passkeys/begin");
    return post<PasskeyAdded>("/passkeys", await makePasskey(offer, name, offer.name || name));
  },
  async signIn(bring: boolean): Promise<SignedIn> {
    const offer = await post<SignInOffer>("/sign-in/begin");
    return enter(await post<SignedIn>("/sign-in", await usePasskey(offer, bring)));
  },
  recover: async (code: string, bring: boolean): Promise<SignedIn> => enter(await post<SignedIn>("/recover", { code, bring })),
  remove: (device: string) => ask<unknown>("DELETE", `/api/account/passkeys/${device}`),
  newCodes: async (): Promise<string[]> => (await post<Codes>("/codes")).codes,
  vacation: () => get<Vacation>("/api/me/vacation"),
  goOnVacation: (days: number) => ask<Vacation>("POST", "/api/me/vacation", { days }),
  comeBack: () => ask<Vacation>("DELETE", "/api/me/vacation"),
  signOut: async (everywhere: boolean): Promise<void> => {
    await post<unknown>("/sign-out", { everywhere });
    saveSettings({ name: "" });
  },
};
