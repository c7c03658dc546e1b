import { compare, min, truncate } from '@chepu/contract/kernel/decimal'

export interface LabelledPart {
  partCode: string
  partName: string
  brandName: string | null
  spec: string | null
  unitName: string
  locationCode?: string | null
  /** How many stickers, as a quantity: whole pieces, at least one. */
  copies: string
}

/** A roll of stickers is not printed by a slip of the keyboard. */
const most = '500'

const copiesOf = (qty: string): number => {
  const whole = min(truncate(qty, 0), most)
  return compare(whole, '1') < 0 ? 1 : Number.parseInt(whole, 10)
}

/** Prints 60x40 mm stickers of parts with their code as a barcode (打印标签). */
export async function printPartLabels(parts: readonly LabelledPart[]): Promise<void> {
  const { printLabels } = await import('./print')
  await printLabels(
    parts.map((part) => ({
      title: part.partName,
      lines: [
        [part.brandName, part.spec].filter(Boolean).join(' '),
        [part.locationCode && `货位 ${part.locationCode}`, `单位 ${part.unitName}`].filter(Boolean).join('  '),
      ].filter(Boolean),
      code: part.partCode,
      copies: copiesOf(part.copies),
    })),
  )
}
