import { button } from '@chepu/contract/access/catalogue'
import type { PackageUse } from '@chepu/contract/cards/deduction'
import { stateLabel } from '@chepu/contract/kernel/states'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { repairSettlement, type SettledInsurer } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { type RawBuilder, sql } from 'kysely'
import { forbidden, invalid, refuse } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { RepairRequest, RepairTraits } from '../../kernel/repair/types'
import { settledOutput } from '../queries/settled-days'
import type { WorkOrder } from '../work-order/traits'
import { lockCoupons } from './coupons'
import { collectedOfItems, customerItems } from './owed'
import { writeSettledLines } from './repo'
import {
  chargesOf,
  figuresOf,
  type Given,
  isCharged,
  isGiven,
  orderOnce,
  orderToSettle,
  type Settlement,
  sumColumns,
} from './settled'

const { kind } = repairSettlement

/** What the customer has paid of a settlement `d`, or has still to pay. */
const ofItems = (figure: string): RawBuilder<string> =>
  sql`coalesce((select sum(${sql.raw(figure)}) from open_item i where ${sql.raw(customerItems)}), 0.00)`

/** 费用结算单 on the server. */
export const settlementTraits: RepairTraits<typeof repairSettlement> = {
  def: repairSettlement,
  named: ['couponNos'],
  columns: {
    workOrderNo: sql`(select o.bill_no from repair_document o where o.group_id = d.group_id and o.id = d.work_order_id)`,
    outputAmount: settledOutput,
    collectedAmount: ofItems(collectedOfItems),
    openAmount: ofItems('i.balance'),
  },
  prepare,
  saved,
}

/** What the draft would settle stands on it as lines, for its paper (预结算). */
async function saved(tx: CallerTx, id: number, { header }: RepairRequest, before?: Settlement): Promise<void> {
  const order = await orderOnce(tx, header['workOrderId'] as number, 'read')
  const when = { bizDate: header.bizDate, settlementId: id }
  const { figures, coupons } = await figuresOf(tx, order, givenIn(header), when)
  const holder = { id, partnerId: order.partnerId, bizDate: header.bizDate }
  await lockCoupons(tx, holder, idsOf(coupons), before?.couponIds)
  await writeSettledLines(tx, { id, lines: before?.lines ?? [] }, figures.lines, { isDraft: true })
}

const givenIn = (header: RepairRequest['header']): Given => ({
  orderDiscount: header['orderDiscount'] as string,
  insurers: (header['insurers'] ?? []) as SettledInsurer[],
  packageUses: (header['packageUses'] ?? []) as PackageUse[],
  coupons: { numbers: (header['couponNos'] ?? []) as string[] },
})

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Car, customer and adviser are those of the order; sums are those that it would come to today. */
async function prepare(
  tx: CallerTx,
  { header }: RepairRequest,
  _lines: unknown,
  before: Settlement | undefined,
): Promise<Awaited<ReturnType<typeof columnsOf>>> {
  const workOrderId = header['workOrderId'] as number
  if (before && before.workOrderId !== workOrderId)
    invalid([{ path: 'header.workOrderId', message: '不能更换工单，请作废后重新结算' }])
  const order = await orderToSettle(tx, workOrderId)
  if (!isCharged(order)) refuse(`工单 ${order.billNo} 当前为「${stateLabel(workOrder, order.state)}」，不能结算`)
  // What it charges is read once, beside it.
  await Promise.all([!before && assertOnlyOne(tx, order), chargesOf(tx, order)])
  const given = givenIn(header)
  await assertInsurers(tx, given.insurers)
  if (isGiven(given) && !mayPress(tx.caller, button('repair_settlement', 'discount')))
    forbidden('您没有费用结算「整单优惠」的权限')
  return columnsOf(tx, order, given, { bizDate: header.bizDate, settlementId: before?.id })
}

/** Refuses a company that is no insurer of the group. */
async function assertInsurers(tx: CallerTx, insurers: readonly { partnerId: number }[]): Promise<void> {
  if (insurers.length === 0) return
  const rows = await tx.query<{ id: number }>({
    name: 'insurers-of-settlement',
    text: `select id from partner where group_id = $1 and cus_flag & ${partnerRoles.insurer} <> 0 and id = any ($2::bigint[])`,
    values: [tx.groupId, insurers.map(({ partnerId }) => partnerId)],
  })
  const known = new Set(rows.map(({ id }) => id))
  const errors = insurers.flatMap(({ partnerId }, i) =>
    known.has(partnerId) ? [] : [{ path: `header.insurers.${i}.partnerId`, message: '保险公司不存在' }],
  )
  if (errors.length > 0) invalid(errors)
}

async function columnsOf(tx: CallerTx, order: WorkOrder, given: Given, when: Parameters<typeof figuresOf>[3]) {
  const { figures, insurers, taxIncluded, coupons, faults } = await figuresOf(tx, order, given, when)
  if (faults.length > 0) invalid(faults.map(({ path, message }) => ({ path: `header.${path}`, message })))
  const { partnerId, vehicleId, salespersonId, departmentId, businessTypeId } = order
  const { contactName, contactMobile, mileage } = order
  const ofOrder = {
    partnerId,
    vehicleId,
    salespersonId,
    departmentId,
    businessTypeId,
    contactName,
    contactMobile,
    mileage,
  }
  const undecided = { passedBy: null, passedVersion: null }
  const typed = {
    insurers: JSON.stringify(insurers),
    packageUses: JSON.stringify(given.packageUses),
    couponIds: idsOf(coupons),
  }
  return { ...ofOrder, ...undecided, taxIncluded, ...typed, ...sumColumns(figures) }
}

/** An order has one settlement; the lock of the order orders those who begin one. */
async function assertOnlyOne(tx: CallerTx, order: { id: number; billNo: string }): Promise<void> {
  const other = await tx.one<{ billNo: string }>({
    name: 'settlement-of-order',
    text: `select bill_no from repair_document where group_id = $1 and kind = $2 and work_order_id = $3 and state <> 'voided'`,
    values: [tx.groupId, kind, order.id],
  })
  if (other) refuse(`工单 ${order.billNo} 已有结算单 ${other.billNo}`)
}
