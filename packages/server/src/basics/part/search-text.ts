import { type Grade, gradeLabels } from '@chepu/contract/basics/part'
import { halfWidth } from '@chepu/contract/kernel/typed'
import { normNumber } from '../../kernel/query/part-filter'
import { pinyinOf, syllablesOf } from '../../kernel/master/pinyin'

/** Rises when the search text is made otherwise: parts with an earlier one are made anew at the next start. */
export const searchVersion = 3

interface SearchedPart {
  code: string
  name: string
  grade: Grade
  spec: string
  factoryNo: string
  oeNos: readonly string[]
  barcodes: readonly string[]
  /** Fitted models as text, one each. */
  fitments: readonly string[]
}

/** What is derived from a part's typed fields at save: pinyin, normalised factory number, and the text that searches read. */
interface DerivedPart {
  pinyin: string
  initials: string
  factoryNorm: string
  searchText: string
  searchVersion: number
}

/**
 * Lower-case words in plain signs by which the part search finds a part: code as typed and normalised, name, full pinyin, initials,
 * factory number, OE numbers, barcodes, specification, quality, fitted models with their pinyin. Full pinyin
 * stands in capitals, where no pattern of a typed word meets it (`readAs` of kernel/part-filter). The brand is looked up by the search itself,
 * so that a new name of the brand holds at once.
 */
export function derivePart(part: SearchedPart): DerivedPart {
  const { pinyin, initials } = pinyinOf(part.name)
  const factoryNorm = normNumber(part.factoryNo)
  const models = [...new Set(part.fitments)].map((text) => ({ text, initials: pinyinOf(text).initials }))
  const words = [
    part.code,
    normNumber(part.code),
    part.name,
    initials,
    factoryNorm,
    ...part.oeNos.map(normNumber),
    ...part.barcodes,
    part.spec,
    gradeLabels[part.grade],
    ...models.flatMap((model) => [model.text, model.initials]),
  ].map((word) => halfWidth(word).trim().toLowerCase())
  const read = [part.name, ...models.map((model) => model.text)].map((text) => syllablesOf(text).toUpperCase())
  const searchText = [...new Set([...words, ...read].filter((word) => word !== ''))].join(' ')
  return { pinyin, initials, factoryNorm, searchText, searchVersion }
}
