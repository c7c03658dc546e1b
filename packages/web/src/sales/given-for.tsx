import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import type { HeaderValues } from '../kit/document/document-editor-store'
import { useTabs } from '../kit/base/tabs'
import { useHeader } from '../kit/document/document-context'
import { documentPath } from '../kit/document/document-screens'
import type { LineColumnChoice } from '../kit/goods-editor/line-columns'
import { shown } from '../kit/grid/line-grid-text'

/** Whether a delivery or a return gives what a bill to a manufacturer promises its customer (business/three-guarantees 3.7). */
export const isGiven = ({ warrantyBillId }: HeaderValues): boolean => typeof warrantyBillId === 'number'

/** Where such a document comes from; nothing of what was sold or taken back. */
export function GivenFor({ what }: { what: string }) {
  const header = useHeader()
  const { open } = useTabs()
  const path = isGiven(header) && documentPath(warrantyBill.kind, header['warrantyBillId'] as number)
  if (!path) return null
  return (
    <div className="kit-note" aria-label="来源">
      {what}，来源{' '}
      <button type="button" className="kit-link" onClick={() => open(path)}>
        三包单 {shown(header['warrantyBillNo'])}
      </button>
    </div>
  )
}

const prices = new Set(['price', 'discountRate', 'netAmount', 'taxRate'])

/** The columns of what is given for nothing: nobody types a price. */
export const withoutPrices = (columns: readonly LineColumnChoice[]): LineColumnChoice[] =>
  columns.map((column) =>
    typeof column === 'string' && prices.has(column)
      ? ({ name: column, editable: () => false } as LineColumnChoice)
      : column,
  )
