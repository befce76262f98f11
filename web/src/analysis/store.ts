/** Studies that are kept in this browser, in a database of their own. */

export interface KeptStudy {
  id: string;
  title: string;
  game: string;
  /** The study as text. */
  text: string;
  changed: number;
  /** The server's name for it, where it is shared by link. */
  shared: string | null;
}

const NAME = "tegel-studies";
const STUDIES = "studies";

function open(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STUDIES, { keyPath: "id" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error ?? new Error("the browser keeps nothing"));
  });
}

/** One request; when it resolves a change is on disk. */
async function ask<T>(mode: IDBTransactionMode, make: (studies: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise((done, fail) => {
      const transaction = database.transaction(STUDIES, mode);
      const request = make(transaction.objectStore(STUDIES));
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = transaction.onerror = () => fail(transaction.error ?? new Error("the browser kept nothing"));
    });
  } finally {
    database.close();
  }
}

export const newStudyId = (): string => crypto.getRandomValues(new Uint32Array(2)).join("-");

export const studies = {
  find: (id: string) => ask<KeptStudy | undefined>("readonly", (kept) => kept.get(id) as IDBRequest<KeptStudy | undefined>),
  /** All studies, the last changed first. */
  all: async (): Promise<KeptStudy[]> => {
    const found = await ask<KeptStudy[]>("readonly", (kept) => kept.getAll() as IDBRequest<KeptStudy[]>);
    return found.sort((one, other) => other.changed - one.changed);
  },
  keep: (study: KeptStudy) => ask("readwrite", (kept) => kept.put(study)),
  remove: (id: string) => ask("readwrite", (kept) => kept.delete(id)),
};
