import { depositOrders } from '@chepu/contract/finance/lookups'
import { useHeader } from '../../kit/document/document-context'
import { ListField } from '../../kit/document/document-header'
import { useCall } from '../../kit/base/use-call'

/** 订单 that a deposit is for: confirmed orders of the partner that still run. */
export function SourceField(props: { side: 'AR' | 'AP' }) {
  const { partnerId, purpose, sourceKind } = useHeader()
  const partner = typeof partnerId === 'number' ? partnerId : undefined
  const asked = purpose === 'deposit' || purpose === 'refund' || purpose === 'advance_ar' || purpose === 'advance_ap'
  const found = useCall(
    depositOrders,
    { query: { partnerId: partner ?? 0, side: props.side } },
    { enabled: asked && partner !== undefined },
  )
  if (!asked) return null
  const rows = found.data?.rows ?? []
  // Orders of two kinds may have the same id: the chosen kind comes first.
  const options = [
    ...rows.filter(({ kind }) => kind === sourceKind),
    ...rows.filter(({ kind }) => kind !== sourceKind),
  ].map((row) => ({
    id: row.id,
    label: row.billNo,
    hint: [row.plate, row.bizDate].filter(Boolean).join(' '),
    value: row,
  }))
  return (
    <ListField
      name="sourceId"
      title={purpose === 'deposit' ? '订单' : '订金订单'}
      options={options}
      also={(row) => ({ sourceKind: row?.kind ?? null })}
    />
  )
}
