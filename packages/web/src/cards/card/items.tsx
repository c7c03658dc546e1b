import type { CardItemView } from '@chepu/contract/cards/card'
import { dayText, moneyText, qtyText } from '../../kit/base/format'
import '../../kit/ui/small-table.css'

/** What of its packages is left on a card; those whose day is over are marked. */
export function CardItems({ items, label }: { items: readonly CardItemView[]; label: string }) {
  if (items.length === 0) return <p className="cards-none">卡上没有套餐</p>
  return (
    <div className="small-table">
      <table aria-label={label}>
        <thead>
          <tr>
            <th>套餐</th>
            <th>项目</th>
            <th className="right">剩余</th>
            <th className="right">剩余价值</th>
            <th>有效期</th>
            <th>限定</th>
            <th>售卡门店</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id} className={item.isExpired ? 'cards-over' : undefined}>
              <td>{item.packageName}</td>
              <td>{item.name}</td>
              <td className="right">
                {qtyText(item.timesLeft)} / {qtyText(item.timesSold)}
              </td>
              <td className="right">{moneyText(item.valueLeft)}</td>
              <td>
                {item.validUntil === null ? '长期' : dayText(item.validUntil)}
                {item.isExpired && ' 已过期'}
              </td>
              <td>{[item.plate, item.carTypeName].filter(Boolean).join(' ')}</td>
              <td>{item.orgName}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
