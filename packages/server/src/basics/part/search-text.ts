import { pinyinOf } from '../../kernel/pinyin'

/** A part number as it is compared: upper case without spaces, dots and hyphens, also full-width ones (DOMAIN 3.1, oe_norm). */
export const normNumber = (number: string): string => number.toUpperCase().replace(/[\s.\-·．－—]/g, '')

export interface SearchedPart {
  code: string
  name: string
  spec: string
  factoryNo: string
  oeNos: readonly string[]
  barcodes: readonly string[]
}

/** What is derived from a part's typed fields at save: pinyin, normalised factory number, and the text that searches read. */
export interface DerivedPart {
  pinyin: string
  initials: string
  factoryNorm: string
  searchText: string
}

/**
 * Lower-case words by which the part search finds a part: code as typed and normalised, name, full pinyin, initials,
 * factory number, OE numbers, barcodes, specification.
 */
export function derivePart(part: SearchedPart): DerivedPart {
  const { pinyin, initials } = pinyinOf(part.name)
  const factoryNorm = normNumber(part.factoryNo)
  const words = [
    part.code,
    normNumber(part.code),
    part.name,
    pinyin,
    initials,
    factoryNorm,
    ...part.oeNos.map(normNumber),
    ...part.barcodes,
    part.spec,
  ]
  const searchText = [...new Set(words.map((word) => word.trim().toLowerCase()).filter((word) => word !== ''))].join(
    ' ',
  )
  return { pinyin, initials, factoryNorm, searchText }
}
