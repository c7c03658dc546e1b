import { listSourcePrices } from '@chepu/contract/basics/lookups'
import { documentScreen } from '../kit/document/document-screens'
import { priceText, qtyText } from '../kit/base/format'
import { useCall } from '../kit/base/use-call'
import { useRested } from './use-rested'

/** The last ten prices of a part with a partner, or with all; nothing where there are none, or they may not be seen. */
export function FormerPrices(props: { target: string; partId: number; partnerId?: number | undefined; title: string }) {
  const { target, partId, partnerId } = props
  const asked = useRested(partId, 150)
  const { data } = useCall(listSourcePrices, { params: { target }, query: { partId: asked, partnerId } })
  const rows = asked === partId ? (data?.rows ?? []) : []
  if (rows.length === 0) return null
  return (
    <div className="part-detail">
      <h4>{props.title}</h4>
      <table>
        <tbody>
          {rows.map((row, i) => (
            <tr key={`${row.documentId}/${i}`}>
              <td>{row.bizDate}</td>
              <td title={documentScreen(row.kind)?.title}>{row.billNo}</td>
              <td className="right">{qtyText(row.qty)}</td>
              <td className="right">{priceText(row.price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
