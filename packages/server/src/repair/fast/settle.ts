// One save makes all documents of a car wash, an oil change, a bottle of coolant (business/fast-counter 2, ADR 0260).
import { button } from '@chepu/contract/access/catalogue'
import type { FastBill, FastSettleBody } from '@chepu/contract/repair/fast-order'
import { collection } from '@chepu/contract/finance/collection'
import { writeOff } from '@chepu/contract/finance/write-off'
import { isPositive } from '@chepu/contract/kernel/decimal'
import { picking } from '@chepu/contract/picking/picking'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { sees } from '../../kernel/caller/caller'
import { awaitDocuments } from '../../kernel/db/numbering'
import type { CallerTx } from '../../kernel/db/tx'
import { runAction, type Saved } from '../../kernel/document/run-action'
import { repairActionKind } from '../../kernel/repair/routes'
import { goodsDocuments } from '../../kernel/goods/repo'
import { moneySlips } from '../../kernel/money/repo'
import { repairDocuments } from '../../kernel/repair/repo'
import { saveRepair } from '../../kernel/repair/save'
import type { RepairRequest } from '../../kernel/repair/types'
import { issueAtOnce } from '../../picking/public'
import { doneAtOnce } from '../dispatch/at-once'
import { settlementKind } from '../settlement/actions'
import { settlementTraits } from '../settlement/traits'
import { workOrderKind } from '../work-order/actions'
import type { WorkOrder } from '../work-order/traits'
import { assertAtCounter } from './rights'
import { assertPlaces, atCounterFields, holdGiven, settlementRequest } from './spending'
import { writeOrder } from './write'

/** Buttons of the steps that the right to settle at a counter contains. What is given away, and on credit, keeps its own rights. */
const steps = [
  button('work_order', 'confirm'),
  button('dispatch', 'check'),
  button('picking', 'add'),
  button('repair_settlement', 'settle'),
  button('repair_settlement', 'collect'),
]

const orders = repairActionKind(workOrderKind)
const settlements = repairActionKind(settlementKind)
/** Nobody sees its draft, so that nothing is worked out for the paper of one; car and customer are those of the order that was just written. */
const { saved: _, ...traits } = settlementTraits
const unseen = { ...traits, holdsCar: true as const }

/**
 * Writes the order, has the customer agree, the work done, the goods issued, and settles and collects: every step by its own rules, all or nothing.
 * @throws Failure as each of the steps does
 */
export async function settleAtOnce(tx: CallerTx, body: FastSettleBody): Promise<FastBill> {
  assertAtCounter(tx, body.kind, 'settle')
  if (body.id === undefined) assertAtCounter(tx, body.kind, 'add')
  assertPlaces(body)
  awaitDocuments(tx, numberedBy(body))
  const saved = await writeOrder(tx, body)
  await holdGiven(tx, body)
  return tx.withButtons(steps, async () => {
    const { order, pickingNo } = await carryOut(tx, saved, body)
    const settled = await settle(tx, order, body)
    return {
      orderId: saved.id,
      orderNo: saved.billNo,
      settlementId: settled.id,
      settlementNo: settled.billNo,
      pickingNo: pickingNo ?? null,
    }
  })
}

/** What the save is going to write, so that it draws its numbers together. */
function numberedBy({ id, materials, payment: { cards, tenders } }: FastSettleBody) {
  const document = (isMade: boolean, { prefix }: { prefix: string }, { table }: { table: string }) =>
    isMade ? [{ prefix, table }] : []
  return [
    ...document(id === undefined, workOrder, repairDocuments),
    ...document(
      materials.some(({ isCustomerSupplied }) => !isCustomerSupplied),
      picking,
      goodsDocuments,
    ),
    ...document(true, repairSettlement, repairDocuments),
    ...cards.flatMap(({ amount }) => document(isPositive(amount), writeOff, moneySlips)),
    ...document(tenders.length > 0, collection, moneySlips),
  ]
}

/** From the estimate to 已完工. */
async function carryOut(tx: CallerTx, saved: Saved, body: FastSettleBody) {
  const by = body.header.contactName || '本人'
  const { version } = await runAction(tx, orders, saved.id, 'confirm', {
    version: saved.version,
    input: { method: 'counter', by },
  })
  const { order, moved } = await doneAtOnce(tx, saved.id, body)
  if (order.version !== version) throw new Error('an order was changed under its lock')
  const pickingNo = await issueAtOnce(tx, order)
  await runAction(tx, orders, saved.id, 'complete', { version: moved.version, input: {} })
  return { order, pickingNo }
}

/** The settlement of a completed order, posted with what is paid. */
const settle = (tx: CallerTx, order: WorkOrder, body: FastSettleBody): Promise<Saved> =>
  atCounterFields(async () => {
    const { id, version } = await saveRepair(tx, unseen, settlementRequest(order, body) as RepairRequest)
    return runAction(tx, settlements, id, 'settle', { version, input: body.payment })
  })

/** The bill with what the customer owed and has paid, yuan, read beside the commit; without it for who may not see prices. */
export async function withPaid(tx: CallerTx, made: FastBill): Promise<FastBill> {
  if (!sees(tx.caller, 'doc_price')) return made
  const row = await tx.one<{ customerDue: string; received: string }>({
    name: 'paid-at-counter',
    text: 'select customer_due, received_amount as received from repair_document where group_id = $1 and id = $2',
    values: [tx.groupId, made.settlementId],
  })
  return { ...made, ...row }
}
