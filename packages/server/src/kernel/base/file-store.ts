import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { isAway } from '../db/failures'
import { Failure } from './errors'

/** Where files are kept: a folder, or a bucket of an S3-compatible store (ADR 0141). Names are numbers and words between slashes. */
export interface FileStore {
  /** Keeps a file that is in memory; an older one of that name is replaced. Nothing is kept when it fails half-way. */
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

/** Says in words that the disk is full, the store's own or that of a file that is written for it. */
async function unlessFull<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    if (!isFull) throw error
    throw new Failure('unavailable', '服务器磁盘空间不足，请联系管理员', undefined, { cause: error })
  }
}

/** The kind of files that are 附件 of documents. */
export const attachmentKind = 'attachment'

/** What a file is called among those of its group and kind: the id of its row, or a name that its row tells. */
type FileName = number | string

const nameOf = (groupId: number, kind: string, name: FileName) => `${groupId}/${kind}/${name}`

interface Transaction {
  groupId: number
  afterCommit(work: () => void): void
}

/** A file that lies in the store before any row names it. */
export class EarlyFile {
  private readonly name = crypto.randomUUID()
  isNamed = false

  constructor(
    private readonly groupId: number,
    private readonly kind: string,
  ) {}

  put(content: Buffer): Promise<void> {
    return unlessFull(() => chosen().put(nameOf(this.groupId, this.kind, this.name), content))
  }

  /** Its name, for a row that `tx` writes. */
  nameIn(tx: Transaction): string {
    tx.afterCommit(() => {
      this.isNamed = true
    })
    return this.name
  }

  /** A store that is away keeps it, and nobody finds it. */
  takeAway(): Promise<void> {
    return dropFile(this.groupId, this.kind, this.name).catch(() => undefined)
  }
}

/**
 * Keeps a file of a group under a name of its own, and then lets `record` write the row that names it, so that a slow store holds
 * no connection of the database. The file is taken away again when no row names it: the row is refused or fails, or an earlier try
 * has written it.
 * Whoever may read it is decided by its row. Throws what `record` does, and the store's failures.
 */
export async function keepFile<Result>(
  [groupId, kind]: [groupId: number, kind: string],
  content: Buffer,
  record: (file: EarlyFile) => Promise<Result>,
): Promise<Result> {
  const file = new EarlyFile(groupId, kind)
  try {
    await file.put(content)
    const result = await record(file)
    if (!file.isNamed) await file.takeAway()
    return result
  } catch (error) {
    // When the database went away in the middle of the commit nobody knows whether the row is there.
    if (!file.isNamed && !isAway(error)) await file.takeAway()
    throw error
  }
}

/** Keeps a file under the id of a row that is there: `make` writes it to the path it is given, and what it answers is answered. */
export const keepWritten = <Result>(
  [groupId, kind, id]: [groupId: number, kind: string, id: number],
  make: (path: string) => Promise<Result>,
): Promise<Result> => unlessFull(() => chosen().putWritten(nameOf(groupId, kind, id), make))

/** The file as a stream, or undefined when the store has none. Whoever opens it reads or destroys it. */
export const openFile = (groupId: number, kind: string, name: FileName): Promise<Readable | undefined> =>
  chosen().open(nameOf(groupId, kind, name))

/** The file, or undefined when the store has none. */
export async function keptFile(groupId: number, kind: string, name: FileName): Promise<Buffer | undefined> {
  const stream = await openFile(groupId, kind, name)
  return stream && buffer(stream)
}

/** Deletes the file, also one that is not there. */
export const dropFile = (groupId: number, kind: string, name: FileName): Promise<void> =>
  chosen().drop(nameOf(groupId, kind, name))

/**
 * Deletes the file once the row that names it is gone for good, without anybody waiting: a slow store holds no connection of the
 * database. A store that is away keeps a file that nobody finds any more.
 */
export function dropFileAfter(tx: Transaction, kind: string, name: FileName): void {
  tx.afterCommit(() => void dropFile(tx.groupId, kind, name).catch(() => undefined))
}
