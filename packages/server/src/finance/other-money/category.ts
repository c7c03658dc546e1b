import { moneyDirections } from '@chepu/contract/basics/words'
import { isDifference, type MoneyDirection } from '@chepu/contract/finance/other-money'
import { invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'

interface Category {
  name: string
  direction: MoneyDirection
  isActive: boolean
  isSystem: boolean
}

/**
 * Refuses what is no category that people sort this direction of money by.
 * @throws Failure invalid, naming the field
 */
export async function assertCategory(
  tx: CallerTx,
  { id, direction }: { id: number; direction: MoneyDirection },
  path = 'header.categoryId',
): Promise<void> {
  const category = await tx.one<Category>({
    name: 'category-of-slip',
    text: 'select name, direction, is_active, is_system from expense_category where group_id = $1 and id = $2',
    values: [tx.groupId, id],
  })
  const fault = (message: string) => invalid([{ path, message }])
  if (!category) return fault('类别不存在')
  if (category.direction !== direction) fault(`类别“${category.name}”不是${moneyDirections[direction]}类别`)
  if (!category.isActive) fault(`类别“${category.name}”已停用`)
  if (isDifference(category)) fault(`类别“${category.name}”由系统使用，不能手工录入`)
}
