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

/** A study is noted here until the database has it, which answers too late for a page that goes away at that moment. */
const NOTED = "tegel.study.";

function note(study: KeptStudy): string {
  const text = JSON.stringify(study);
  try {
    localStorage.setItem(NOTED + study.id, text);
  } catch {
    // no room: the database alone has to do
  }
  return text;
}

/** Forget a note, unless a later one has taken its place. */
function forget(key: string, text: string): void {
  if (localStorage.getItem(key) === text) localStorage.removeItem(key);
}

const put = (study: KeptStudy): Promise<IDBValidKey> => ask("readwrite", (kept) => kept.put(study));
const find = (id: string): Promise<KeptStudy | undefined> =>
  ask<KeptStudy | undefined>("readonly", (kept) => kept.get(id) as IDBRequest<KeptStudy | undefined>);

/** A note as it was written; nothing if something else has come to lie there, which must not bar the way to the others. */
function read(text: string): KeptStudy | undefined {
  try {
    const study = JSON.parse(text) as KeptStudy | null;
    return typeof study?.id === "string" ? study : undefined;
  } catch {
    return undefined;
  }
}

/** Bring into the database what a page has left behind. */
async function takeIn(): Promise<void> {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(NOTED))) {
    const text = localStorage.getItem(key);
    if (text === null) continue;
    const study = read(text);
    const known = study && (await find(study.id));
    if (study && (!known || known.changed <= study.changed)) await put(study);
    forget(key, text);
  }
}

export const newStudyId = (): string => crypto.getRandomValues(new Uint32Array(2)).join("-");

export const studies = {
  find: async (id: string): Promise<KeptStudy | undefined> => {
    await takeIn();
    return find(id);
  },
  /** All studies, the last changed first. */
  all: async (): Promise<KeptStudy[]> => {
    await takeIn();
    const found = await ask<KeptStudy[]>("readonly", (kept) => kept.getAll() as IDBRequest<KeptStudy[]>);
    return found.sort((one, other) => other.changed - one.changed);
  },
  /** What is kept stays kept from the first moment on, also if the page goes away at once. */
  keep: async (study: KeptStudy): Promise<void> => {
    const text = note(study);
    await put(study);
    forget(NOTED + study.id, text);
  },
  remove: async (id: string): Promise<void> => {
    localStorage.removeItem(NOTED + id);
    await ask("readwrite", (kept) => kept.delete(id));
  },
};
