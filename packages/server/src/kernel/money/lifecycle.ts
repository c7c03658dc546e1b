// The life of a money document between entry and the ledgers. Kinds compose their actions from these steps.
import { neg } from '@chepu/contract/kernel/decimal'
import type { StateOf } from '@chepu/contract/kernel/document'
import type { MoneyDef } from '@chepu/contract/kernel/money-document'
import { firstState, stateAt } from '@chepu/contract/kernel/states'
import { shanghaiDay } from '../base/calendar'
import type { CallerTx } from '../db/db'
import { refuse } from '../base/errors'
import { post, reverse } from '../ledgers'
import { type DocumentRef, periodOf, type Posting } from '../ledgers/types'
import { snake } from '../db/names'
import { nextBillNo } from '../db/numbering'
import { assertOpenPeriod } from '../document/period'
import type { MoneySlip, MoneyTraits } from './types'

/** Posts a document: period and ledgers, which refuse what is no longer open (business/finance 2.1). Leads to 已完成. */
export async function postSlip<Def extends MoneyDef>(
  tx: CallerTx,
  kind: MoneyTraits<Def>,
  slip: MoneySlip,
  posting: Posting,
  options: { isOpening?: boolean } = {},
): Promise<StateOf<Def>> {
  await assertOpenPeriod(tx, slip.bizDate, options)
  await post(tx, slip, posting)
  return stateAt(kind.def, 'posted') as StateOf<Def>
}

/** 反审核: opposite ledger rows under the same document, which is a draft again. Only on the day of the posting (business/documents 1.5). */
export async function unpostSlip<Def extends MoneyDef>(
  tx: CallerTx,
  kind: MoneyTraits<Def>,
  slip: MoneySlip,
  options: { isOpening?: boolean } = {},
): Promise<StateOf<Def>> {
  if (slip.postedAt === null || shanghaiDay(new Date(slip.postedAt)) !== shanghaiDay())
    refuse(`单据 ${slip.billNo} 不是今天审核的，请改用红冲`)
  await assertOpenPeriod(tx, slip.bizDate, options)
  await reverse(tx, slip, slip, [])
  return firstState(kind.def) as StateOf<Def>
}

/** 红冲: a red document of today with all figures negated undoes the blue one (business/documents 1.6). */
export async function reverseSlip<Def extends MoneyDef>(
  tx: CallerTx,
  kind: MoneyTraits<Def>,
  slip: MoneySlip,
): Promise<StateOf<Def>> {
  const bizDate = shanghaiDay()
  await assertOpenPeriod(tx, bizDate)
  const red = await insertRed(tx, kind, slip, bizDate)
  const target: DocumentRef = { ...slip, id: red.id, billNo: red.billNo, bizDate, period: periodOf(bizDate) }
  await reverse(tx, slip, target, [])
  return stateAt(kind.def, 'reversed') as StateOf<Def>
}

async function insertRed(tx: CallerTx, kind: MoneyTraits, slip: MoneySlip, bizDate: string) {
  const { tenders, items, ...header } = slip
  const billNo = await nextBillNo(tx, kind.def.prefix)
  const now = new Date().toISOString()
  const redHeader = {
    ...header,
    total: neg(header.total),
    fee: neg(header.fee),
    writtenOff: neg(header.writtenOff),
    discount: neg(header.discount),
    advance: neg(header.advance),
    billNo,
    bizDate,
    period: periodOf(bizDate),
    state: stateAt(kind.def, 'posted'),
    version: 1,
    revision: 0,
    isRed: true,
    redOf: slip.id,
    printCount: 0,
    creatorId: tx.caller.userId,
    createdAt: now,
    submitterId: null,
    submittedAt: null,
    approverId: tx.caller.userId,
    approvedAt: now,
    posterId: tx.caller.userId,
    postedAt: now,
  }
  const [saved] = await insertRows(tx, 'money_slip', [redHeader])
  const id = saved?.id as number
  await insertRows(
    tx,
    'money_slip_tender',
    tenders.map((tender) => ({ ...tender, slipId: id, amount: neg(tender.amount), fee: neg(tender.fee) })),
  )
  await insertRows(
    tx,
    'money_slip_item',
    items.map(({ side: _side, partnerId: _partner, itemBillNo: _no, itemDueOn: _due, ...item }) => ({
      ...item,
      slipId: id,
      amount: neg(item.amount),
      discount: neg(item.discount),
    })),
  )
  return { id, billNo }
}

function insertRows(tx: CallerTx, table: string, rows: readonly object[]): Promise<{ id: number }[]> {
  const keys = Object.keys(rows[0] ?? {}).filter((key) => key !== 'id')
  return tx.insert(
    table,
    keys.map(snake),
    rows.map((row) => keys.map((key) => (row as Record<string, unknown>)[key])),
    'returning id',
  )
}
