/** Whether a key belongs to a field that somebody types or chooses in, and not to the page. */
export const isTyping = (event: KeyboardEvent): boolean => (event.target as Element | null)?.matches?.("input, textarea, select") ?? false;
