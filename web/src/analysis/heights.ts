/** How high the table is on a phone, beside which a panel stands. A plate in hand and the dome need more height than discs and lines. */
export const phoneHeight = (game: string): string => (game === "duel" ? "max(80dvh, 30rem)" : "62dvh");
