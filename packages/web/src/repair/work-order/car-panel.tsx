import { carInfoRoute } from '@chepu/contract/customers/car-info'
import { carOffers, type GuaranteedLine } from '@chepu/contract/repair/car-offers'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { Button } from 'antd'
import { useState } from 'react'
import { documentPath } from '../../kit/document/document-screens'
import { useDocumentMeta, useEditor, useEditorKeys, useHeader } from '../../kit/document/document-context'
import { useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import { useOrder } from './order-context'

const stale = 30_000

/** What a desk must know of the car: what runs out, work that is still answered for, and what was left undone, which F8 writes on the order. */
export function CarPanel() {
  const { vehicleId } = useHeader()
  return typeof vehicleId === 'number' ? <Known vehicleId={vehicleId} /> : null
}

function Known({ vehicleId }: { vehicleId: number }) {
  const { mileage } = useHeader()
  const typed = isDecimal(mileage) ? mileage : undefined
  const car = useCall(carInfoRoute, { query: { id: vehicleId } }, { stale }).data?.rows[0]
  const offers = useCall(carOffers, { query: { vehicleId, ...(typed && { mileage: typed }) } }, { stale, keeps: true })
  const { guaranteed = [], declined = [] } = offers.data ?? {}
  const ends = car ? endsOf(car) : []
  if (ends.length + guaranteed.length + declined.length === 0) return null
  return (
    <aside className="wo-panel" aria-label="车辆提醒">
      {ends.length > 0 && (
        <span className="wo-ends">
          {ends.map(({ title, text, isOver }) => (
            <span key={title} className={isOver ? 'wo-over' : undefined}>
              {title} {text}
            </span>
          ))}
        </span>
      )}
      {guaranteed.length > 0 && <Guaranteed lines={guaranteed} />}
      {declined.length > 0 && <Declined lines={declined} />}
    </aside>
  )
}

interface Ends {
  compulsoryExpiresOn: string | null
  commercialExpiresOn: string | null
  inspectionExpiresOn: string | null
  nextMaintenanceOn: string | null
  nextMaintenanceKm: string | null
}

/** What of a car runs out, and when; what is over stands in red. */
function endsOf(car: Ends) {
  const days = [
    ['交强险到期', car.compulsoryExpiresOn],
    ['商业险到期', car.commercialExpiresOn],
    ['年检到期', car.inspectionExpiresOn],
    ['下次保养', car.nextMaintenanceOn],
  ] as const
  const today = shanghaiDay()
  const km =
    car.nextMaintenanceKm === null ? [] : [{ title: '保养里程', text: trimZeros(car.nextMaintenanceKm), isOver: false }]
  return [...days.flatMap(([title, day]) => (day === null ? [] : [{ title, text: day, isOver: day < today }])), ...km]
}

type Offers = NonNullable<ReturnType<typeof useCall<typeof carOffers>>['data']>

/** 质保内: what was done and is still answered for; one press does it again at no price, as the line that this order has of it, or a new one. */
function Guaranteed({ lines: found }: { lines: Offers['guaranteed'] }) {
  const { open } = useTabs()
  const { readOnly } = useEditor()
  const order = useOrder()
  const meta = useDocumentMeta()
  const [all, setAll] = useState(false)
  const [, drawAgain] = useState(0)
  const lines = found.filter(({ billNo }) => billNo !== meta.billNo)
  const shown = all ? lines : lines.slice(0, 3)
  const repeat = (line: GuaranteedLine) => {
    order.addRework(line)
    drawAgain((n) => n + 1)
  }
  if (lines.length === 0) return null
  return (
    <span>
      <b>质保内</b>
      {shown.map((line) => (
        <span key={line.id} className="wo-declined">
          <button
            type="button"
            className="kit-link"
            title={`${line.billNo} ${line.bizDate}`}
            onClick={() => open(documentPath('work_order', line.orderId) ?? '')}
          >
            {line.partName ?? line.name}（{line.until}）
          </button>
          {!readOnly && !order.repeats(line.id) && (
            <Button size="small" aria-label={`返工 ${line.partName ?? line.name}`} onClick={() => repeat(line)}>
              返工
            </Button>
          )}
        </span>
      ))}
      {lines.length > shown.length && (
        <button type="button" className="kit-link" onClick={() => setAll(true)}>
          另有 {lines.length - shown.length} 项
        </button>
      )}
    </span>
  )
}

/** 未做项目: what the customer did without and this order does not have yet. */
function Declined({ lines }: { lines: Offers['declined'] }) {
  const { readOnly } = useEditor()
  const order = useOrder()
  const meta = useDocumentMeta()
  const [, drawAgain] = useState(0)
  const taken = new Set(
    Object.values(order.sections).flatMap((each) => each.filled().map(({ sourceLineId }) => sourceLineId)),
  )
  const left = lines.filter(({ id, billNo }) => !taken.has(id) && billNo !== meta.billNo)
  const add = () => {
    order.addDeclined(left)
    drawAgain((n) => n + 1)
  }
  useEditorKeys({ F8: readOnly || left.length === 0 ? undefined : add })
  if (left.length === 0) return null
  return (
    <span>
      <b>未做项目</b>
      {left.map((line) => (
        <span key={line.id} className="wo-declined" title={`${line.billNo} ${line.bizDate}`}>
          {line.partName ?? line.name}（{line.reason}）
        </span>
      ))}
      {!readOnly && (
        <Button size="small" title="F8" onClick={add}>
          加入本单
        </Button>
      )}
    </span>
  )
}
