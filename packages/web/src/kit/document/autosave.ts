type Rows = Record<string, unknown>[]

/** Unsaved work of one editor, kept in this browser. */
export interface Draft {
  header: Record<string, unknown>
  /** The lines of each section. */
  sections: Readonly<Record<string, Rows>>
  /** Version of the saved document that the work began from; nothing for a new one. */
  version: number | undefined
  /** When it was kept, ISO. */
  keptAt: string
}

/** Whose draft of what: nobody else, no other organisation and no other document sees it. */
export const draftKey = (who: { userId: number; orgId: number }, kind: string, id: number | string): string =>
  `${who.userId}/${who.orgId}/${kind}/${id}`

/** Work as it was kept before sections had names: goods lines, or ways of paying and beside the header what they settle. */
interface EarlierDraft extends Omit<Draft, 'sections'> {
  lines: Rows
}

/** Kept work, by whichever version of the program. */
export function draftOf(kept: Draft | EarlierDraft): Draft {
  if ('sections' in kept) return kept
  const { lines, header, ...others } = kept
  const { settlements, ...fields } = header
  if (!Array.isArray(settlements)) return { ...others, header, sections: { lines } }
  const items = (settlements as [number, object][]).map(([openItemId, settled]) => ({ openItemId, ...settled }))
  return { ...others, header: fields, sections: { tenders: lines, items } }
}

const storeName = 'drafts'

/** Drafts older than this are dropped when the next one is kept. */
const keepDays = 30

let opened: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('chepu', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

async function run<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const db = await database()
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(storeName, mode)
    const request = work(transaction.objectStore(storeName))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** The kept draft; one left in haste when the page was closed is the newer. */
export async function readDraft(key: string): Promise<Draft | undefined> {
  const kept = readHasty(key) ?? (await run('readonly', (store) => store.get(key) as IDBRequest<Draft | undefined>))
  return kept && draftOf(kept)
}

/** Whether there is a kept draft. */
export const isDraftKept = async (key: string): Promise<boolean> =>
  readHasty(key) !== undefined || (await run('readonly', (store) => store.getKey(key))) !== undefined

const hastyKey = (key: string) => `chepu.draft/${key}`

/** A page that is being left may not finish a write to the database, so its last draft is kept at once. */
function keepHasty(key: string, draft: Draft): void {
  try {
    localStorage.setItem(hastyKey(key), JSON.stringify(draft))
  } catch {
    // Too large or not allowed: the database's copy, at most a moment older, stays.
  }
}

function readHasty(key: string): Draft | undefined {
  const text = localStorage.getItem(hastyKey(key))
  return text === null ? undefined : (JSON.parse(text) as Draft)
}

const keepDraft = async (key: string, draft: Draft): Promise<void> => {
  await run('readwrite', (store) => store.put(draft, key))
  // A copy made in haste while this one was being written holds more.
  const hasty = readHasty(key)
  if (hasty && hasty.keptAt <= draft.keptAt) localStorage.removeItem(hastyKey(key))
}

const dropDraft = async (key: string): Promise<void> => {
  localStorage.removeItem(hastyKey(key))
  await run('readwrite', (store) => store.delete(key))
}

/** Drops drafts that nobody came back to. */
export async function dropOldDrafts(): Promise<void> {
  const limit = new Date(Date.now() - keepDays * 24 * 3600 * 1000).toISOString()
  const keys = await run('readonly', (store) => store.getAllKeys())
  for (const key of keys) {
    const draft = await run('readonly', (store) => store.get(key) as IDBRequest<Draft | undefined>)
    if (draft && draft.keptAt < limit) await dropDraft(String(key))
  }
}

/** The longest that typed work waits before it is kept, in milliseconds. */
const waitMs = 700

/**
 * Keeps the draft of one editor at most every 700 ms while it changes, and at once when the page is hidden or left.
 * A browser that refuses storage (private window, full disk) is told to the user once through `onFail`.
 */
export class DraftKeeper {
  private timer: ReturnType<typeof setTimeout> | undefined
  private last: Promise<void> = Promise.resolve()
  private writing = 0
  private failed = false

  constructor(
    private readonly place: { readonly key: string },
    private readonly take: () => Draft,
    private readonly onFail: () => void,
  ) {}

  /** Something changed. */
  touch(): void {
    this.timer ??= setTimeout(() => this.flush(), waitMs)
  }

  /** Keeps what is waiting now. */
  flush(): void {
    if (this.timer === undefined) return
    this.stop()
    this.writing += 1
    const draft = this.take()
    this.last = this.last
      .then(() => keepDraft(this.place.key, draft))
      .catch(() => this.fail())
      .finally(() => (this.writing -= 1))
  }

  /** The page is being left: keeps what is waiting, or not written to its end, without a moment's delay. */
  leave(): void {
    if (this.timer === undefined && this.writing === 0) return
    keepHasty(this.place.key, this.take())
    this.flush()
  }

  /** The work is saved or given up. */
  drop(): Promise<void> {
    this.stop()
    this.last = this.last.then(() => dropDraft(this.place.key)).catch(() => this.fail())
    return this.last
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private fail(): void {
    if (!this.failed) this.onFail()
    this.failed = true
  }
}
