/** How my finished games ended, asked for when somebody wants to know. */

import { api } from "./api";
import type { Finished } from "./api-types";

let value = $state.raw<Finished[] | null>(null);

export const results = {
  get value(): readonly Finished[] {
    return value ?? [];
  },
  get known(): boolean {
    return value !== null;
  },
};

export async function loadResults(): Promise<void> {
  try {
    value = (await api.myResults()).results;
  } catch {
    // Without them everything is shown but one's own record.
  }
}
