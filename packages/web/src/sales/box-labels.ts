import { button } from '@chepu/contract/access/catalogue'
import { salesDeliveryRoutes } from '@chepu/contract/sales/sales-delivery'
import { call } from '../kit/call'
import type { LabelText } from '../kit/print'

/** Who puts a delivery on paper may label its boxes. */
export const boxLabelButton = button('sales_delivery', 'print')

/** A roll of stickers is not printed by a slip of the keyboard. */
const mostBoxes = 200
/** Characters of an address that fit on one line of a 60 mm sticker. */
const lineLength = 18

/** 箱标 of a delivery, one a box: customer, address, which box of how many, carrier; the barcode is the document's number. */
export function boxLabels(header: Readonly<Record<string, unknown>>): LabelText[] {
  const text = (key: string) => String(header[key] ?? '').trim()
  const boxes = Math.min(Math.max(Number.parseInt(text('packages'), 10) || 1, 1), mostBoxes)
  const address = text('partnerAddress')
  const place = [address.slice(0, lineLength), address.slice(lineLength, 2 * lineLength)].filter(Boolean)
  return Array.from({ length: boxes }, (_, i) => ({
    title: text('partnerName'),
    lines: [...place, [`第 ${i + 1}/${boxes} 件`, text('carrierName'), text('waybill')].filter(Boolean).join('  ')],
    code: text('billNo'),
  }))
}

/** Prints the 箱标 of a saved delivery. */
export async function printBoxLabels(id: number): Promise<void> {
  const [{ header }, { printLabels }] = await Promise.all([
    call(salesDeliveryRoutes.read, { params: { id } }),
    import('../kit/print'),
  ])
  await printLabels(boxLabels(header))
}
