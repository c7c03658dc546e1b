// The life of a money document between entry and the ledgers. Kinds compose their actions from these steps.
import type { StateOf } from '@chepu/contract/kernel/document'
import type { MoneyDef } from '@chepu/contract/kernel/money-document'
import { firstState, stateAt } from '@chepu/contract/kernel/states'
import { shanghaiDay } from '../base/calendar'
import type { CallerTx } from '../db/tx'
import { refuse } from '../base/errors'
import { post, reverse } from '../ledgers'
import type { Posting } from '../ledgers/types'
import { assertOpenPeriod } from '../document/period'
import { insertRed, negated } from '../document/red'
import { insertRows } from '../document/rows'
import { moneySlips } from './repo'
import type { MoneySlip, MoneyTraits, SlipItem } from './types'

/** Posts a document: period and ledgers, which refuse what is no longer open (business/finance 2.1). Leads to 已完成. */
export async function postSlip<Def extends MoneyDef>(
  tx: CallerTx,
  kind: MoneyTraits<Def>,
  slip: MoneySlip,
  posting: Posting,
  options: { anyDay?: boolean } = {},
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
  options: { anyDay?: boolean } = {},
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
  await reverse(tx, slip, await insertRedSlip(tx, kind.def, slip, bizDate), [])
  return stateAt(kind.def, 'reversed') as StateOf<Def>
}

/** The columns of an item without what its open item says beside it. */
const ownColumns = ({
  side,
  partnerId,
  itemBillNo,
  itemDueOn,
  itemTab,
  itemPayerType,
  itemIsUnconfirmed,
  ...item
}: SlipItem) => item

/** What of a header is negative on its red pair. */
const headerFigures = [
  'total',
  'fee',
  'writtenOff',
  'discount',
  'advance',
  'amountDue',
  'principalChange',
  'giftChange',
  'pointsChange',
  'packageChange',
  'penalty',
] as const satisfies readonly (keyof MoneySlip)[]

/** Writes the red slip beside a posted one, with its tenders and items, all figures negated. */
export async function insertRedSlip(tx: CallerTx, def: MoneyDef, slip: MoneySlip, bizDate: string): Promise<MoneySlip> {
  const { tenders, items, ...header } = slip
  const own = {
    ...negated(header, headerFigures),
    cardBefore: null,
    cardAfter: null,
    recurringId: null,
    recurringMonth: null,
  }
  const red = await insertRed(tx, moneySlips, def, own, bizDate)
  await insertRows(
    tx,
    'money_slip_tender',
    tenders.map((tender) => ({ ...negated(tender, ['amount', 'fee']), slipId: red.id })),
  )
  await insertRows(
    tx,
    'money_slip_item',
    items.map((item) => ({ ...negated(ownColumns(item), ['amount', 'discount']), slipId: red.id })),
  )
  return { ...red, tenders, items }
}
