// 长款 and 短款: what was declared beside the books is posted by slips that the hand-over makes and undoes.
import { tillButtons } from '@chepu/contract/finance/till'
import { type Decimal, isZero } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import { reverseTogether } from '../../kernel/ledgers'
import { type DocumentRef, periodOf } from '../../kernel/ledgers/types'
import { notify, usersWith } from '../../kernel/notify/notify'
import { makeDifference } from '../other-money/difference'
import { madeSlips, voidSlips } from '../slip/at-once'

/** Which hand-over, of which day. */
interface Day {
  id: number
  billNo: string
  day: string
}

/** What makers of slips are called. */
const tillKind = 'till_day'

const makerOf = (tx: CallerTx, { id, billNo, day }: Day): DocumentRef => ({
  orgId: tx.caller.orgId,
  kind: tillKind,
  id,
  billNo,
  bizDate: day,
  period: periodOf(day),
  departmentId: null,
})

/** Posts 长款 as other income and 短款 as other expense on that day, a slip an account, in yuan. */
export async function postDifferences(
  tx: CallerTx,
  day: Day & { remark: string },
  rows: readonly { accountId: number; difference: Decimal }[],
): Promise<void> {
  const remark = `日结 ${day.billNo}${day.remark === '' ? '' : `：${day.remark}`}`.slice(0, 255)
  for (const { accountId, difference } of rows)
    if (!isZero(difference))
      await makeDifference(tx, makerOf(tx, day), { storeAccountId: accountId, amount: difference, remark })
}

/** Event 5 of business/notifications 4: money between the shop and a person. */
const aboutMoney = 5

/** Tells whoever may open the day again that something is missing or too much; without figures, since many may read it (ADR 0025). */
export async function tellOfDifferences(
  tx: CallerTx,
  { billNo, day }: Day,
  rows: readonly { difference: Decimal }[],
): Promise<void> {
  if (rows.every(({ difference }) => isZero(difference))) return
  const { orgId, userId } = tx.caller
  const able = await usersWith(tx, orgId, tillButtons.reopen)
  notify(tx, {
    users: able.filter((id) => id !== userId),
    kind: 'news',
    msgType: aboutMoney,
    message: `${day} 的日结有长短款，交款单 ${billNo}`,
    orgId,
    screen: 'till',
    params: { tab: 'done', different: 'true', from: day, to: day },
  })
}

/** Takes them back on their own day. */
export async function takeBackDifferences(tx: CallerTx, day: Day): Promise<void> {
  const slips = await madeSlips(tx, { kind: tillKind, id: day.id })
  if (slips.length === 0) return
  voidSlips(tx, slips)
  await reverseTogether(
    tx,
    makerOf(tx, day),
    slips.map((slip) => ({ original: slip, target: slip, lines: [] })),
  )
}
