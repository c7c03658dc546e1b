// Slips by which a document corrects what a partner owes, or has another partner owe it: made, posted and undone with that document (ADR 0205).
import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { writeOff } from '@chepu/contract/finance/write-off'
import { type Decimal, money, neg } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import { assertOpenPeriod } from '../../kernel/document/period'
import { reverseTogether } from '../../kernel/ledgers'
import { periodOf } from '../../kernel/ledgers/types'
import { postingOf as ofAdjustment } from '../balance-adjustment/posting'
import { postingOf as withoutMoney } from '../write-off/posting'
import { type Maker, madeSlips, makeSlip, voidSlips } from './at-once'

/** A receivable, and who owes it. */
interface Receivable {
  id: number
  partnerId: number
  dueOn: string
}

/** What of it is changed, in yuan above zero, and why. */
interface Correction {
  amount: Decimal
  remark: string
}

const today = (maker: Maker): Maker => {
  const bizDate = shanghaiDay()
  return { ...maker, bizDate, period: periodOf(bizDate) }
}
const settled = (amount: Decimal) => ({ fee: '0.00', writtenOff: amount, discount: '0.00', advance: '0.00' })

/**
 * A receivable is less by an amount that the organisation bears: a 往来调整单 for it, and a 往来核销单 that settles the two against each other
 * (business/finance 5). Dated today.
 * @throws Failure refusal in a closed month
 */
export async function correctItem(tx: CallerTx, maker: Maker, item: Receivable, { amount, remark }: Correction) {
  const { partnerId, dueOn } = item
  const dated = today(maker)
  await assertOpenPeriod(tx, dated.bizDate)
  const less = money(neg(amount))
  const corrected = await makeSlip(tx, dated, {
    def: balanceAdjustment,
    header: { partnerId, purpose: 'adjust', side: 'AR', dueOn, remark, total: less, ...settled('0.00') },
    tenders: [],
    items: [],
    posting: ofAdjustment,
  })
  const opened = await tx.one<{ id: number }>({
    name: 'item-of-correction',
    text: `select id from open_item where group_id = $1 and source_kind = $2 and source_id = $3 and original <> 0`,
    values: [tx.groupId, balanceAdjustment.kind, corrected.id],
  })
  if (!opened) throw new Error('a correction has opened nothing')
  await makeSlip(tx, dated, {
    def: writeOff,
    header: { partnerId, purpose: 'red_blue', remark, total: amount, ...settled(amount) },
    tenders: [],
    items: [
      { openItemId: item.id, amount, discount: '0.00' },
      { openItemId: opened.id, amount: less, discount: '0.00' },
    ],
    posting: withoutMoney,
  })
}

/**
 * An amount of a receivable is owed by another partner from now on (应收转应收, business/finance 3). Dated today.
 * @throws Failure refusal in a closed month
 */
export async function moveItem(
  tx: CallerTx,
  maker: Maker,
  item: Receivable,
  { amount, remark, payerId }: Correction & { payerId: number },
) {
  const dated = today(maker)
  await assertOpenPeriod(tx, dated.bizDate)
  await makeSlip(tx, dated, {
    def: writeOff,
    header: { partnerId: item.partnerId, payerId, purpose: 'transfer', remark, total: amount, ...settled(amount) },
    tenders: [],
    items: [{ openItemId: item.id, amount, discount: '0.00' }],
    posting: withoutMoney,
  })
}

/** Takes back the slips that a document has made, the last one first; refused where what they opened has been settled. */
export async function undoSlips(tx: CallerTx, maker: Maker): Promise<void> {
  const slips = await madeSlips(tx, maker)
  for (const { bizDate } of slips) await assertOpenPeriod(tx, bizDate)
  voidSlips(tx, slips)
  await reverseTogether(
    tx,
    maker,
    slips.toReversed().map((slip) => ({ original: slip, target: slip, lines: [] })),
  )
}
