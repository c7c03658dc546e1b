// 长款 and 短款: what was declared beside the books is posted by slips that the hand-over makes and undoes.
import { type Decimal, isZero } from '@chepu/contract/kernel/decimal'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'

/** Which hand-over, of which day. */
interface Day {
  id: number
  billNo: string
  day: string
  remark: string
}

/** Posts 长款 as other income and 短款 as other expense, a slip an account, in yuan. */
export async function postDifferences(
  _tx: CallerTx,
  _day: Day,
  rows: readonly { accountId: number; difference: Decimal }[],
): Promise<void> {
  if (rows.some(({ difference }) => !isZero(difference))) refuse('长短款尚不能入账')
}

/** Takes them back on their own day. */
export async function takeBackDifferences(_tx: CallerTx, _day: Pick<Day, 'id' | 'day'>): Promise<void> {}
