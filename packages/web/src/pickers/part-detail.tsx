import { type LookupPart, partStock } from '@chepu/contract/basics/lookups'
import type { PartContext } from './part-entry'
import { gradeLabels } from '@chepu/contract/basics/part'
import { GroupPlaces } from './group-places'
import { FormerPrices } from './former-prices'
import { priceText, qtyText } from '../kit/base/format'
import { useCall } from '../kit/base/use-call'
import { useRested } from './use-rested'

const levels: [title: string, field: keyof LookupPart][] = [
  ['零售价', 'retailPrice'],
  ['批发价1', 'wholesalePrice1'],
  ['批发价2', 'wholesalePrice2'],
  ['批发价3', 'wholesalePrice3'],
  ['最低售价', 'minSalePrice'],
  ['进价', 'purchasePrice'],
  ['成本', 'unitCost'],
]

/** What a seller or buyer asks about one part: prices, stock by place, last ten prices, substitutes. */
export function PartDetail(props: {
  part: LookupPart
  context: PartContext
  target: string | undefined
  onSearch: (text: string) => void
}) {
  const { part } = props
  const partId = useRested(part.partId, 150)
  const stock = useCall(partStock, { query: { partIds: String(partId) } })
  const places = partId === part.partId ? (stock.data?.rows ?? []) : []
  const shownLevels = levels.filter(([, field]) => part[field] != null)
  return (
    <div className="part-detail">
      <h3>{part.partName}</h3>
      <div>
        {[part.partCode, part.brandName, part.spec].filter(Boolean).join(' · ')}
        {part.oeNo && <div>OE {part.oeNo}</div>}
        {part.fitment && <div>{part.fitment}</div>}
      </div>
      {shownLevels.length > 0 && (
        <>
          <h4>价格</h4>
          <dl>
            {shownLevels.map(([title, field]) => (
              <Figure key={field} title={title} value={priceText(part[field])} />
            ))}
            {part.lastPrice && <Figure title="上次价" value={priceText(part.lastPrice)} />}
            {part.lastPriceOn && <Figure title="上次日期" value={part.lastPriceOn} />}
          </dl>
        </>
      )}
      <h4>库存分布</h4>
      {places.length === 0 && <div>{stock.isFetching ? '正在查询…' : '各仓无库存'}</div>}
      {places.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>仓库</th>
              <th>货位</th>
              <th className="right">库存</th>
              <th className="right">可用</th>
            </tr>
          </thead>
          <tbody>
            {places.map((place) => (
              <tr key={`${place.warehouseId}/${place.locationId}/${place.batchNo}`}>
                <td>{place.warehouseName}</td>
                <td>{[place.locationCode, place.batchNo].filter(Boolean).join(' / ')}</td>
                <td className="right">{qtyText(place.qty)}</td>
                <td className="right">{qtyText(place.available)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {part.substitutes.length > 0 && (
        <>
          <h4>替换件</h4>
          <table>
            <tbody>
              {part.substitutes.map((other) => (
                <tr key={other.partId}>
                  <td>
                    <button type="button" className="kit-link" onClick={() => props.onSearch(other.partCode)}>
                      {other.partCode}
                    </button>
                  </td>
                  <td>{[other.partName, other.brandName, gradeLabels[other.grade]].filter(Boolean).join(' ')}</td>
                  <td className="right">{qtyText(other.available)}</td>
                  <td className="right">{priceText(other.price)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <GroupPlaces partId={partId} />
      {props.target !== undefined && (
        <FormerPrices target={props.target} partId={partId} partnerId={props.context.partnerId} title="最近十次价格" />
      )}
    </div>
  )
}

function Figure(props: { title: string; value: string }) {
  return (
    <>
      <dt>{props.title}</dt>
      <dd>{props.value}</dd>
    </>
  )
}
