/** Something the engine was given is not what it needs; the message says what. */
export class EngineError extends Error {}
