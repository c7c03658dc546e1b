import type { OldPartState } from '@chepu/contract/warranty/old-part'
import { oldPartStates } from '@chepu/contract/warranty/old-part'
import { oldPartReturn, type ReturnResults } from '@chepu/contract/warranty/old-part-return'
import { sql } from 'kysely'
import { fieldError, invalid, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { nameBeside } from '../../kernel/document/own-columns'
import type { ClaimActions, ClaimDocument, ClaimKind, ClaimLine, ClaimTraits } from '../claim-documents/types'
import { holdParts, type HeldPart, moveParts } from './held'
import { assertOnNoReturn } from './parts'
import { tellOfRefused } from './tell'

type Return = ClaimDocument
const isAnswered = ({ result }: ClaimLine) => result !== null
type Held = { line: ClaimLine; part: HeldPart }

const counted = (which: string) =>
  sql`(select count(*)::int from claim_line l where l.group_id = d.group_id and l.document_id = d.id ${sql.raw(which)})`

/** 旧件返厂单 on the server. */
const traits: ClaimTraits<typeof oldPartReturn> = {
  def: oldPartReturn,
  isOffered({ lines }, action) {
    if (action === 'reopen') return lines.some(isAnswered)
    return action !== 'unship' || !lines.some(isAnswered)
  },
  columns: {
    tagCount: counted(''),
    openCount: sql`case when d.state = 'shipped' then ${counted('and l.result is null')} else 0 end`,
    refusedCount: counted(`and l.result = 'refused'`),
    carrierName: nameBeside('partner', 'carrier_id'),
  },
  async prepare(tx, { header, tags = [] }, before) {
    const ids = tags.map(({ oldPartId }) => oldPartId as number)
    const parts = await holdParts(tx, ids, (i) => `tags.${i}.oldPartId`)
    const faults = parts.flatMap((part, i) => {
      const fault = (words: string) => [fieldError(`tags.${i}.oldPartId`, `第${i + 1}行 旧件 ${part.tagNo} ${words}`)]
      if (ids.indexOf(part.id) !== i) return fault('重复')
      if (part.manufacturerId !== header.partnerId) return fault('不是该厂家的')
      return part.state === 'stored' ? [] : fault(`${oldPartStates[part.state]}，不能返厂`)
    })
    if (faults.length > 0) invalid(faults)
    await assertOnNoReturn(tx, ids, { but: before?.id ?? null })
    const lines = parts.map(({ id, billId }, i) => ({
      section: 'tags' as const,
      columns: { oldPartId: id, billId, remark: tags[i]?.['remark'] ?? '' },
    }))
    return { columns: {}, lines }
  },
}

/** Old parts of a document with the lines that name them, held. */
async function heldOf(tx: CallerTx, lines: readonly ClaimLine[]): Promise<Held[]> {
  const ids = lines.map(({ oldPartId }) => oldPartId as number)
  const parts = await holdParts(tx, ids, (i) => `tags.${i}.oldPartId`)
  return lines.map((line, i) => ({ line, part: parts[i] as HeldPart }))
}

/** Moves all old parts of a document on, each of which is where the step before has left it. @throws Failure refusal, naming one that is not */
async function moveAll(tx: CallerTx, doc: Return, [from, to]: readonly [OldPartState, OldPartState], reason = '') {
  const held = await heldOf(tx, doc.lines)
  const other = held.find(({ part }) => part.state !== from)
  if (other) refuse(`旧件 ${other.part.tagNo} ${oldPartStates[other.part.state]}，不是${oldPartStates[from]}`)
  moveParts(
    tx,
    held.map(({ part }) => part.id),
    to,
    { doc, reason },
  )
}

const actions: ClaimActions<typeof oldPartReturn> = {
  async pack(tx, doc) {
    await moveAll(tx, doc, ['stored', 'packed'])
    return 'packed'
  },

  async unpack(tx, doc) {
    await moveAll(tx, doc, ['packed', 'stored'])
    return 'draft'
  },

  async ship(tx, doc, { input, note }) {
    const asked = (input ?? {}) as { carrierId?: number; waybillNo?: string }
    const { carrierId = doc.carrierId, waybillNo = doc.waybillNo } = asked
    if (carrierId === null) invalid([{ path: 'input.carrierId', message: '请选择物流公司' }])
    if (waybillNo === '') invalid([{ path: 'input.waybillNo', message: '请填写运单号' }])
    await moveAll(tx, doc, ['packed', 'shipped'], `运单 ${waybillNo}`)
    note({ carrierId, waybillNo, shippedAt: new Date().toISOString() })
    return 'shipped'
  },

  async unship(tx, doc, { reason, note }) {
    if (doc.lines.some(isAnswered)) refuse('已录结果，请先撤销结果')
    await moveAll(tx, doc, ['shipped', 'packed'], reason)
    note({ shippedAt: null, approverId: null, approvedAt: null })
    return 'packed'
  },

  async result(tx, doc, { input }) {
    const { lines } = input as ReturnResults
    const asked = lines.map((each, i) => {
      const fault = (message: string) => invalid([{ path: `input.lines.${i}.lineId`, message }])
      const line = doc.lines.find(({ id }) => id === each.lineId) ?? fault('旧件不存在或不属于该返厂单')
      if (line.result !== null) fault(`第${line.lineNo}行旧件已录结果，请先撤销结果`)
      if (lines.findIndex(({ lineId }) => lineId === each.lineId) !== i) fault(`第${line.lineNo}行旧件重复`)
      return { ...each, line }
    })
    const held = await heldOf(
      tx,
      asked.map(({ line }) => line),
    )
    for (const [i, { part }] of held.entries()) {
      const { result, reason } = asked[i] as (typeof asked)[number]
      moveParts(tx, [part.id], result, { doc, reason })
    }
    writeResults(tx, doc, asked)
    await tellOfRefused(
      tx,
      doc,
      held.flatMap(({ part }, i) => (asked[i]?.result === 'refused' ? [part] : [])),
    )
    return doc.lines.every(isAnswered) ? 'done' : 'shipped'
  },

  async reopen(tx, doc, { reason }) {
    const held = await heldOf(tx, doc.lines.filter(isAnswered))
    if (held.length === 0) refuse('还没有录结果')
    const other = held.find(({ line, part }) => part.state !== line.result)
    if (other) refuse(`旧件 ${other.part.tagNo} ${oldPartStates[other.part.state]}，不能撤销结果`)
    const ids = held.map(({ part }) => part.id)
    await assertOnNoReturn(tx, ids, { but: doc.id })
    moveParts(tx, ids, 'shipped', { doc, reason })
    writeResults(
      tx,
      doc,
      held.map(({ line }) => ({ lineId: line.id, result: null, reason: '' })),
    )
    return 'shipped'
  },

  async void(tx, doc, { reason }) {
    if (doc.state === 'packed') await moveAll(tx, doc, ['packed', 'stored'], reason)
    return 'voided'
  },
}

interface Resulted {
  lineId: number
  result: string | null
  reason: string
}

/** Writes them to the lines in hand as well: by these the next steps are offered. */
function writeResults(tx: CallerTx, doc: Return, lines: readonly Resulted[]): void {
  for (const { lineId, result, reason } of lines)
    Object.assign(doc.lines.find(({ id }) => id === lineId) as ClaimLine, { result, reason })
  tx.send({
    name: 'write-return-results',
    text: `update claim_line l set result = r.result, reason = r.reason
      from unnest($3::bigint[], $4::text[], $5::text[]) as r (id, result, reason)
      where l.group_id = $1 and l.document_id = $2 and l.id = r.id`,
    values: [
      tx.groupId,
      doc.id,
      lines.map(({ lineId }) => lineId),
      lines.map(({ result }) => result),
      lines.map(({ reason }) => reason),
    ],
  })
}

export const oldPartReturnKind = { ...traits, actions } satisfies ClaimKind<typeof oldPartReturn>
