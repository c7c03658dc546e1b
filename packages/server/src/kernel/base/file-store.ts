import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** Where files are kept: a folder, or a bucket of an S3-compatible store (ADR 0141). Names are numbers and words between slashes. */
export interface FileStore {
  /** Keeps a file that is in memory; an older one of that name is replaced. */
  put(name: string, content: Buffer): Promise<void>
  /** Keeps a file that `make` writes to the path it is given; nothing is kept when it throws. Answers what `make` does. */
  putWritten<Result>(name: string, make: (path: string) => Promise<Result>): Promise<Result>
  /** The file as a stream; undefined when there is none. */
  open(name: string): Promise<Readable | undefined>
  /** Deletes a file, also one that is not there. */
  drop(name: string): Promise<void>
}

let store: FileStore | undefined

/** Names the store of uploaded and exported files; called once at the start. */
export const keepFilesWith = (chosen: FileStore): void => {
  store = chosen
}

const chosen = (): FileStore => {
  if (store === undefined) throw new Error('the store of kept files is not set')
  return store
}

const nameOf = (groupId: number, kind: string, id: number) => `${groupId}/${kind}/${id}`

/** Keeps a file of a group under its kind and id. Whoever may read it is decided by its row in the database. */
export const keepFile = (groupId: number, kind: string, id: number, content: Buffer): Promise<void> =>
  chosen().put(nameOf(groupId, kind, id), content)

/** The same of a file too large for the memory: `make` writes it to the path it is given, and what it answers is answered. */
export const keepWritten = <Result>(
  [groupId, kind, id]: [groupId: number, kind: string, id: number],
  make: (path: string) => Promise<Result>,
): Promise<Result> => chosen().putWritten(nameOf(groupId, kind, id), make)

/** The file as a stream, or undefined when the store has none. Whoever opens it reads or destroys it. */
export const openFile = (groupId: number, kind: string, id: number): Promise<Readable | undefined> =>
  chosen().open(nameOf(groupId, kind, id))

/** The file, or undefined when the store has none. */
export async function keptFile(groupId: number, kind: string, id: number): Promise<Buffer | undefined> {
  const stream = await openFile(groupId, kind, id)
  return stream && buffer(stream)
}

/** Deletes the file, also one that is not there. */
export const dropFile = (groupId: number, kind: string, id: number): Promise<void> =>
  chosen().drop(nameOf(groupId, kind, id))

/**
 * Deletes the file once the row that names it is gone for good, without anybody waiting: a slow store holds no connection of the
 * database. A store that is away keeps a file that nobody finds any more.
 */
export function dropFileAfter(
  tx: { groupId: number; afterCommit(work: () => void): void },
  kind: string,
  id: number,
): void {
  tx.afterCommit(() => void dropFile(tx.groupId, kind, id).catch(() => undefined))
}
