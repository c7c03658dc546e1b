import { carOffers } from '@chepu/contract/repair/car-offers'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { useCall } from '../../kit/base/use-call'
import { useEditor, useHeader } from '../../kit/document/document-context'

interface Props {
  /** Lines that are to be done again at no price. */
  repeated: readonly number[]
  onChange: (repeated: readonly number[]) => void
}

/** Of the car that is taken in: earlier work that the shop still answers for, to be ticked for a rework, and what its customer did without. */
export function KnownPanel(props: Props) {
  const { vehicleId } = useHeader()
  return typeof vehicleId === 'number' ? <Known {...props} vehicleId={vehicleId} /> : null
}

function Known({ vehicleId, repeated, onChange }: Props & { vehicleId: number }) {
  const { readOnly } = useEditor()
  const { mileage } = useHeader()
  const typed = isDecimal(mileage) ? mileage : undefined
  const query = { vehicleId, ...(typed && { mileage: typed }) }
  const { guaranteed = [], declined = [] } = useCall(carOffers, { query }, { keeps: true }).data ?? {}
  if (guaranteed.length + declined.length === 0) return null
  const tick = (id: number) =>
    onChange(repeated.includes(id) ? repeated.filter((each) => each !== id) : [...repeated, id])
  return (
    <aside className="ar-known" aria-label="车辆提醒">
      {guaranteed.length > 0 && <b>质保内</b>}
      {guaranteed.map((line) => (
        <label key={line.id} title={`${line.billNo} ${line.bizDate}`}>
          {!readOnly && (
            <input
              type="checkbox"
              aria-label={`返工 ${line.partName ?? line.name}`}
              checked={repeated.includes(line.id)}
              onChange={() => tick(line.id)}
            />
          )}
          {line.partName ?? line.name}（{line.until}）{repeated.includes(line.id) && <em>返工</em>}
        </label>
      ))}
      {declined.length > 0 && <b>未做项目</b>}
      {declined.map((line) => (
        <span key={line.id} title={`${line.billNo} ${line.bizDate}`}>
          {line.partName ?? line.name}（{line.reason}）
        </span>
      ))}
    </aside>
  )
}
