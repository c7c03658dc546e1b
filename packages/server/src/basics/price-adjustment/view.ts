import {
  adjustmentHeaderFields,
  type AdjustmentHeader,
  type AdjustmentLineView,
  formerName,
  priceAdjustment,
} from '@chepu/contract/basics/price-adjustment'
import { priceNames } from '@chepu/contract/basics/product'
import { notFound } from '../../kernel/base/errors'
import { inScope } from '../../kernel/caller/scope'
import { snake } from '../../kernel/db/names'
import type { CallerTx } from '../../kernel/db/tx'
import { allowedActions } from '../../kernel/document/run-action'
import { nameColumns, nameJoins, type Related } from '../../kernel/document/view'
import { maySee } from '../product/fields'
import type { Adjustment } from './types'

/** An adjustment as the caller may see it; prices without their field permission are not selected. */
export async function viewAdjustment(tx: CallerTx, id: number) {
  const [row, lines] = await Promise.all([headerOf(tx, id), linesOf(tx, id)])
  if (!row || !inScope(tx.caller, priceAdjustment.area, row)) notFound('单据')
  const known: Record<string, unknown> = { ...row, lineCount: lines.length }
  return {
    header: Object.fromEntries(adjustmentHeaderFields.map((key) => [key, known[key]])) as AdjustmentHeader,
    lines,
    can: allowedActions(tx.caller, priceAdjustment, row),
  }
}

const headerOf = (tx: CallerTx, id: number) =>
  tx.one<Omit<Adjustment, 'lines'>>({
    name: 'view-price-adjustment',
    text: `select d.*, ${nameColumns}, former.bill_no as back_of_no from price_adjustment d
      left join price_adjustment former on former.group_id = d.group_id and former.id = d.back_of_id
      ${nameJoins('price_adjustment')}
      where d.group_id = $1 and d.id = $2 and d.kind = $3`,
    values: [tx.groupId, id, priceAdjustment.kind],
  })

function linesOf(tx: CallerTx, id: number): Promise<AdjustmentLineView[]> {
  const prices = priceNames
    .filter((name) => maySee(tx.caller, name))
    .flatMap((name) => [name, formerName(name)].map((each) => `, l.${snake(each)}`))
  return tx.query({
    text: `select l.id, l.line_no, l.part_id, p.code as part_code, p.name as part_name, p.oe_no, b.name as brand_name, p.spec,
        u.name as unit_name, l.remark, l.left_out, l.is_overtaken ${prices.join('')}
      from price_adjustment_line l
      join part p on p.group_id = l.group_id and p.id = l.part_id
      join brand b on b.group_id = p.group_id and b.id = p.brand_id
      join unit u on u.group_id = p.group_id and u.id = p.unit_id
      where l.group_id = $1 and l.adjustment_id = $2 order by l.line_no`,
    values: [tx.groupId, id],
  })
}

/** The adjustment whose prices it takes back, and those that take back its own (关联单据). */
export const relatedAdjustments = (tx: CallerTx, { id, backOfId }: Adjustment): Promise<Related[]> =>
  tx.query({
    name: 'related-price-adjustments',
    text: `select d.kind, d.id, d.bill_no, d.biz_date, d.state, case when d.id = $3 then 'source' else 'target' end as relation,
        null::numeric as qty, null::numeric as amount
      from price_adjustment d where d.group_id = $1 and (d.id = $3 or d.back_of_id = $2) order by d.id`,
    values: [tx.groupId, id, backOfId],
  })
