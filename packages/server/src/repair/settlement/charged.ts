import { money, type Decimal } from '@chepu/contract/kernel/decimal'
import type { RepairSection } from '@chepu/contract/kernel/repair-document'
import type { Payer } from '@chepu/contract/repair/payer'
import { promisedRule } from '@chepu/contract/repair/quality'
import type { Section, SettlementInput, SettlementLine } from '@chepu/contract/repair/settlement-lines'
import type { CallerTx } from '../../kernel/db/tx'
import { wipOf } from '../../kernel/ledgers/wip'
import type { RepairLine } from '../../kernel/repair/types'
import { agreedLines } from '../work-order/progress'
import type { WorkOrder } from '../work-order/traits'

/** A technician's part of a labour line, with his own rate. */
interface Share {
  employeeId: number
  share: Decimal
  rate: Decimal | null
}

/** What else is known of an order's line. */
interface LineFacts {
  partName: string | null
  minPrice: Decimal | null
  commissionMode: 'rate' | 'fixed' | 'none' | null
  commissionValue: Decimal | null
  workerTypeRate: Decimal | null
  /** What a card of the customer grants for such lines; null without one. */
  grantedRate: Decimal | null
  countsOutput: boolean
  countsCommission: boolean
  /** It does again, at the shop's cost, a line of earlier work of the car, and no more of it than that had. */
  repeats: boolean
  /** The rule of quality of the order's business, of orders that have one. */
  rule: Parameters<typeof promisedRule>[0]
  shares: Share[]
}

/** A line of an order as it is settled: its money, its material in work, and who did it. */
export interface ChargedLine extends SettlementLine {
  lineNo: number
  name: string
  line: RepairLine
  facts: LineFacts
  /** What is in work of it; nothing of a line that had no material. */
  work: { qty: Decimal; value: Decimal }
}

/** What figures call the tables of lines. */
export const sectionOf: Readonly<Record<RepairSection, Section>> = {
  labour: 'labour',
  materials: 'material',
  extras: 'extra',
  outsourced: 'outsourced',
}
const nothing = { qty: '0', value: '0.00' }

/**
 * What an order charges and costs, line by line: what the customer has agreed to, and whatever material is out. Asked behind the lock of the order where it
 * is to be settled. A constant number of statements.
 */
export async function chargedLines(tx: CallerTx, order: WorkOrder): Promise<ChargedLine[]> {
  const [facts, work] = await Promise.all([factsOf(tx, order), wipOf(tx, order.id)])
  const known = new Map(facts.map(({ id, ...fact }) => [id, fact]))
  const inWork = new Map(work.map(({ lineId, ...each }) => [lineId, each]))
  const agreed = new Set(agreedLines(order.lines))
  return order.lines
    .filter((line) => agreed.has(line) || inWork.has(line.id))
    .map((line) => chargedLine(line, known.get(line.id) as LineFacts, inWork.get(line.id) ?? nothing))
}

function chargedLine(line: RepairLine, facts: LineFacts, work: ChargedLine['work']): ChargedLine {
  const { payer, payerPartnerId, payerDepartmentId, taxRate, supplierId, assessedAmount, isConsumable } = line
  // What is used up with the work is nobody's to pay, the maker's neither.
  const net = isConsumable ? '0.00' : line.netAmount
  return {
    line: { ...line, ...promiseOf(line, facts) },
    facts,
    work,
    lineNo: line.lineNo,
    name: line.name || (facts.partName ?? line.partCode ?? ''),
    section: sectionOf[line.section],
    payer: payer as Payer,
    payerPartnerId,
    departmentId: payerDepartmentId,
    net,
    taxRate,
    packageValue: null,
    claimed: payer === 'warranty' ? (assessedAmount ?? net) : null,
    countsOutput: facts.countsOutput,
    cost: line.section === 'outsourced' ? (line.purchaseAmount ?? '0.00') : money(work.value),
    supplierId,
  }
}

/** How far and how long the shop answers for the line: for its work, and for parts that it sold itself (business/repair-settlement 9). */
function promiseOf({ section, isCustomerSupplied, qualityKm, qualityDays }: RepairLine, { rule }: LineFacts) {
  if (section !== 'labour' && section !== 'materials') return {}
  if (isCustomerSupplied) return { qualityKm: null, qualityDays: null }
  const { km, days } = promisedRule(rule, { km: qualityKm, days: qualityDays })
  return { qualityKm: km, qualityDays: days }
}

/**
 * Whether line `l` of order `d` repeats what it names: work of the same item or name, or the same part that was sold then, of settled work of this car; all lines of the
 * order that name it together no more than it had (ADR 0237).
 */
const repeatsFormer = `exists (select from repair_line r join repair_document f on f.group_id = r.group_id and f.id = r.document_id
        where r.group_id = l.group_id and r.id = coalesce(l.rework_of_line_id, l.source_line_id) and r.section = l.section and r.agreement = 'agreed'
          and (r.part_id = l.part_id and not r.is_customer_supplied or l.section = 'labour' and (r.service_item_id = l.service_item_id or r.name = l.name))
          and f.kind = 'work_order' and f.org_id = d.org_id and f.vehicle_id = d.vehicle_id and f.state in ('settled', 'delivered')
          and r.qty >= (select sum(x.qty) from repair_line x where x.group_id = l.group_id and x.document_id = l.document_id and x.payer = 'rework'
            and x.agreement <> 'declined' and coalesce(x.rework_of_line_id, x.source_line_id) = r.id))`

/** The best rate that a card of the customer of order `d` grants for line `l` there (business/cards 5). */
const grantedRate = `(select min(case l.section when 'labour' then ct.labour_rate when 'materials' then ct.part_rate end)
        from card c join card_type ct on ct.group_id = c.group_id and ct.id = c.card_type_id
        where c.group_id = l.group_id and c.partner_id = d.partner_id and c.state = 'active' and (c.vehicle_id is null or c.vehicle_id = d.vehicle_id)
          and (c.valid_until is null or c.valid_until >= d.biz_date) and (c.org_id = d.org_id or ct.is_cross_org))`

/** What technicians, items, trades and prices say of the lines of an order. */
const factsOf = (tx: CallerTx, order: WorkOrder) =>
  tx.query<LineFacts & { id: number }>({
    name: 'facts-of-order',
    text: `select l.id, p.name as part_name, g.min_sale_price as min_price, si.commission_mode, si.commission_value,
        wt.commission_rate as worker_type_rate, ${grantedRate} as granted_rate, coalesce(bt.counts_output, true) as counts_output,
        coalesce(bt.counts_commission, true) as counts_commission, coalesce(s.shares, '[]'::jsonb) as shares, l.payer = 'rework' and ${repeatsFormer} as repeats,
        case when q.id is not null then jsonb_build_object('km', q.km::text, 'days', q.days) end as rule
      from repair_line l
      join repair_document d on d.group_id = l.group_id and d.id = l.document_id
      left join business_type bt on bt.group_id = d.group_id and bt.id = d.business_type_id
      left join quality_rule q on q.group_id = bt.group_id and q.id = bt.quality_rule_id
      left join part p on p.group_id = l.group_id and p.id = l.part_id
      left join product g on g.group_id = l.group_id and g.org_id = d.org_id and g.part_id = l.part_id
      left join service_item si on si.group_id = l.group_id and si.id = l.service_item_id
      left join worker_type wt on wt.group_id = l.group_id and wt.id = coalesce(l.worker_type_id, si.worker_type_id)
      left join (
        select t.line_id, jsonb_agg(jsonb_build_object('employeeId', t.employee_id, 'share', t.share::text, 'rate', n.commission_rate::text)
          order by t.id) as shares
        from dispatch t left join technician n on n.group_id = t.group_id and n.employee_id = t.employee_id
        where t.group_id = $1 and t.work_order_id = $2 group by t.line_id
      ) s on s.line_id = l.id
      where l.group_id = $1 and l.document_id = $2`,
    values: [tx.groupId, order.id],
  })

/** What is given and paid beside the lines, as the figures take it, before anything is paid. */
export const figuresInput = (
  settlement: Pick<SettlementInput, 'taxIncluded' | 'customerId' | 'orderDiscount' | 'insurers' | 'coupons'>,
): SettlementInput => ({
  ...settlement,
  cardPrincipal: '0.00',
  cardGift: '0.00',
  advance: '0.00',
  money: '0.00',
})
