import { transferPlaces } from '@chepu/contract/warehouse/transfer-desk'
import { useMemo } from 'react'
import { useCall } from '../../kit/base/use-call'
import { SelectFilter } from '../../kit/list/filters'

/** 对方企业 of transfers, whichever side it is; absent where there is no other organisation. */
export function SisterFilter(props: { more?: boolean }) {
  const found = useCall(transferPlaces, {}, { stale: 5 * 60_000 })
  const options = useMemo(() => {
    const sisters = (found.data?.rows ?? []).filter(({ isOwn }) => !isOwn)
    return Object.fromEntries(sisters.map(({ orgId, orgName }) => [orgId, orgName]))
  }, [found.data])
  if (Object.keys(options).length === 0) return null
  return <SelectFilter name="counterOrgId" title="对方企业" options={options} {...props} />
}
