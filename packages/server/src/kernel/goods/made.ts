// Documents of goods that another one makes, posts and undoes, all in one transaction with it (ADR 0158, 0172).
import type { GoodsDef } from '@chepu/contract/kernel/goods-document'
import { firstState, stateAt, statesIn } from '@chepu/contract/kernel/states'
import { shanghaiDay } from '../base/calendar'
import { groupBy } from '../base/group-by'
import { nextDocument } from '../db/numbering'
import type { CallerTx, Tx } from '../db/tx'
import { documentKind } from '../document/registry'
import { assertOpenMonth } from '../document/period'
import { insertRows, sendRow } from '../document/rows'
import { post, reverseTogether } from '../ledgers'
import type { LineCosts, Posting } from '../ledgers/types'
import { assertMayPost, clearCosts, insertRedDocument, reversible } from './lifecycle'
import { assertBatches, assertInUse } from './line-checks'
import { kindNamed } from './registry'
import { goodsDocuments, lockDocument, recordCosts } from './repo'
import { assertNoSuccessors, countAtSources, lockSources } from './sources'
import type { GoodsDocument, GoodsTraits } from './types'

/** A document that another one made, with its kind. */
export interface Made {
  kind: GoodsTraits
  doc: GoodsDocument
}

/** A document of whatever family that makes others, as far as they take after it. */
type Maker = Pick<
  GoodsDocument,
  | 'id'
  | 'kind'
  | 'groupId'
  | 'orgId'
  | 'bizDate'
  | 'period'
  | 'warehouseId'
  | 'departmentId'
  | 'handlerId'
  | 'creatorId'
> &
  Partial<Pick<GoodsDocument, 'salespersonId'>>

/** By which column documents name one of this kind that made them. */
function makerColumn(kind: string): string {
  const column = documentKind(kind)?.family.makerColumn
  if (column === undefined) throw new Error(`${kind} makes no documents`)
  return column
}

/** Header and lines of a document that is made, by the names of their fields, with all money worked out. */
interface Making {
  header: object
  lines: readonly object[]
}

/**
 * Writes a document that `maker` makes: organisation, day, warehouse and people are the maker's. It has a number of its own. The
 * caller posts it with `postMade`.
 */
export async function makeDocument(tx: CallerTx, maker: Maker, kind: GoodsTraits, making: Making): Promise<Made> {
  const { id } = await writeMade(tx, maker, kind, making)
  const doc = await lockDocument(tx, kind.def.kind, id)
  if (!doc) throw new Error('a document that was made is gone')
  return { kind, doc }
}

/** The same for a caller who knows what he has written: its id, number and state, and the ids of its lines. */
export async function writeMade(
  tx: CallerTx,
  maker: Maker,
  { def }: Pick<GoodsTraits, 'def'>,
  { header, lines }: Making,
): Promise<{ id: number; billNo: string; state: string; lineIds: number[] }> {
  const { id, billNo } = await nextDocument(tx, def.prefix, goodsDocuments.table)
  const { groupId, orgId, bizDate, period, warehouseId, departmentId, handlerId, salespersonId, creatorId } = maker
  const shared = { groupId, orgId, bizDate, period, warehouseId, departmentId, handlerId, salespersonId, creatorId }
  const state = firstState(def)
  sendRow(tx, goodsDocuments.table, {
    ...shared,
    ...header,
    id,
    billNo,
    kind: def.kind,
    state,
    [makerColumn(maker.kind)]: maker.id,
    lineCount: lines.length,
  })
  const rows = await insertRows(
    tx,
    'goods_document_line',
    lines.map((line) => ({ groupId, documentId: id, warehouseId, ...line })),
  )
  return { id, billNo, state, lineIds: rows.map((row) => row.id) }
}

/** The standing documents that a document made, as they are read. */
export const madeOf = (tx: Tx, maker: Pick<Maker, 'id' | 'kind'>): Promise<Made[]> =>
  readMade(tx, maker, (kind, id) => goodsDocuments.read(tx, kind, id))

/** The same, locked. */
export const lockMade = (tx: Tx, maker: Pick<Maker, 'id' | 'kind'>): Promise<Made[]> =>
  readMade(tx, maker, (kind, id) => lockDocument(tx, kind, id))

async function readMade(
  tx: Tx,
  maker: Pick<Maker, 'id' | 'kind'>,
  read: (kind: string, id: number) => Promise<GoodsDocument | undefined>,
): Promise<Made[]> {
  const column = makerColumn(maker.kind)
  const rows = await tx.query<{ id: number; kind: string }>({
    name: `made-documents-${column}`,
    text: `select id, kind from goods_document where group_id = $1 and ${column} = $2 and posted_at is not null order by id`,
    values: [tx.groupId, maker.id],
  })
  const found: Made[] = []
  for (const row of rows) {
    const [kind, doc] = [kindNamed(row.kind), await read(row.kind, row.id)]
    if (kind && doc) found.push({ kind, doc })
  }
  return found
}

/**
 * Brings made documents into the books by one posting, whose entries name theirs. Refuses as posting each of them would; lines are
 * named by their numbers, which are the maker's.
 */
export async function postMade(
  tx: CallerTx,
  maker: GoodsDocument,
  made: readonly Made[],
  posting: Posting,
): Promise<LineCosts> {
  for (const { kind, doc } of made) {
    await assertMayPost(tx, kind, doc)
    assertInUse(kind, doc)
    await lockSources(tx, kind, doc)
  }
  const [{ doc: first }] = made as [Made]
  assertBatches(first.lines, posting)
  const costs = await post(tx, maker, posting)
  await recordAll(tx, made, costs)
  for (const { kind, doc } of made) countAtSources(tx, kind, doc, 1)
  await stampMade(tx, made, 'approve')
  return costs
}

async function recordAll(tx: CallerTx, made: readonly Pick<Made, 'doc'>[], costs: LineCosts): Promise<void> {
  for (const { doc } of made) {
    const own = new Set(doc.lines.map((line) => line.id))
    await recordCosts(tx, doc.id, new Map([...costs].filter(([lineId]) => own.has(lineId))))
  }
}

/** The documents that `maker` made, locked; refuses while others refer to one of them, naming those. */
async function undoable(tx: CallerTx, maker: GoodsDocument): Promise<Made[]> {
  const made = await lockMade(tx, maker)
  for (const { doc } of made) await assertNoSuccessors(tx, doc)
  return made
}

/** 反审核 of the maker: what it made is out of the books again and void; a later approval makes others. */
export async function unpostMade(tx: CallerTx, maker: GoodsDocument): Promise<Made[]> {
  const made = await undoable(tx, maker)
  for (const { kind, doc } of made) await assertMayPost(tx, kind, doc)
  const undone = made.map(({ doc }) => ({ original: doc, target: doc, lines: reversible(doc, doc.lines) }))
  await reverseTogether(tx, maker, undone)
  for (const { kind, doc } of made) {
    countAtSources(tx, kind, doc, -1)
    clearCosts(tx, doc.id)
  }
  await stampMade(tx, made, 'unapprove')
  return made
}

/** 红冲 of the maker: red documents of today undo what it made, and are the red maker's. */
export async function reverseMade(tx: CallerTx, makerKind: GoodsTraits, maker: GoodsDocument): Promise<Made[]> {
  const made = await undoable(tx, maker)
  const bizDate = shanghaiDay()
  assertOpenMonth(tx.caller, maker, bizDate)
  const { red: redMaker } = await insertRedDocument(tx, makerKind, maker, bizDate)
  const reds: { red: { id: number }; lines: { id: number }[] }[] = []
  const undone: Parameters<typeof reverseTogether>[2][number][] = []
  for (const { kind, doc } of made) {
    const made = await insertRedDocument(tx, kind, { ...doc, madeBy: redMaker.id }, bizDate)
    reds.push(made)
    undone.push({ original: doc, target: made.red, lines: reversible(doc, made.lines) })
  }
  const costs = await reverseTogether(tx, { ...redMaker, bizDate }, undone)
  for (const { red, lines } of reds) {
    const own = new Set(lines.map((line) => line.id))
    await recordCosts(tx, red.id, new Map([...costs].filter(([lineId]) => own.has(lineId))))
  }
  for (const { kind, doc } of made) countAtSources(tx, kind, doc, -1)
  await stampMade(tx, made, 'reverse')
  return made
}

const stamps = {
  approve: ', approver_id = $5::bigint, approved_at = now(), poster_id = $5::bigint, posted_at = now()',
  unapprove: ', approver_id = null, approved_at = null, poster_id = null, posted_at = null',
  reverse: '',
} as const

/** Where what the maker does leads made documents. */
const statesAfter = {
  approve: (def: GoodsDef) => stateAt(def, 'posted'),
  unapprove: (def: GoodsDef) => statesIn(def, 'voided')[0] as string,
  reverse: (def: GoodsDef) => stateAt(def, 'reversed'),
} as const

/** Moves made documents to the state of their maker's action, and logs that. They are locked, and told of to nobody. */
export async function stampMade(
  tx: CallerTx,
  made: readonly { kind: Pick<GoodsTraits, 'def'>; doc: Pick<GoodsDocument, 'id' | 'state'> }[],
  action: keyof typeof stamps,
): Promise<void> {
  const { caller } = tx
  for (const [state, own] of groupBy([...made], ({ kind }) => statesAfter[action](kind.def))) {
    await tx.query({
      name: `stamp-made-${action}`,
      text: `with made as (
          update goods_document set state = $3, version = version + 1 ${stamps[action]}
          where group_id = $1 and id = any ($2::bigint[]) returning id, kind
        ), log as (
          insert into audit_log (group_id, org_id, user_id, entity, entity_id, action, from_state, to_state, device_id, ip, request_id)
          select $1, $4, $5::bigint, kind, id, $6, $7, $3, $8, $9, $10 from made returning id
        )
        select count(*) from log`,
      values: [
        tx.groupId,
        own.map(({ doc }) => doc.id),
        state,
        caller.orgId,
        caller.userId,
        action,
        own[0]?.doc.state,
        caller.deviceId,
        caller.ip,
        caller.requestId,
      ],
    })
  }
}
