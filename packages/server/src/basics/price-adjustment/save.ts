import { type AdjustmentRequest, formerName, priceAdjustment } from '@chepu/contract/basics/price-adjustment'
import { priceNames } from '@chepu/contract/basics/product'
import { noLinesOf } from '@chepu/contract/kernel/document'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { editable, typedColumns, writeHeader } from '../../kernel/document/save'
import { type Saved, savedDraft } from '../../kernel/document/run-action'
import { insertRows } from '../../kernel/document/rows'
import { maySee } from '../product/fields'
import { adjustments, pricesIn, productsOf } from './repo'
import { floorFault, pricesAfter, setPrices } from './rules'
import type { Adjustment } from './types'

type Line = AdjustmentRequest['lines'][number]

/**
 * Saves a draft: its parts exist and stand once, each line sets a price, and what would stand is allowed. What each price is now is kept
 * beside it, so that an approval notices when it has been changed (ADR 0156). Prices that the caller may not see stay as they were.
 */
export async function saveAdjustment(tx: CallerTx, request: AdjustmentRequest): Promise<Saved> {
  const { sections } = priceAdjustment
  if (request.lines.length === 0) invalid([{ path: 'lines', message: noLinesOf(sections.lines) }])
  const before = await editable(tx, adjustments, priceAdjustment, request)
  await checkBack(tx, request.header.backOfId, before)
  const partIds = request.lines.map(({ partId }) => partId)
  const [codes, products] = await Promise.all([partCodes(tx, partIds), productsOf(tx, tx.caller.orgId, partIds)])
  const lines = request.lines.map((line) => withHidden(tx, line, before))
  const errors = lines.flatMap((line, i): FieldError[] => {
    const code = codes.get(line.partId)
    const at = (field: string, message: string) => [
      { path: `lines.${i}.${field}`, message: `第${i + 1}行 ${code === undefined ? '' : `[${code}] `}${message}` },
    ]
    if (code === undefined) return at('partId', '配件不存在或已停用')
    if (partIds.indexOf(line.partId) !== i) return at('partId', '配件重复')
    if (setPrices(line).length === 0) return at('partId', '请至少填写一个新价')
    const fault = floorFault(pricesAfter(line, pricesIn(products, line.partId)), tx.caller)
    return fault ? at('retailPrice', fault) : []
  })
  if (errors.length > 0) invalid(errors)
  const columns = typedColumns(priceAdjustment, request.header)
  const saved = await writeHeader(tx, adjustments, priceAdjustment, { before, columns, note: { lines: lines.length } })
  if (before) await clearLines(tx, before.id)
  await insertRows(
    tx,
    'price_adjustment_line',
    lines.map((line, i) => {
      const now = pricesIn(products, line.partId)
      const former = Object.fromEntries(priceNames.map((name) => [formerName(name), now[name]]))
      return { groupId: tx.groupId, adjustmentId: saved.id, lineNo: i + 1, ...line, ...former }
    }),
  )
  return savedDraft(tx.caller, priceAdjustment, saved, before)
}

/** A price that the caller may not see is what the draft said before, if it did. */
function withHidden(tx: CallerTx, line: Line, before: Adjustment | undefined): Line {
  const kept = before?.lines.find(({ partId }) => partId === line.partId)
  const hidden = priceNames.filter((name) => !maySee(tx.caller, name))
  return { ...line, ...Object.fromEntries(hidden.map((name) => [name, kept?.[name] ?? null])) }
}

/** Codes of the active parts, which are held so that none is merged away meanwhile. */
async function partCodes(tx: CallerTx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.query<{ id: number; code: string }>({
    name: 'hold-adjusted-parts',
    text: `select id, code from part where group_id = $1 and is_active and id = any ($2::bigint[]) order by id for key share`,
    values: [tx.groupId, [...ids]],
  })
  return new Map(rows.map(({ id, code }) => [id, code]))
}

/** What is taken back is an adjustment of this organisation that has taken effect. */
async function checkBack(tx: CallerTx, id: number | null, before: Adjustment | undefined): Promise<void> {
  if (id === null || id === before?.backOfId) return
  const found = await tx.one({
    name: 'adjustment-to-take-back',
    text: `select id from price_adjustment where group_id = $1 and org_id = $2 and id = $3 and state = 'effective'`,
    values: [tx.groupId, tx.caller.orgId, id],
  })
  if (!found) invalid([{ path: 'header.backOfId', message: '要还原的调价单不存在或未生效' }])
}

const clearLines = (tx: CallerTx, id: number) =>
  tx.query({
    name: 'delete-draft-price-adjustment-line',
    text: 'delete from price_adjustment_line where group_id = $1 and adjustment_id = $2',
    values: [tx.groupId, id],
  })
