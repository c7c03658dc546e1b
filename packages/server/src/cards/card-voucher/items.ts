// What of packages comes onto a card by a document, or leaves it.
import { addDays } from '@chepu/contract/kernel/calendar'
import { div, neg, round } from '@chepu/contract/kernel/decimal'
import { insertRows } from '../../kernel/document/rows'
import type { CallerTx } from '../../kernel/db/tx'
import type { MoneySlip } from '../../kernel/money/types'
import { packageLines } from './facts'
import type { Opening } from './opening'
import type { MovedItem } from './posting'
import type { Assessed } from './rules'

/** Writes the items of a package that is sold, still without times, and answers all that moves: the ledger brings the times. */
export async function movedItems(
  tx: CallerTx,
  slip: MoneySlip,
  cardId: number,
  assessed: Assessed,
): Promise<MovedItem[]> {
  const { pack, going, opening } = assessed
  if (opening) return openingItems(tx, slip, cardId, opening)
  if (!pack)
    return going.map(({ id, orgId, timesLeft, valueLeft }) => ({
      cardItemId: id,
      orgId,
      times: neg(timesLeft),
      value: neg(valueLeft),
    }))
  const lines = await packageLines(tx, pack.id)
  const rows = await insertRows(
    tx,
    'card_item',
    lines.map(({ times, allocTotal, ...line }) => ({
      groupId: tx.groupId,
      orgId: slip.orgId,
      cardId,
      slipId: slip.id,
      cardPackageId: pack.id,
      packageName: pack.name,
      ...line,
      vehicleId: pack.isVehicleBound ? slip.vehicleId : null,
      timesSold: times,
      valueSold: allocTotal,
      soldOn: slip.bizDate,
      validUntil: pack.validDays === null ? null : addDays(slip.bizDate, pack.validDays),
    })),
  )
  return lines.map(({ times, allocTotal: value }, i) => ({
    cardItemId: (rows[i] as { id: number }).id,
    orgId: slip.orgId,
    times,
    value,
  }))
}

/** Writes what was left of packages that were sold before: of no package of ours, by its name, each use worth the same. */
async function openingItems(tx: CallerTx, slip: MoneySlip, cardId: number, { items }: Opening): Promise<MovedItem[]> {
  if (items.length === 0) return []
  const rows = await insertRows(
    tx,
    'card_item',
    items.map(({ times, value, ...item }, i) => {
      const each = round(div(value, times), 4)
      return {
        groupId: tx.groupId,
        orgId: slip.orgId,
        cardId,
        slipId: slip.id,
        lineNo: i + 1,
        kind: item.partId === null ? 'labour' : 'part',
        ...item,
        timesSold: times,
        valueSold: value,
        listPrice: each,
        allocPrice: each,
        soldOn: slip.bizDate,
      }
    }),
  )
  return items.map(({ times, value }, i) => ({
    cardItemId: (rows[i] as { id: number }).id,
    orgId: slip.orgId,
    times,
    value,
  }))
}
