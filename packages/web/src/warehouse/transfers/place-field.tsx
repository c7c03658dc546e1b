import { transferPlaces } from '@chepu/contract/warehouse/transfer-desk'
import { type ReactNode, useMemo } from 'react'
import { useCall } from '../../kit/base/use-call'
import { useEditor } from '../../kit/document/document-context'
import { type FieldProps, useField } from '../../kit/document/document-header'
import { Autocomplete } from '../../kit/ui/autocomplete'
import { filterOptions } from '../../kit/ui/pick-options'

/** The owner's warehouse, `children`; on a document between two organisations that is only looked at it names the owner, as `PlaceField` names the other. */
export function OwnPlace({ children, ...props }: FieldProps<'warehouseId'> & { children: ReactNode }) {
  const field = useField(props)
  const { readOnly } = useEditor()
  const { orgName, warehouseName, counterOrgId } = field.header
  if (!readOnly || counterOrgId == null) return children
  return field.frame(null, [orgName, warehouseName].filter(Boolean).join(' '))
}

/** The other warehouse of a transfer, which names its organisation: one of the own one's, or of a sister's. */
export function PlaceField(props: FieldProps<'toWarehouseId'>) {
  const field = useField(props)
  const found = useCall(transferPlaces, {}, { stale: 5 * 60_000 })
  const options = useMemo(
    () =>
      (found.data?.rows ?? []).map((place) => ({
        id: place.warehouseId,
        label: place.isOwn ? place.warehouseName : `${place.orgName} ${place.warehouseName}`,
        hint: place.isOwn ? '本企业' : '',
        value: place,
      })),
    [found.data],
  )
  const { counterOrgName, toWarehouseName } = field.header
  const named = [counterOrgName, toWarehouseName].filter(Boolean).join(' ')
  const { readOnly } = useEditor()
  // Who only looks may be of the other organisation, and its name says who he deals with as little as the own one's.
  const text = readOnly ? named : (options.find(({ id }) => id === field.value)?.label ?? named)
  return field.frame(
    <Autocomplete
      id={field.id}
      label={field.title}
      text={text}
      entries={options.length}
      find={(typed) => filterOptions(options, typed)}
      invalid={field.invalid}
      onChange={(option) => {
        const place = option?.value
        const counter = place && !place.isOwn ? { id: place.orgId, name: place.orgName } : { id: null, name: null }
        field.store.setHeader({
          toWarehouseId: place?.warehouseId ?? null,
          toWarehouseName: place?.warehouseName ?? null,
          counterOrgId: counter.id,
          counterOrgName: counter.name,
        })
      }}
    />,
    text,
  )
}
