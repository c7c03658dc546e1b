import { useField } from '../kit/document/document-header'

/** What follows from the order, by its name: the order itself, the car, the customer. Nobody types it. */
export function FollowedField({ name }: { name: 'workOrderId' | 'vehicleId' | 'partnerId' }) {
  const field = useField({ name })
  const text = String(field.header[name.replace(/Id$/, 'Name')] ?? '')
  return field.frame(
    <output id={field.id} className="de-text">
      {text}
    </output>,
    text,
  )
}
