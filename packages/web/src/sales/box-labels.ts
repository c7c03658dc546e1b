import { button } from '@chepu/contract/access/catalogue'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { call } from '../kit/base/call'
import type { LabelText } from '../kit/print/label-template'

/** Who puts a delivery on paper may label its boxes. */
export const boxLabelButton = button('sales_delivery', 'print')

/** 箱标 of a delivery, one a box: customer, address, which box of how many, carrier; the barcode is the document's number. */
export function boxLabels(header: Readonly<Record<string, unknown>>): LabelText[] {
  const text = (key: string) => String(header[key] ?? '').trim()
  const boxes = Math.max(Number.parseInt(text('packages'), 10) || 1, 1)
  return Array.from({ length: boxes }, (_, i) => ({
    title: text('partnerName'),
    lines: [
      text('partnerAddress'),
      [`第 ${i + 1}/${boxes} 件`, text('carrierName'), text('waybill')].filter(Boolean).join('  '),
    ].filter(Boolean),
    code: text('billNo'),
  }))
}

/** The 箱标 of a saved delivery. */
export async function boxLabelsOf(id: number): Promise<LabelText[]> {
  const { header } = await call(salesDelivery.routes.read, { params: { id } })
  return boxLabels(header)
}
