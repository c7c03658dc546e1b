import { compare, truncate } from '@chepu/contract/kernel/decimal'
import type { LabelText } from '../print/label-template'

export interface LabelledPart {
  partCode: string
  partName: string
  brandName: string | null
  spec: string | null
  unitName: string
  locationCode?: string | null
}

/** Stickers for a quantity: whole pieces, at least one. */
export const piecesOf = ({ qty }: { qty: string }): string => (compare(qty, '1') < 0 ? '1' : truncate(qty, 0))

/** The sticker of a part: its code as a mark, what it is, where it lies. */
export const partLabel = (part: LabelledPart): LabelText => ({
  title: part.partName,
  lines: [
    [part.brandName, part.spec].filter(Boolean).join(' '),
    [part.locationCode && `货位 ${part.locationCode}`, `单位 ${part.unitName}`].filter(Boolean).join('  '),
  ].filter(Boolean),
  code: part.partCode,
})
