/** The account of whoever sits here, as the server knows it, and what can be done with it. */

import { ask, get } from "../lib/api";
import type { Account, Bots, BotToken, Codes, NewBot, PasskeyAdded, PasskeyOffer, SignedIn, SignInOffer, Vacation } from "../lib/api-types";
import { saveSettings, settings } from "../lib/settings.svelte";
import { makePasskey, usePasskey } from "./passkeys";

const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("POST", `/api/account${path}`, body);

/** This browser has a new cookie: whoever wants to be told of their turn has to say it again. */
async function stayTold(): Promise<void> {
  if (settings.push) await (await import("../notify/push")).renew(true);
}

/** From now on this browser is somebody else: their name is theirs. */
function enter(entered: SignedIn): SignedIn {
  if (entered.name) saveSettings({ name: entered.name });
  void stayTold();
  return entered;
}

export const account = {
  show: () => get<Account>("/api/account"),
  /** A passkey for this device; with the first one come recovery codes. */
  async add(name: string): Promise<PasskeyAdded> {
    if (settings.name) await ask<unknown>("PUT", "/api/me", { name: settings.name }).catch(() => undefined);
    const offer = await post<PasskeyOffer>("/passkeys/begin");
    const added = await post<PasskeyAdded>("/passkeys", await makePasskey(offer, name, offer.name || name));
    void stayTold();
    return added;
  },
  async signIn(bring: boolean): Promise<SignedIn> {
    const offer = await post<SignInOffer>("/sign-in/begin");
    return enter(await post<SignedIn>("/sign-in", await usePasskey(offer, bring)));
  },
  recover: async (code: string, bring: boolean): Promise<SignedIn> => enter(await post<SignedIn>("/recover", { code, bring })),
  remove: (device: string) => ask<unknown>("DELETE", `/api/account/passkeys/${device}`),
  async newCodes(): Promise<string[]> {
    const { codes } = await post<Codes>("/codes");
    void stayTold();
    return codes;
  },
  vacation: () => get<Vacation>("/api/me/vacation"),
  goOnVacation: (days: number) => ask<Vacation>("POST", "/api/me/vacation", { days }),
  comeBack: () => ask<Vacation>("DELETE", "/api/me/vacation"),
  bots: () => get<Bots>("/api/me/bots"),
  makeBot: (name: string) => ask<NewBot>("POST", "/api/me/bots", { name }),
  renewBot: async (bot: string): Promise<string> => (await ask<BotToken>("POST", `/api/me/bots/${bot}/token`, {})).token,
  deleteBot: (bot: string) => ask<unknown>("DELETE", `/api/me/bots/${bot}`),
  signOut: async (everywhere: boolean): Promise<void> => {
    await post<unknown>("/sign-out", { everywhere });
    if (settings.push) await (await import("../notify/push")).turnOff();
    saveSettings({ name: "" });
  },
};
