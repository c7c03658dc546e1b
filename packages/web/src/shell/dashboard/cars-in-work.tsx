import { progressLanes, repairProgress } from '@chepu/contract/repair/repair-progress'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { timeText } from '../../kit/base/format'
import { useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'

/** More of them are on the board. */
const most = 8

/** HH:mm of a moment of today, with its day of another. */
const promised = (moment: string) => {
  const text = timeText(moment)
  return text.slice(0, 10) === shanghaiDay() ? text.slice(11, 16) : text.slice(5, 16)
}

/** 在修车辆: cars that are worked on, those that are promised first, as 维修进度 has them (business/repair 6.5). */
export function CarsInWork() {
  const { open } = useTabs()
  const { data } = useCall(repairProgress, { query: {} })
  if (!data) return null
  const cars = data.rows.filter(({ lane }) => lane !== 'settling' && lane !== 'leaving')
  return (
    <section className="home-card" aria-label="在修车辆">
      <h2>在修车辆</h2>
      {cars.length === 0 && <p className="soft">没有在修的车</p>}
      <ul>
        {cars.slice(0, most).map(({ id, plate, billNo, adviserName, lane, promisedAt, isLate }) => (
          <li key={id}>
            <button type="button" onClick={() => open({ key: 'repairBilling', params: { id } })}>
              <span>
                {plate || billNo} {adviserName}
                {promisedAt && <small> 预交 {promised(promisedAt)}</small>}
              </span>
              {isLate && <span className="alarm">超时</span>}
              <b>{progressLanes[lane]}</b>
            </button>
          </li>
        ))}
        {cars.length > 0 && (
          <li>
            <button type="button" onClick={() => open({ key: 'maintenanceProgressQuery' })}>
              <span>维修进度</span>
              <b>{cars.length}台</b>
            </button>
          </li>
        )}
      </ul>
    </section>
  )
}
