/** What the server offers: games, options, computer players, greetings. Asked for once a language. */

import { api } from "./api";
import type { CatalogueAnswer } from "./types";

let value = $state.raw<CatalogueAnswer | null>(null);
let failed = $state(false);

export const catalogue = {
  get value(): CatalogueAnswer | null {
    return value;
  },
  get failed(): boolean {
    return failed;
  },
};

export async function loadCatalogue(): Promise<void> {
  try {
    value = await api.catalogue();
    failed = false;
  } catch {
    failed = true;
  }
}
