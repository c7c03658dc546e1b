import { addDays } from '@chepu/contract/kernel/calendar'
import { itemsOf, numberedItems, offerDays } from '@chepu/contract/sales/quoted-items'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invalid } from '../../kernel/base/errors'
import type { SaveRequest } from '../../kernel/goods/save'
import type { GoodsDocument } from '../../kernel/goods/types'

type Line = SaveRequest['lines'][number] & { groupNo: number | null; isChosen: boolean }

/**
 * What was typed with what it leaves blank: how long the offer holds, and a number for every asked item (business/sales 1.7). Refuses an
 * offer that ends before its day, and an item of which several alternatives are chosen, by line.
 */
export function completedQuotation({ header, lines, ...request }: SaveRequest): SaveRequest {
  const validUntil = (header['validUntil'] as string | null) ?? addDays(header.bizDate, offerDays)
  if (validUntil < header.bizDate) invalid([{ path: 'header.validUntil', message: '有效期至不能早于业务日期' }])
  const numbered = numberedItems(lines as Line[])
  assertOneChosen(numbered)
  return { ...request, header: { ...header, validUntil }, lines: numbered }
}

function assertOneChosen(lines: readonly Line[]): void {
  const errors = itemsOf(lines).flatMap((item) => {
    const [first, ...others] = item.filter((line) => line.isChosen).map((line) => lines.indexOf(line))
    return others.map((at) => ({
      path: `lines.${at}.isChosen`,
      message: `第${at + 1}行 与第${(first ?? 0) + 1}行是同一询价项的备选，只能选定一行`,
    }))
  })
  if (errors.length > 0) invalid(errors)
}

/** Nobody offers what has run out; `way` says what to do about it. */
export function assertStillHolds({ validUntil }: Pick<GoodsDocument, 'validUntil'>, way = '，请改为今天或以后'): void {
  if (validUntil === null || validUntil >= shanghaiDay()) return
  invalid([{ path: 'header.validUntil', message: `有效期至 ${validUntil} 已过${way}` }])
}

/** An offer is not renewed until a day that is over. */
export function assertNotOver(validUntil: string): void {
  if (validUntil < shanghaiDay()) invalid([{ path: 'input.validUntil', message: '有效期至应为今天或以后' }])
}
