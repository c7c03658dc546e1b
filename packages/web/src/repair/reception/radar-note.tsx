import { isDecimal } from '@chepu/contract/kernel/typed'
import { warrantyRadar } from '@chepu/contract/warranty/radar'
import { useCall } from '../../kit/base/use-call'
import { useHeader } from '../../kit/document/document-context'

/** Of the car that is taken in: manufacturers and suppliers who still answer for it and for what we have fitted (business/three-guarantees 2). */
export function RadarNote() {
  const { vehicleId } = useHeader()
  return typeof vehicleId === 'number' ? <Told vehicleId={vehicleId} /> : null
}

function Told({ vehicleId }: { vehicleId: number }) {
  const { mileage } = useHeader()
  const query = { vehicleId, ...(isDecimal(mileage) && { mileage }) }
  const { offers = [] } = useCall(warrantyRadar, { query }, { keeps: true }).data ?? {}
  // Our own guarantee stands above, where it is ticked to be done again.
  // The first who answers for a part is told of alone: manufacturers come before suppliers.
  const others = offers
    .filter(({ kind }) => kind !== 'own')
    .filter(({ partId }, i, all) => partId === null || all.findIndex((other) => other.partId === partId) === i)
  if (others.length === 0) return null
  return (
    <aside className="ar-known" aria-label="三包质保">
      <b>三包质保</b>
      {others.map(({ text, payer, partnerName }) => (
        <span key={text} className="ar-promise">
          {text}
          {payer === 'warranty' && <em>　由 {partnerName} 付费</em>}
        </span>
      ))}
    </aside>
  )
}
