// The receipt of a settled order of a counter, on 80 mm (business/fast-counter 6).
import type { FastSlip } from '@chepu/contract/repair/fast-order'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { money, sub, trimZeros } from '@chepu/contract/kernel/decimal'
import { pricedUnits, repairPriceOwed } from '@chepu/contract/kernel/repair-figures'
import { cardsOnSlip } from '../../cards/public'
import { forbidden, refuse } from '../../kernel/base/errors'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { countPrint } from '../../kernel/document/view'
import { repairDocuments } from '../../kernel/repair/repo'
import { counterOrder } from './rights'

/** What stands on the receipt of an order. @throws Failure refused while nothing is settled */
export async function slipOf(tx: CallerTx, id: number): Promise<FastSlip> {
  const settlementId = await settlementOf(tx, id)
  const [head, lines, tenders, onCards] = await Promise.all([
    headOf(tx, settlementId),
    linesOf(tx, settlementId),
    tendersOf(tx, settlementId),
    cardsOnSlip(tx, { kind: repairSettlement.kind, id: settlementId }),
  ])
  if (!head) throw new Error('a settled order has no settlement')
  return { ...head, onCredit: money(sub(head.customerDue, head.received)), lines, tenders, onCards }
}

/** Counts that a receipt was printed, with its settlement. @throws as `slipOf` */
export const printSlip = async (tx: CallerTx, id: number): Promise<number> =>
  countPrint(tx, repairDocuments, repairSettlement, await settlementOf(tx, id))

async function settlementOf(tx: CallerTx, id: number): Promise<number> {
  if (!sees(tx.caller, 'doc_price')) forbidden('您没有查看单据价格与金额的权限')
  const { settlementId, billNo } = await counterOrder(tx, id)
  return settlementId ?? refuse(`单据 ${billNo} 尚未结算，不能打印小票`)
}

type Head = Omit<FastSlip, 'lines' | 'tenders' | 'onCards' | 'onCredit'>

const headOf = (tx: CallerTx, id: number) =>
  tx.one<Head>({
    name: 'slip-head',
    text: `select d.bill_no as settlement_no, o.bill_no as order_no, d.posted_at as settled_at, d.partner_id, p.name as partner_name,
        coalesce(v.plate, '') as plate, o.mileage, coalesce(u.real_name, '') as cashier_name, coalesce(e.name, '') as salesperson_name,
        coalesce((select string_agg(distinct t.name, '、') from dispatch x join employee t on t.group_id = x.group_id and t.id = x.employee_id
          where x.group_id = o.group_id and x.work_order_id = o.id), '') as technicians,
        d.total_amount as total, d.packaged, d.coupon_amount, d.order_discount, d.customer_due, d.received_amount as received, o.remark, d.print_count
      from repair_document d
      join repair_document o on o.group_id = d.group_id and o.id = d.work_order_id
      join partner p on p.group_id = d.group_id and p.id = d.partner_id
      left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      left join app_user u on u.group_id = d.group_id and u.id = d.poster_id
      left join employee e on e.group_id = o.group_id and e.id = o.salesperson_id
      where d.group_id = $1 and d.id = $2`,
    values: [tx.groupId, id],
  })

type LineRow = FastSlip['lines'][number] & {
  pricingMode: 'hours' | 'fixed' | null
  stdHours: string
  taxRate: string
  taxIncluded: boolean
}

async function linesOf(tx: CallerTx, id: number): Promise<FastSlip['lines']> {
  const rows = await tx.query<LineRow>({
    name: 'slip-lines',
    text: `select l.name, l.qty, coalesce(u.name, '') as unit_name, l.price, coalesce(l.discount_rate, 1.0000) as discount_rate, l.taxed_amount as amount,
        l.pricing_mode, coalesce(l.std_hours, 0) as std_hours, l.tax_rate, d.tax_included
      from repair_line l
      join repair_document d on d.group_id = l.group_id and d.id = l.document_id
      left join part p on p.group_id = l.group_id and p.id = l.part_id
      left join unit u on u.group_id = p.group_id and u.id = p.unit_id
      where l.group_id = $1 and l.document_id = $2 and not l.is_consumable order by l.section, l.line_no`,
    values: [tx.groupId, id],
  })
  return rows.map(slipLine)
}

function slipLine({ taxRate, taxIncluded, pricingMode, stdHours, ...line }: LineRow): FastSlip['lines'][number] {
  const price = repairPriceOwed({ ...line, pricingMode, stdHours, taxRate }, taxIncluded)
  if (pricingMode !== 'hours') return { ...line, price }
  const qty = trimZeros(pricedUnits({ qty: line.qty, pricingMode, stdHours }))
  return { ...line, price, qty, unitName: '工时' }
}

/** What was paid with: accounts by name, and what was paid ahead; cards stand by themselves. */
const tendersOf = (tx: CallerTx, id: number) =>
  tx.query<FastSlip['tenders'][number]>({
    name: 'slip-tenders',
    text: `select a.name, t.amount from money_slip m
      join money_slip_tender t on t.group_id = m.group_id and t.slip_id = m.id
      join store_account a on a.group_id = t.group_id and a.id = t.store_account_id
      where m.group_id = $1 and m.maker_kind = $2 and m.made_by = $3 and m.kind = 'collection' and m.posted_at is not null
      union all
      select '预收款', sum(m.total) from money_slip m
      where m.group_id = $1 and m.maker_kind = $2 and m.made_by = $3 and m.purpose = 'advance_ar' and m.posted_at is not null having sum(m.total) > 0`,
    values: [tx.groupId, repairSettlement.kind, id],
  })
