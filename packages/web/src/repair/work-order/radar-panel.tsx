import { isDecimal } from '@chepu/contract/kernel/typed'
import { type RadarOffer, warrantyRadar } from '@chepu/contract/warranty/radar'
import { Button } from 'antd'
import { useCallback, useSyncExternalStore } from 'react'
import { useCall } from '../../kit/base/use-call'
import { useEditor, useHeader } from '../../kit/document/document-context'
import { useOrder } from './order-context'
import type { OrderLine } from './order-lines'
import type { OrderStore } from './order-store'

/** 三包质保 beside the order: who answers for its lines in the place of the customer (business/three-guarantees 2). */
export function RadarPanel() {
  const { vehicleId, mileage } = useHeader()
  const { readOnly } = useEditor()
  const order = useOrder()
  if (readOnly || typeof vehicleId !== 'number') return null
  return <RadarStrip order={order} vehicleId={vehicleId} mileage={isDecimal(mileage) ? mileage : undefined} />
}

type Section = 'labour' | 'materials'
interface Paid {
  section: Section
  line: OrderLine
}

/** Lines that the customer would pay and that somebody might answer for. */
function paidByCustomer({ sections }: OrderStore): Paid[] {
  const of = (section: Section): Paid[] => sections[section].filled().map((line) => ({ section, line }))
  return [...of('labour'), ...of('materials')].filter(
    ({ line }) =>
      line.payer === 'customer' && line.agreement !== 'declined' && !line.isConsumable && !line.isCustomerSupplied,
  )
}

/** What of these lines the strip is drawn by: it changes with them and with nothing else. */
const markOf = (lines: readonly Paid[]): string =>
  lines
    .map(({ section, line }) => [section, line.key, line.serviceItemId, line.partId, nameOf(line)].join(' '))
    .join('\n')

const nameOf = (line: OrderLine): string => line.name || line.partName

/** The offers for lines of the customer; one press makes who answers for a line its payer. A line without any offer shows nothing. */
export function RadarStrip(props: { order: OrderStore; vehicleId: number; mileage: string | undefined }) {
  const { order, vehicleId, mileage } = props
  const { labour, materials } = order.sections
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [labour.watch(listener), materials.watch(listener)]
      return () => stops.forEach((stop) => stop())
    },
    [labour, materials],
  )
  useSyncExternalStore(subscribe, () => markOf(paidByCustomer(order)))
  const lines = paidByCustomer(order)
  const ids = (found: readonly (number | null)[]) => [...new Set(found.filter((id) => id !== null))].join(',')
  const partIds = ids(lines.map(({ line }) => line.partId))
  const serviceItemIds = ids(lines.map(({ line }) => line.serviceItemId))
  // 0 is no part: of lines without parts and items only the car is asked for, and not all that it has of us.
  const query = {
    vehicleId,
    ...(mileage && { mileage }),
    partIds: partIds || '0',
    ...(serviceItemIds && { serviceItemIds }),
  }
  const enabled = lines.length > 0
  const { data } = useCall(warrantyRadar, { query }, { stale: 30_000, enabled, keeps: true })
  // The shop's own guarantee stands in 车辆提醒.
  const offers = (enabled ? (data?.offers ?? []) : [])
    .filter(({ kind }) => kind !== 'own')
    .map((offer) => ({ offer, matching: lines.filter((line) => isFor(offer, line)) }))
    .filter(({ matching }) => matching.length > 0)
  if (offers.length === 0) return null
  return (
    <aside className="wo-panel wo-radar" aria-label="三包质保">
      <b>三包质保</b>
      {offers.map(({ offer, matching }) => (
        <span key={`${offer.kind} ${offer.partnerId} ${offer.text}`}>
          {offer.text}
          {offer.payer !== null &&
            matching.map(({ section, line }) => (
              <Button
                key={`${section} ${line.key}`}
                size="small"
                title={`付费方改为三包（${offer.partnerName}）`}
                onClick={() => order.takeOffer(section, line.key, offer)}
              >
                三包 {nameOf(line)}
              </Button>
            ))}
        </span>
      ))}
    </aside>
  )
}

/** Whether the offer is about this line; that of a whole car is about all of them. */
const isFor = ({ kind, partId, serviceItemId }: RadarOffer, { section, line }: Paid): boolean => {
  if (kind === 'vehicle') return true
  return section === 'materials'
    ? partId !== null && line.partId === partId
    : serviceItemId !== null && line.serviceItemId === serviceItemId
}
