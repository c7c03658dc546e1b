import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../caller/caller'
import type { Database } from '../db/db'
import type { CallerTx } from '../db/tx'
import { Failure, refuse } from '../base/errors'

const mostKey = 80

/** The key that a request carries, if any. Refuses one of more than 80 characters: cut, it could be another's. */
export function keyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return undefined
  if (key.length > mostKey) refuse(`请求标识（Idempotency-Key）不能超过${mostKey}个字符`)
  return key
}

/** What is asked for under a key. */
interface Asked {
  key: string
  request: unknown
  /** Field of an answer that is shown once. */
  shownOnce?: string | undefined
}

/** Adds to an answer what is read anew each time and not kept under the key. */
type Complete<Result> = (tx: CallerTx, kept: Result) => Promise<Result>

/** The key came before: what this transaction has done is undone. */
class Repeated extends Error {}

/**
 * Runs `work` once for a key: a repeat of the same request gets the first answer, also while the first one still
 * runs (business/documents 1.4). The key is claimed in the same transaction, so a failed request leaves it free. The first statements
 * of the work travel with the claim; of a repeat they are undone, and it cannot send any more.
 * An answer whose field `shownOnce` carries something is kept nowhere and leaves the key free: a repeat is done again, as far as
 * what the first one made lets it.
 * Throws Failure keyReused when the key came before with another request, by another user or in another organisation.
 */
export async function once<Result>(
  db: Database,
  caller: Caller,
  { key, request, shownOnce }: Asked,
  work: (tx: CallerTx) => Promise<Result>,
  complete: Complete<Result> = async (_, kept) => kept,
): Promise<Result> {
  const hash = createHash('sha256')
    .update(JSON.stringify({ orgId: caller.orgId, request }))
    .digest('hex')
  try {
    return await db.asThenRead(caller, (tx) => claimed(tx, { key, hash, shownOnce }, work), complete)
  } catch (error) {
    if (!(error instanceof Repeated)) throw error
    return db.asThenRead(caller, (tx) => firstAnswer<Result>(tx, key, hash), complete)
  }
}

async function claimed<Result>(
  tx: CallerTx,
  { key, hash, shownOnce }: { key: string; hash: string; shownOnce: string | undefined },
  work: (tx: CallerTx) => Promise<Result>,
): Promise<Result> {
  const claim = tx
    .query({
      name: 'claim-key',
      text: `insert into idempotency_key (group_id, key, user_id, request_hash) values ($1, $2, $3, $4)
        on conflict do nothing returning key`,
      values: [tx.groupId, key, tx.caller.userId, hash],
    })
    .then((rows) => {
      if (rows.length === 0) tx.end(new Repeated(`the key ${key} came before`))
    })
  const result = await tx.during(claim, () => work(tx))
  if (shownOnce !== undefined && (result as Record<string, unknown>)[shownOnce] !== null) {
    tx.send({
      text: 'delete from idempotency_key where group_id = $1 and key = $2',
      values: [tx.groupId, key],
    })
    return result
  }
  tx.send({
    name: 'keep-answer',
    text: `update idempotency_key set response = $3 where group_id = $1 and key = $2`,
    values: [tx.groupId, key, JSON.stringify(result ?? null)],
  })
  return result
}

async function firstAnswer<Result>(tx: CallerTx, key: string, hash: string): Promise<Result> {
  const first = await tx.one<{ userId: number; requestHash: string; response: Result }>({
    name: 'first-answer',
    text: `select user_id, request_hash, response from idempotency_key where group_id = $1 and key = $2`,
    values: [tx.groupId, key],
  })
  if (!first || first.userId !== tx.caller.userId || first.requestHash !== hash) {
    throw new Failure('keyReused', '重复的请求标识对应了不同的内容，请刷新后重试')
  }
  return first.response
}
