import { button } from '@chepu/contract/access/catalogue'
import { add, compare, type Decimal, mul, round, sub } from '@chepu/contract/kernel/decimal'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { repairLineMoney, repairTotals } from '@chepu/contract/kernel/repair-figures'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { stateLabel } from '@chepu/contract/kernel/states'
import type { setValuation } from '@chepu/contract/repair/valuation'
import { workOrder } from '@chepu/contract/repair/work-order'
import { sql } from 'kysely'
import { forbidden, invalid, notFound, refuse } from '../../kernel/base/errors'
import { mayPress, sees } from '../../kernel/caller/caller'
import { assertOwn, inScope, isAnyOf } from '../../kernel/caller/scope'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { assertLatest } from '../../kernel/document/run-action'
import { repairDocuments } from '../../kernel/repair/repo'
import { repairScope } from '../../kernel/repair/scope'
import type { RepairDocument, RepairLine } from '../../kernel/repair/types'
import { namesPartner, payerFault } from '../payers'
import { asksAgain } from '../work-order/asks-again'
import { holdMaterial } from '../work-order/material'
import { writeOrderTotals } from '../work-order/totals'
import { valuedStates } from './query'

type Typed = BodyOf<typeof setValuation>['lines'][number]

/**
 * Prices material of an order and says who pays it (business/repair 5.6). What costs the customer more than he agreed to is asked of him again. Answers
 * the version of the order. @throws Failure refused, naming the line
 */
export async function valueMaterial(
  tx: CallerTx,
  orderId: number,
  { version, lines: typed }: BodyOf<typeof setValuation>,
): Promise<{ version: number }> {
  assertRights(tx, typed)
  const order = await repairDocuments.lock(tx, workOrder.kind, orderId)
  if (!order || !inScope(tx.caller, workOrder.area, order)) notFound('工单')
  assertOwn(tx.caller, order)
  await assertLatest(tx, workOrder, order, version)
  if (!valuedStates.includes(order.state))
    refuse(`工单 ${order.billNo} 当前为「${stateLabel(workOrder, order.state)}」，不能计价`)
  const valued = typed.map((line, i) => valuedLine(tx, order, line, i))
  await assertPayers(tx, order, valued)
  const lines = write(tx, order, valued)
  // What he is asked about anew waits for nothing until he has agreed (business/repair 5.3).
  if (valued.some(({ agreement }) => agreement === 'open')) await holdMaterial(tx, order, lines)
  await audit(tx, {
    entity: workOrder.kind,
    entityId: order.id,
    action: 'value_material',
    fromState: order.state,
    toState: order.state,
    detail: { lines: valued.map(({ id, price, discountRate, payer }) => ({ id, price, discountRate, payer })) },
  })
  return { version: order.version + 1 }
}

function assertRights({ caller }: CallerTx, typed: readonly Typed[]): void {
  const prices = typed.some(({ price, discountRate }) => price !== undefined || discountRate !== undefined)
  const pays = typed.some(({ payer }) => payer !== undefined)
  if (prices && (!mayPress(caller, button('mat_valuation', 'price')) || !sees(caller, 'doc_price')))
    forbidden('您没有「材料计价」的权限')
  if (pays && !mayPress(caller, button('mat_valuation', 'payer'))) forbidden('您没有「改付费方」的权限')
  if (typed.length > 1 && !mayPress(caller, button('mat_valuation', 'batch'))) forbidden('您没有「批量」计价的权限')
}

/** The line as it is to stand. Lines that were not issued are not valued, nor are consumables, which nobody buys. */
function valuedLine({ caller }: CallerTx, order: RepairDocument, typed: Typed, i: number): RepairLine {
  const stood = order.lines.find(({ id, section }) => id === typed.lineId && section === 'materials')
  const at = (field: string, message: string): never =>
    invalid([{ path: `lines.${i}.${field}`, message: `第${i + 1}行 ${message}` }])
  if (!stood) return at('lineId', `不是工单 ${order.billNo} 的材料`)
  if (stood.isConsumable) return at('lineId', `[${stood.partCode}] 是辅料，不计价`)
  if (compare(sub(stood.issuedQty, stood.returnedQty), '0') <= 0) return at('lineId', `[${stood.partCode}] 没有领料`)
  const { price = stood.price, discountRate = stood.discountRate, payer = stood.payer } = typed
  if (price === null) return at('price', `[${stood.partCode}] 请填写单价`)
  const { lineDiscount } = caller.limits
  const lowest = lineDiscount === null ? '0' : sub('1', lineDiscount)
  if (
    typed.discountRate !== undefined &&
    compare(discountRate, lowest) < 0 &&
    compare(discountRate, stood.discountRate) < 0
  )
    return at('discountRate', `折扣超出您的权限，最低${lowest}`)
  const named = typed.payer === undefined ? stood.payerPartnerId : (typed.payerPartnerId ?? null)
  const partner = namesPartner(payer) ? named : null
  const department = typed.payer === undefined ? stood.payerDepartmentId : (typed.payerDepartmentId ?? null)
  const now = { ...stood, price, discountRate, payer, payerPartnerId: partner, payerDepartmentId: department }
  const agreement = asksAgain(now, stood, caller.org.config.priceTaxIncluded) ? 'open' : stood.agreement
  return { ...now, ...repairLineMoney({ ...now, pricingMode: null }), agreement, isValued: true }
}

/** Who pays is known to the group, and so is the department of one's own organisation. */
async function assertPayers(tx: CallerTx, order: RepairDocument, lines: readonly RepairLine[]): Promise<void> {
  const [partners, departments] = await Promise.all([
    tx.query<{ id: number; cusFlag: number }>({
      name: 'payers-of-material',
      text: 'select id, cus_flag from partner where group_id = $1 and is_active and id = any ($2::bigint[]) order by id for key share',
      values: [tx.groupId, lines.map(({ payerPartnerId }) => payerPartnerId)],
    }),
    tx.query<{ id: number }>({
      name: 'departments-of-material',
      text: 'select id from department where group_id = $1 and org_id = $3 and is_active and id = any ($2::bigint[])',
      values: [tx.groupId, lines.map(({ payerDepartmentId }) => payerDepartmentId), order.orgId],
    }),
  ])
  const [roles, own] = [
    new Map(partners.map((each) => [each.id, each.cusFlag])),
    new Set(departments.map(({ id }) => id)),
  ]
  const repeats = order.reworkOfId !== null || order.lines.some(({ reworkOfLineId }) => reworkOfLineId !== null)
  const errors = lines.flatMap((line, i): FieldError[] => {
    const { payerPartnerId, payerDepartmentId } = line
    const at = (field: string, message: string) => [{ path: `lines.${i}.${field}`, message: `第${i + 1}行 ${message}` }]
    if (payerPartnerId !== null && !roles.has(payerPartnerId)) return at('payerPartnerId', '付费单位不存在或已停用')
    if (payerDepartmentId !== null && !own.has(payerDepartmentId))
      return at('payerDepartmentId', '承担部门不存在或已停用')
    const fault = payerFault(line, { roles, customerId: order.partnerId, repeats })
    return fault ? at(fault.field, fault.message) : []
  })

  if (errors.length > 0) invalid(errors)
}

function write(tx: CallerTx, order: RepairDocument, lines: readonly RepairLine[]): RepairLine[] {
  tx.send({
    name: 'value-material',
    text: `update repair_line l set price = n.price, price_source = 'valuation', discount_rate = n.discount, amount = n.amount, net_amount = n.net,
        payer = n.payer, payer_partner_id = n.partner, payer_department_id = n.department, agreement = n.agreement, is_valued = true,
        agreed_at = case when n.agreement = 'agreed' then l.agreed_at end
      from unnest($3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[], $8::text[], $9::bigint[], $10::bigint[], $11::text[])
        as n (id, price, discount, amount, net, payer, partner, department, agreement)
      where l.group_id = $1 and l.document_id = $2 and l.id = n.id`,
    values: [
      tx.groupId,
      order.id,
      lines.map(({ id }) => id),
      lines.map(({ price }) => price),
      lines.map(({ discountRate }) => discountRate),
      lines.map(({ amount }) => amount),
      lines.map(({ netAmount }) => netAmount),
      lines.map(({ payer }) => payer),
      lines.map(({ payerPartnerId }) => payerPartnerId),
      lines.map(({ payerDepartmentId }) => payerDepartmentId),
      lines.map(({ agreement }) => agreement),
    ],
  })
  const now = new Map(lines.map((line) => [line.id, line]))
  const all = order.lines.map((line) => now.get(line.id) ?? line)
  writeOrderTotals(tx, order.id, repairTotals(all, tx.caller.org.config.priceTaxIncluded))
  return all
}

interface Proposed {
  lineId: number
  price: Decimal | null
}

/**
 * Prices for material of orders within the caller's scope, 4 decimals: of the customer's level, else retail; or with a markup what a unit cost.
 * @throws Failure forbidden for a markup by who does not see costs
 */
export async function proposePrices(
  tx: CallerTx,
  { lineIds, markup }: { lineIds: readonly number[]; markup?: Decimal | undefined },
): Promise<Proposed[]> {
  if (!sees(tx.caller, 'doc_price')) forbidden('您没有查看单据价格的权限')
  if (markup !== undefined && !sees(tx.caller, 'cost_price')) forbidden('按加价率取价需要「成本价」的权限')
  const { caller, groupId } = tx
  const rows = await tx.select(sql<{
    lineId: number
    levelPrice: Decimal | null
    unitCost: Decimal | null
  }>`select l.id as line_id,
        coalesce(case pa.price_level when 'wholesale1' then pr.wholesale_price1 when 'wholesale2' then pr.wholesale_price2
          when 'wholesale3' then pr.wholesale_price3 end, pr.retail_price) as level_price,
        (select sum(g.value) / nullif(sum(g.qty), 0) from wip_ledger g
          where g.group_id = l.group_id and g.work_order_id = d.id and g.line_id = l.id) as unit_cost
      from repair_line l
      join repair_document d on d.group_id = l.group_id and d.id = l.document_id
      join partner pa on pa.group_id = d.group_id and pa.id = d.partner_id
      left join product pr on pr.group_id = d.group_id and pr.org_id = d.org_id and pr.part_id = l.part_id
      where l.group_id = ${groupId} and d.org_id = ${caller.orgId} and d.kind = ${workOrder.kind} and ${repairScope(caller, workOrder.area)}
        and l.section = 'materials' and ${isAnyOf('l.id', lineIds)} order by l.id`)
  return rows.map(({ lineId, levelPrice, unitCost }) => ({
    lineId,
    price: markup === undefined ? levelPrice : unitCost === null ? null : round(mul(unitCost, add('1', markup)), 4),
  }))
}
