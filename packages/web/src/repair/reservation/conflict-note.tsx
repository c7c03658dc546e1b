import { shanghaiTime } from '@chepu/contract/kernel/time'
import { bookedThings } from '@chepu/contract/repair/bookings'
import { reservationConflicts } from '@chepu/contract/repair/reservation-day'
import { Alert } from 'antd'
import { useCall } from '../../kit/base/use-call'

interface Asked {
  expectedAt: string | null
  minutes: number
  bayId: number | null
  salespersonId: number | null
  except?: number | undefined
}

/** What else has the bay or the adviser at that time (business/arrivals 1.3). */
export function ConflictNote({ expectedAt, minutes, bayId, salespersonId, except }: Asked) {
  const query = {
    expectedAt: expectedAt ?? '',
    minutes,
    ...(bayId !== null && { bayId }),
    ...(salespersonId !== null && { salespersonId }),
    ...(except !== undefined && { except }),
  }
  const enabled = expectedAt !== null && (bayId !== null || salespersonId !== null)
  const { data } = useCall(reservationConflicts, { query }, { enabled, keeps: true })
  const rows = enabled ? (data?.rows ?? []) : []
  if (rows.length === 0) return null
  const told = rows.map(
    (row) =>
      `${row.takes.map((each) => bookedThings[each]).join('、')}：${shanghaiTime(new Date(row.expectedAt)).slice(11, 16)} ${row.plate} ${row.partnerName}（${row.billNo}）`,
  )
  return <Alert type="warning" showIcon title="同一时间已有预约" description={told.join('；')} />
}
