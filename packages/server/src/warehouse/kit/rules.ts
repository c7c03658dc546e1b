import { compare, truncate } from '@chepu/contract/kernel/decimal'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { fieldError, invalid } from '../../kernel/base/errors'
import type { SaveRequest } from '../../kernel/goods/save'

/**
 * One line is the kit, in whole kits; every other one is a component and no kit of that part again (business/warehouse 1.5).
 * @throws Failure invalid, by line
 */
export function assertKit({ lines }: SaveRequest): void {
  const [kit, another] = lines.filter((line) => line['isKit'] === true)
  if (!kit) invalid([fieldError('lines', '请指定一行为成品')])
  if (another) invalid([fieldError(`lines.${lines.indexOf(another)}.isKit`, '只能有一行成品')])
  if (lines.length === 1) invalid([fieldError('lines', '请至少录入一行组件')])
  const errors = lines.flatMap((line, i): FieldError[] => {
    if (line !== kit) return line.partId === kit.partId ? [fieldError(`lines.${i}.partId`, '组件不能是成品本身')] : []
    const isWhole = compare(truncate(kit.qty, 0), kit.qty) === 0
    return isWhole ? [] : [fieldError(`lines.${i}.qty`, '成品的套数应为整数')]
  })
  if (errors.length > 0) invalid(errors)
}
