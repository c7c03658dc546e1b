import { add, compare, isPositive, isZero, sub, withCommas } from '@chepu/contract/kernel/decimal'
import { type CasePaper, type insuranceCase, type Verdict } from '@chepu/contract/repair/insurance-case'
import { correctItem, moveItem, undoSlips } from '../../finance/public'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { RepairActions, RepairKind } from '../../kernel/repair/types'
import {
  assertNotMerged,
  type InsuranceCase,
  insurerItem,
  type InsurerItem,
  isInWork,
  isSettled,
  standingOf,
} from './standing'
import { assertOrder, insuranceCaseTraits } from './traits'

const actions: RepairActions<typeof insuranceCase> = {
  async attach(tx, doc, { input, note }) {
    const asked = input as { workOrderId?: number }
    const workOrderId = asked.workOrderId ?? (await latestOrder(tx, doc))
    if (doc.workOrderId !== null && isSettled((await standingOf(tx, doc)).state))
      refuse(`保险案件 ${doc.billNo} 的工单已结算，不能更换`)
    const { vehicleId, insurerId } = doc
    const order = await assertOrder(tx, { vehicleId, insurerId, workOrderId }, { ...doc, workOrderId: null })
    note({ workOrderId })
    if (doc.state === 'reported') return 'reported'
    return isInWork(order.state) ? 'in_repair' : 'assessed'
  },

  async assess(tx, doc) {
    const missing = [
      ...(doc.surveyor === '' ? ['定损员'] : []),
      ...(doc.assessedOn === null ? ['定损日期'] : []),
      ...(isPositive(assessedOf(doc)) ? [] : ['定损金额']),
    ]
    if (missing.length > 0) refuse(`请先填写${missing.join('、')}`)
    if (doc.workOrderId === null) return 'assessed'
    return isInWork((await standingOf(tx, doc)).state) ? 'in_repair' : 'assessed'
  },

  async handIn(tx, doc) {
    const { billNo, state, vin } = await standingOf(tx, doc)
    if (!isSettled(state)) refuse(`工单 ${billNo} 还没有结算，结算后才能交单`)
    if (state === 'refunded') refuse(`工单 ${billNo} 已退单，不用交单`)
    if (!vin) refuse('车辆没有车架号，请先在车辆资料补录')
    const missing = (doc.papers as CasePaper[]).filter(({ isHeld }) => !isHeld).map(({ name }) => name)
    if (missing.length > 0) refuse(`单证不齐，还缺：${missing.join('、')}`)
    return 'submitted'
  },

  returned: async () => 'in_repair',

  async agree(tx, doc, { input, note }) {
    const { amount, rest } = input as Verdict
    note({ agreedAmount: amount })
    const standing = await standingOf(tx, doc)
    const item = await insurerItem(tx, doc, standing)
    if (!item) return 'paid'
    if (isZero(item.billed)) {
      // All that he was billed was refunded: the case ends with nothing, whatever he would have paid.
      note({ agreedAmount: '0' })
      return 'paid'
    }
    const less = sub(item.billed, amount)
    assertWithin(item, less)
    if (isPositive(less)) {
      const words = { amount: less, remark: `核赔差额 ${doc.billNo}` }
      if (rest === 'shop') await correctItem(tx, doc, item, words)
      else await moveItem(tx, doc, item, { ...words, payerId: standing.customerId })
    }
    return isZero(sub(item.balance, less)) ? 'paid' : 'agreed'
  },

  async refuse(tx, doc, { reason, note }) {
    note({ agreedAmount: '0', reason })
    const standing = await standingOf(tx, doc)
    const item = await insurerItem(tx, doc, standing)
    if (!item || isZero(item.billed)) return 'refused'
    assertWithin(item, item.billed)
    const remark = `保险拒赔 ${doc.billNo}`
    await moveItem(tx, doc, item, { amount: item.balance, remark, payerId: standing.customerId })
    return 'refused'
  },

  async undo(tx, doc, { note }) {
    await assertNotMerged(tx, doc)
    waitForVerdict(tx, doc)
    await undoSlips(tx, doc)
    note({ agreedAmount: null, reason: '' })
    return 'submitted'
  },

  async void(tx, doc, { reason, note }) {
    if (doc.workOrderId !== null) {
      const { billNo, state } = await standingOf(tx, doc)
      if (isSettled(state)) refuse(`工单 ${billNo} 已结算，不能作废保险案件，请先反结算`)
    }
    note({ reason })
    return 'voided'
  },
}

/** The case follows what its insurer owes no more, before that is opened again by the verdict that goes. */
const waitForVerdict = (tx: CallerTx, { id }: InsuranceCase): void =>
  tx.send({
    name: 'case-waits-for-verdict',
    text: `update repair_document set state = 'submitted' where group_id = $1 and id = $2`,
    values: [tx.groupId, id],
  })

/** The latest order of the car of a case that is neither settled nor cancelled. @throws Failure refusal when there is none */
async function latestOrder(tx: CallerTx, { vehicleId }: InsuranceCase): Promise<number> {
  const order = await tx.one<{ id: number }>({
    name: 'latest-order-of-car',
    text: `select id from repair_document where group_id = $1 and org_id = $2 and kind = 'work_order' and vehicle_id = $3
      and state not in ('settled', 'delivered', 'refunded', 'cancelled') order by id desc limit 1`,
    values: [tx.groupId, tx.caller.orgId, vehicleId],
  })
  return order?.id ?? refuse('这辆车没有未结算的工单')
}

const assessedOf = ({ assessedLabour, assessedMaterial }: InsuranceCase) => add(assessedLabour, assessedMaterial)

/** The insurer agrees to no more than he was billed, and to no less than he has paid. */
function assertWithin({ billed, balance }: InsurerItem, less: string): void {
  if (compare(less, '0') < 0) refuse(`核赔金额超过保险应付 ${withCommas(billed)} 元`)
  if (compare(less, balance) > 0)
    refuse(`保险公司已付 ${withCommas(sub(billed, balance))} 元，核赔金额不能少于已付金额`)
}

/** Refuses to take back the settlement of an order whose insurers have the papers. Its cases are held, so that none is handed in meanwhile. @throws Failure refusal */
export async function assertNoneSubmitted(tx: CallerTx, workOrderId: number): Promise<void> {
  const cases = await tx.query<{ billNo: string; state: string }>({
    name: 'hold-cases-of-order',
    text: `select bill_no, state from repair_document where group_id = $1 and kind = 'insurance_case' and work_order_id = $2 order by id for share`,
    values: [tx.groupId, workOrderId],
  })
  const found = cases.find(({ state }) => ['submitted', 'agreed', 'paid', 'refused'].includes(state))
  if (found) refuse(`保险案件 ${found.billNo} 已交单，不能反结算，请先退回案件`)
}

export const insuranceCaseKind = { ...insuranceCaseTraits, actions } satisfies RepairKind<typeof insuranceCase>
