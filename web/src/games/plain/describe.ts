/** A position of a game this app has no board for: its facts as they came. */

import type { Facts } from "../../lib/types";
import { t } from "../../lib/words.svelte";
import type { Paragraph } from "../game";

export function describe(facts: Facts): Paragraph[] {
  const lines = Object.entries(facts).map(([name, value]) => `${name.replaceAll("_", " ")}: ${JSON.stringify(value)}`);
  return [{ title: t("text.position"), lines }];
}
