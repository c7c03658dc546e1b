// Cash that is counted too much or too little: a slip of the program's own, made by the document that counts (business/money-slips 1.1).
import { differenceCategories, otherMoneyOf } from '@chepu/contract/finance/other-money'
import { abs, type Decimal, isNegative, money } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import type { DocumentRef } from '../../kernel/ledgers/types'
import type { MoneySlip } from '../../kernel/money/types'
import { makeSlip } from '../slip/at-once'
import { postingOf } from './posting'

/**
 * Writes and posts 其他收入单 of 长款 or 其他支出单 of 短款 for what an account holds beyond the books, in yuan: above zero where there is more
 * than they say, never zero. The document that counts makes it and undoes it (`madeSlips`, `voidSlips`).
 */
export async function makeDifference(
  tx: CallerTx,
  maker: DocumentRef,
  { storeAccountId, amount, remark }: { storeAccountId: number; amount: Decimal; remark: string },
): Promise<MoneySlip> {
  const direction = isNegative(amount) ? 'out' : 'in'
  const category = await tx.one<{ id: number }>({
    name: 'category-of-difference',
    text: `select id from expense_category where group_id = $1 and direction = $2 and name = $3 and is_system`,
    values: [tx.groupId, direction, differenceCategories[direction]],
  })
  if (!category) throw new Error(`the group has no category ${differenceCategories[direction]}`)
  const total = money(abs(amount))
  const figures = { total, fee: '0.00', writtenOff: '0.00', discount: '0.00', advance: '0.00' }
  return makeSlip(
    tx,
    { ...maker, partnerId: null, salespersonId: null },
    {
      def: otherMoneyOf[direction],
      header: { purpose: 'cash', categoryId: category.id, remark, ...figures },
      tenders: [{ storeAccountId, amount: total, fee: '0.00', tradeNo: '' }],
      items: [],
      posting: (slip) => postingOf(slip, direction),
    },
  )
}
