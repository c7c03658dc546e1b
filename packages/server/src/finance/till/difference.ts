// 长款 and 短款: what was declared beside the books is posted by slips that the hand-over makes and undoes.
import { type Decimal, isZero } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import { reverseTogether } from '../../kernel/ledgers'
import { type DocumentRef, periodOf } from '../../kernel/ledgers/types'
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
