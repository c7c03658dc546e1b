import { compare } from '@chepu/contract/kernel/decimal'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { invalid, refuse } from '../../kernel/base/errors'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { Columns, RepairTraits } from '../../kernel/repair/types'
import { caseColumns } from './columns'
import { type InsuranceCase, isSettled } from './standing'

const { kind } = insuranceCase

/** Figures that who may not see prices leaves as they are. */
const figures = ['assessedLabour', 'assessedMaterial', 'deductible', 'depreciation', 'salvage'] as const

/** 保险案件 on the server. */
export const insuranceCaseTraits: RepairTraits<typeof insuranceCase> = {
  def: insuranceCase,
  formers: { workOrderId: 'work_order' },
  columns: caseColumns,
  async prepare(tx, { header }, _lines, before) {
    const workOrderId = header['workOrderId'] as number | null
    await assertInsurer(tx, header['insurerId'] as number, before)
    if (before?.workOrderId && before.workOrderId !== workOrderId)
      invalid([{ path: 'header.workOrderId', message: '更换工单请用「关联工单」' }])
    if (workOrderId !== null) await assertOrder(tx, { ...header, workOrderId }, before)
    return { papers: JSON.stringify(header['papers']), ...keptFigures(tx, before) }
  },
}

const keptFigures = (tx: CallerTx, before: InsuranceCase | undefined): Columns =>
  sees(tx.caller, 'doc_price') ? {} : Object.fromEntries(figures.map((name) => [name, before?.[name] ?? '0']))

/** Refuses a company that is no insurer of the group; one that the case named before stays. */
async function assertInsurer(tx: CallerTx, insurerId: number, before: InsuranceCase | undefined): Promise<void> {
  if (insurerId === before?.insurerId) return
  const found = await tx.one({
    name: 'insurer-of-case',
    text: `select id from partner where group_id = $1 and id = $2 and is_active and cus_flag & ${partnerRoles.insurer} <> 0 for key share`,
    values: [tx.groupId, insurerId],
  })
  if (!found) invalid([{ path: 'header.insurerId', message: '保险公司不存在或已停用' }])
}

type Attached = { vehicleId: number | null; workOrderId: number } & Record<string, unknown>

/**
 * Refuses an order of another car, one that is over, and a second case of the same insurer on it (business/repair-insurance 1.2). Once the order is
 * settled, what the settlement took from the case stays.
 * @throws Failure invalid or refusal
 */
export async function assertOrder(
  tx: CallerTx,
  header: Attached,
  before: InsuranceCase | undefined,
): Promise<{ state: string }> {
  const { workOrderId, insurerId } = header
  const order = await tx.one<{ billNo: string; state: string; vehicleId: number | null; otherNo: string | null }>({
    name: 'order-of-case',
    text: `select o.bill_no, o.state, o.vehicle_id, (select c.bill_no from repair_document c
        where c.group_id = o.group_id and c.work_order_id = o.id and c.kind = '${kind}' and c.insurer_id = $4 and c.state <> 'voided'
          and c.id is distinct from $5::bigint limit 1) as other_no
      from repair_document o where o.group_id = $1 and o.org_id = $2 and o.id = $3 and o.kind = 'work_order'`,
    values: [tx.groupId, tx.caller.orgId, workOrderId, insurerId as number, before?.id ?? null],
  })
  const at = (message: string) => invalid([{ path: 'header.workOrderId', message }])
  if (!order) return at('工单不存在')
  if (order.vehicleId !== header.vehicleId) at(`工单 ${order.billNo} 不是这辆车的`)
  if (order.otherNo) at(`工单 ${order.billNo} 已有该保险公司的案件 ${order.otherNo}`)
  const isNew = before?.workOrderId !== workOrderId
  if (isNew && (isSettled(order.state) || order.state === 'cancelled')) at(`工单 ${order.billNo} 已结算或已取消`)
  if (!isNew && isSettled(order.state) && isChanged(header, before))
    refuse(`工单 ${order.billNo} 已结算，保险公司和定损、免赔、折旧、残值不能再改，请先反结算`)
  return order
}

function isChanged(header: Attached, before: InsuranceCase | undefined): boolean {
  const isOther = (name: (typeof figures)[number]) => compare(String(header[name] ?? '0'), before?.[name] ?? '0') !== 0
  return (
    header['insurerId'] !== before?.insurerId ||
    header['paysDirectly'] !== before?.paysDirectly ||
    figures.some(isOther)
  )
}
