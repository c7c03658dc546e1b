import { dailyKm, type Reading } from '@chepu/contract/customers/mileage'
import { compare, isPositive, trimZeros } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invalid, notFound } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'

interface NewReading extends Reading {
  /** 换表: why the meter shows less than it did. */
  replacedReason?: string
  /** The document that read it; it may read anew, in place of what it read on that day. */
  doc?: { kind: string; id: number }
  /** Where the fields stand that are wrong, such as `header.`. */
  at?: string
}

interface Neighbours {
  before: Reading | null
  after: (Reading & { isReplaced: boolean }) | null
}

const told = ({ mileage, readOn }: Reading) => `${readOn} 的读数 ${trimZeros(mileage)} 公里`

/**
 * Notes what a car's meter showed on a day (kilometres, 4 decimals) and keeps the latest as the car's own. Refuses a day to come, and
 * a reading that falls between its neighbours, which it names; 换表 alone lets it fall, for its reason (business/customers 6.4).
 * Takes the car for itself, after its owner and before nothing else.
 */
export async function recordMileage(tx: CallerTx, vehicleId: number, reading: NewReading): Promise<void> {
  const { mileage, readOn, replacedReason = '', doc, at = '' } = reading
  const fault = (path: string, message: string) => invalid([{ path: at + path, message }])
  if (readOn > shanghaiDay()) fault('readOn', '读数日期不能晚于今天')
  const car = await tx.one({
    text: 'select id from vehicle where group_id = $1 and id = $2 for no key update',
    values: [tx.groupId, vehicleId],
  })
  if (!car) notFound('车辆')
  const { before, after } = await readingsAround(tx, vehicleId, readOn, doc)
  if (before && replacedReason === '' && compare(mileage, before.mileage) < 0)
    fault('mileage', `里程 ${trimZeros(mileage)} 小于 ${told(before)}；换过里程表的请登记换表`)
  if (after && !after.isReplaced && compare(mileage, after.mileage) > 0)
    fault('mileage', `里程 ${trimZeros(mileage)} 大于 ${told(after)}`)
  await tx.insert(
    'vehicle_mileage',
    ['group_id', 'vehicle_id', 'mileage', 'read_on', 'replaced_reason', 'doc_kind', 'doc_id', 'user_id'],
    [[tx.groupId, vehicleId, mileage, readOn, replacedReason, doc?.kind ?? null, doc?.id ?? null, tx.caller.userId]],
  )
  if (after) return
  // A new meter says nothing of the way; the usual way a day stays.
  const daily = before && replacedReason === '' ? dailyKm(before, reading) : null
  await tx.query({
    text: `update vehicle set mileage = $3, mileage_on = $4, avg_daily_km = coalesce($5, avg_daily_km), updated_at = now()
      where group_id = $1 and id = $2`,
    values: [tx.groupId, vehicleId, mileage, readOn, daily],
  })
}

/** The readings of a car right before and right after a day; one of the day itself stands before it, but for what a document that is named read that day (business/customers 6.4). */
export async function readingsAround(
  tx: CallerTx,
  vehicleId: number,
  readOn: string,
  doc?: NewReading['doc'],
): Promise<Neighbours> {
  const rows = await tx.query<Reading & { isLater: boolean; isReplaced: boolean }>({
    text: `(select mileage, read_on, false as is_later, replaced_reason <> '' as is_replaced from vehicle_mileage
        where group_id = $1 and vehicle_id = $2 and read_on <= $3
          and not (read_on = $3 and doc_kind is not distinct from $4 and doc_id is not distinct from $5 and $5::bigint is not null)
        order by read_on desc, id desc limit 1)
      union all
      (select mileage, read_on, true, replaced_reason <> '' from vehicle_mileage
        where group_id = $1 and vehicle_id = $2 and read_on > $3 order by read_on, id limit 1)`,
    values: [tx.groupId, vehicleId, readOn, doc?.kind ?? null, doc?.id ?? null],
  })
  return {
    before: rows.find(({ isLater }) => !isLater) ?? null,
    after: rows.find(({ isLater }) => isLater) ?? null,
  }
}

/** The reading of today that comes with a car's form: nothing where it says what the car shows already. */
export async function recordTyped(
  tx: CallerTx,
  vehicleId: number,
  mileage: string | null,
  before: string,
): Promise<void> {
  if (mileage === null || compare(mileage, before) === 0 || !isPositive(mileage)) return
  await recordMileage(tx, vehicleId, { mileage, readOn: shanghaiDay() })
}
