import { groupStock, seesGroupStock } from '@chepu/contract/warehouse/group-stock'
import { qtyText } from '../kit/base/format'
import { useSession } from '../kit/base/session'
import { useCall } from '../kit/base/use-call'

/** Which sister organisations have a part, or what stands in for it, for who may see that; quantities alone. */
export function GroupPlaces({ partId }: { partId: number }) {
  const { has } = useSession()
  const found = useCall(groupStock, { query: { partId } }, { enabled: has(seesGroupStock) })
  const places = found.data?.rows ?? []
  if (places.length === 0) return null
  return (
    <>
      <h4>兄弟企业可用</h4>
      <table aria-label="兄弟企业可用">
        <tbody>
          {places.map((place) => (
            <tr key={`${place.partId}/${place.warehouseId}`}>
              <td>{[place.orgName, place.warehouseName].join(' ')}</td>
              <td>{place.partId === partId ? '' : place.partCode}</td>
              <td className="right">{qtyText(place.available)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
