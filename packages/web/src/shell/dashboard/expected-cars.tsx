import { pageOf } from '@chepu/contract/access/catalogue'
import { reservationDay } from '@chepu/contract/repair/reservation-day'
import { reservation } from '@chepu/contract/repair/reservation'
import { stateLabel } from '@chepu/contract/kernel/states'
import { shanghaiClock } from '@chepu/contract/kernel/time'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'

/** 今日预约: who comes today, as the calendar has it (business/arrivals 1.2); for who may open that. */
export function ExpectedCars({ day }: { day: string }) {
  const mayOpen = useSession().has(pageOf('reservation'))
  const { open } = useTabs()
  const { data } = useCall(reservationDay, { query: { day } }, { enabled: mayOpen })
  if (!mayOpen || !data) return null
  return (
    <section className="home-card" aria-label="今日预约">
      <h2>今日预约</h2>
      {data.rows.length === 0 && <p className="soft">今天没有预约</p>}
      <ul>
        {data.rows.map((row) => (
          <li key={row.id}>
            <button type="button" onClick={() => open({ key: 'repairReservationDetail', params: { id: row.id } })}>
              <span>
                {shanghaiClock(new Date(row.expectedAt)).slice(0, 5)} {row.plate} {row.partnerName} {row.items}
              </span>
              <b>{stateLabel(reservation, row.state)}</b>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
