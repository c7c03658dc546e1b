// By which packages a line of a bill may be covered (business/cards 5).
import {
  type CoverableLine,
  isOfLine,
  type PackageItem,
  type PackageUse,
  proposedUses,
} from '@chepu/contract/cards/deduction'
import { sub, sumOf, trimZeros } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import type { SettlementPreview } from '@chepu/contract/repair/settlement'

type Line = SettlementPreview['lines'][number]
type Item = SettlementPreview['packageItems'][number]

/** A way to cover a line whole. */
interface Choice {
  /** The items that it takes times of. */
  value: string
  text: string
  uses: PackageUse[]
}

/** Only what is good for the car today is known of packages, and what uses are worth the server works out. */
const asItem = (item: Item): PackageItem => ({
  ...item,
  vehicleId: null,
  carTypeId: null,
  valueLeft: '0.00',
  allocPrice: '0',
})
const asLine = ({ id, payer, serviceItemId, partId, qty, isUncharged }: Line): CoverableLine => ({
  id,
  payer,
  serviceItemId,
  partId,
  qty,
  isUncharged,
})

/** Whether some package is of what the line is of. */
export const isPackaged = (line: Line, items: readonly Item[]): boolean =>
  items.some((item) => isOfLine(item, asLine(line)))

/** The items of a choice, by which one is known from the others. */
export const valueOf = (uses: readonly PackageUse[]): string => uses.map(({ cardItemId }) => cardItemId).join('+')

/** How a line may be covered with what the uses of other lines leave: as is proposed first, then by each item alone; nothing where no times are enough. What covers it now is among them. */
export function choicesOf(line: Line, items: readonly Item[], uses: readonly PackageUse[]): Choice[] {
  const others = uses.filter(({ lineId }) => lineId !== line.id)
  const taken = (id: number) =>
    sumOf(
      others.filter(({ cardItemId }) => cardItemId === id),
      ({ times }) => times,
    )
  const left = items.map(asItem).map((item) => ({ ...item, timesLeft: sub(item.timesLeft, taken(item.id)) }))
  const car = { vehicleId: null, carTypeId: null, bizDate: shanghaiDay() }
  const ways = [
    proposedUses([asLine(line)], left, car),
    ...left.map((item) => proposedUses([asLine(line)], [item], car)),
    uses.filter(({ lineId }) => lineId === line.id),
  ].filter((way) => way.length > 0)
  const named = new Map(ways.map((way) => [valueOf(way), way]))
  return [...named].map(([value, way]) => ({ value, text: textOf(way, items), uses: way }))
}

/** What a way takes, by the names of packages with what is on the card; the number of the card only where there are several of that name. */
function textOf(way: readonly PackageUse[], items: readonly Item[]): string {
  const several = way.length > 1
  return way
    .map(({ cardItemId, times }) => {
      const item = items.find(({ id }) => id === cardItemId)
      if (!item) return '已用完或不可用的套餐'
      const { packageName, cardNo, timesLeft, validUntil } = item
      const isNamedAgain = items.some((each) => each.id !== cardItemId && each.packageName === packageName)
      const card = isNamedAgain ? ` ${cardNo}` : ''
      const used = several ? ` 用${trimZeros(times)}` : ''
      return `${packageName}${card}${used} 剩${trimZeros(timesLeft)}次${validUntil === null ? '' : `，至${validUntil}`}`
    })
    .join(' + ')
}
