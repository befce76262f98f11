/** What a new table plays: a game, how many play it, and its variant. */
import type { Option } from "./api-types";
import { catalogue } from "./catalogue.svelte";
import { inOrder } from "./games";
import { lastChoice } from "./remembered";
import type { GameName } from "./types";

export class TableChoice {
  game = $state<GameName>(lastChoice().game ?? "azul");
  players = $state(2);
  variant = $state<Record<string, string>>({});

  readonly games = $derived(inOrder(catalogue.value?.games ?? []));
  readonly #found = $derived(this.games.find((each) => each.name === this.game));
  /** How many can play it. */
  readonly counts = $derived.by(() => {
    const [least, most] = this.#found?.players ?? [0, -1];
    return Array.from({ length: most - least + 1 }, (_, at) => least + at);
  });
  /** How many do: as chosen, where the game allows it. */
  readonly seats = $derived(this.counts.includes(this.players) ? this.players : (this.counts[0] ?? 2));
  readonly variants = $derived<Option[]>(this.#found?.options.filter(({ kind }) => kind === "choice") ?? []);

  /** The variant as the server wants it: what was chosen, for this game. */
  get options(): Record<string, string> {
    return Object.fromEntries(
      this.variants.flatMap(({ name }) => {
        const chosen = this.variant[name];
        return chosen ? [[name, chosen]] : [];
      }),
    );
  }
}
