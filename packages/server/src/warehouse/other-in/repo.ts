import { averageCost } from '../../kernel/ledgers/cost-pool'
import { type Decimal, round } from '@chepu/contract/kernel/decimal'
import { seesIn } from '../../kernel/caller/cost-visibility'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid } from '../../kernel/base/errors'
import type { SaveRequest } from '../../kernel/goods/save'
import { lastReceiptCosts } from '../../purchasing/public'

interface Reference {
  partId: number
  partCode: string
  qty: Decimal
  value: Decimal
}

/**
 * A keeper who may not see costs types none: his lines take the pool's average, else what the last receipt cost, and keep
 * what the saved draft says. Where there is neither, somebody with the right to see costs has to enter the document.
 */
export async function fillCosts(tx: CallerTx, request: SaveRequest, kept: ReadonlySet<number>): Promise<SaveRequest> {
  if (seesIn(tx.caller, 'cost_price', request.header.warehouseId)) return request
  const rows = await tx.query<Reference>({
    name: 'reference-costs',
    text: `select p.id as part_id, p.code as part_code, coalesce(c.qty, 0) as qty, coalesce(c.value, 0) as value
      from part p
      left join stock_cost c on c.group_id = p.group_id and c.org_id = $2 and c.warehouse_id = $3 and c.part_id = p.id
      where p.group_id = $1 and p.id = any ($4::bigint[])`,
    values: [tx.groupId, tx.caller.orgId, request.header.warehouseId, request.lines.map((line) => line.partId)],
  })
  const empty = rows.flatMap((row) => (averageCost(row) === null ? [row.partId] : []))
  const received = await lastReceiptCosts(tx, tx.caller.orgId, empty)
  const byPart = new Map(rows.map((row) => [row.partId, row]))
  const lines = request.lines.map((line, i) => {
    if (kept.has(i)) return line
    const row = byPart.get(line.partId)
    const cost = row && (averageCost(row) ?? received.get(row.partId))
    if (row && !cost) {
      const message = `第${i + 1}行 [${row.partCode}] 没有可参考的成本，请由有成本权限的人员录入`
      invalid([{ path: `lines.${i}.price`, message }])
    }
    return { ...line, price: cost ? round(cost, 4) : line.price, netAmount: null, discountRate: '1' }
  })
  return { ...request, lines }
}
