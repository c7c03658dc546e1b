// What a part search understands of the text that was typed; part-filter.ts makes SQL of it.
import { halfWidth } from '@chepu/contract/kernel/typed'

/** Words of a group by which it parts and understands what was typed, all in lower case. */
export interface KnownWords {
  brands: readonly { id: number; name: string; pinyin: string; initials: string }[]
  categories: readonly string[]
  /** 配件俗称 of 数据字典: each row the names of one kind of part. */
  synonyms: readonly (readonly string[])[]
}

/** One word as it is looked for: a needle stands in the search text, or the brand is one of these, or the reading meets it. */
export interface AskedWord {
  needles: readonly string[]
  brandIds: readonly number[]
  /** Full pinyin in the search text: a pattern, and how any text begins that it meets, which is cheaper to look for. */
  reading?: { begin: string; pattern: string }
}

/** One way to part a word: all of them are asked for. */
export type Way = readonly AskedWord[]

/** For every word of the text the ways in which a part may hold it; one way is enough, ways that another includes are left out. */
export const askedOf = (text: string, known: KnownWords): Way[][] =>
  wordsOf(text).map((word) => {
    const ways = [[word], ...cutsOf(word), ...knownCut(word, known)]
    return withoutNeedless(ways.map((way) => way.map((piece) => asked(piece, known)).toSorted(cheapFirst)))
  })

/** By what closeness is told: brands whose name begins with a word of the text, and all names of its words and their pieces. */
export function closeTo(text: string, known: KnownWords): { brandIds: number[]; names: string[] } {
  const words = wordsOf(text).flatMap((word) => [word, ...cutsOf(word).flat(), ...knownCut(word, known).flat()])
  const pieces = [...new Set(words)].filter((word) => word.length >= 2)
  return {
    brandIds: known.brands.filter(({ name }) => pieces.some((word) => name.startsWith(word))).map(({ id }) => id),
    names: [...new Set(pieces.flatMap((word) => spellingsOf(word, known)))],
  }
}

/** The words of a text, each once, in plain signs and lower case. */
export const wordsOf = (text: string): string[] => [
  ...new Set(halfWidth(text).toLowerCase().split(/\s+/).filter(Boolean)),
]

const asked = (word: string, known: KnownWords): AskedWord => ({
  needles: spellingsOf(word, known),
  brandIds: brandsOf(word, known),
  ...readingOf(word),
})

/** How a syllable begins. Most codes and initials begin otherwise: no part need be read for them. */
const syllable = /^(?:(?:[zcs]h|[b-df-hj-np-tw-z])(?:$|[aeiouv])|[aeo])/
/** What may be full pinyin is met where a syllable begins: ngk is not in rong'fang'kai. */
function readingOf(word: string): Pick<AskedWord, 'reading'> {
  const [begin] = /^[a-z0-9]+$/.test(word) ? (syllable.exec(word) ?? []) : []
  if (begin === undefined) return {}
  return { reading: { begin: `'${begin.toUpperCase()}`, pattern: `'${[...word.toUpperCase()].join("'?")}` } }
}

/** What fails soonest goes first; a pattern of pinyin costs as much as many needles. */
const cheapFirst = (a: AskedWord, b: AskedWord) => costOf(a) - costOf(b)
const costOf = ({ needles, reading }: AskedWord) => needles.length + (reading ? 8 : 0)

/** Ways that find nothing beyond another way cost a look at every part. */
const withoutNeedless = (ways: readonly Way[]): Way[] =>
  ways.filter((way, i) => !ways.some((other, j) => j !== i && isWithin(way, other) && (j < i || !isWithin(other, way))))
/** Whether every part that is found one way is found the other way too. */
const isWithin = (way: Way, other: Way) => other.every((word) => way.some((stricter) => implies(stricter, word)))
const implies = (stricter: AskedWord, word: AskedWord) =>
  stricter.needles.every((needle) => word.needles.some((part) => needle.includes(part))) &&
  stricter.brandIds.every((id) => word.brandIds.includes(id)) &&
  (stricter.reading === undefined || stricter.reading.pattern === word.reading?.pattern)

const han = /\p{Script=Han}/u
/** Where Chinese meets letters and digits, spaces may have been left out. */
const runsOf = (word: string): string[] => word.match(/\p{Script=Han}+|\P{Script=Han}+/gu) ?? []
/** A longer run of Chinese is a sentence; each further cut costs a look at every part. */
const longestRun = 8

/**
 * Ways to part a word that was typed without spaces: where Chinese meets letters and digits, and a run of Chinese once besides,
 * each part of at least two characters, since one stands inside most names.
 */
function cutsOf(word: string): string[][] {
  const runs = runsOf(word)
  const halved = runs.flatMap((run, at) =>
    han.test(run) && run.length <= longestRun
      ? Array.from({ length: Math.max(0, run.length - 3) }, (_, i) => [
          ...runs.slice(0, at),
          run.slice(0, i + 2),
          run.slice(i + 2),
          ...runs.slice(at + 1),
        ])
      : [],
  )
  const cuts = [...(runs.length > 1 ? [[...runs]] : []), ...halved]
  return cuts.filter((parts) => parts.every((part) => part.length >= 2))
}

/** The way to part a word at the words that the group knows, where a run of Chinese may hold several: 曼牌 卡罗拉 机滤. */
function knownCut(word: string, known: KnownWords): string[][] {
  const runs = runsOf(word).map((run) => (han.test(run) && run.length >= 4 ? knownPieces(run, known) : [run]))
  return runs.some((pieces) => pieces.length > 1) ? [runs.flat()] : []
}

/** A run of Chinese parted at every name of a brand or category and every word of 配件俗称 in it, the longest first. */
function knownPieces(run: string, { brands, categories, synonyms }: KnownWords): string[] {
  const words = [...brands.map(({ name }) => name), ...categories, ...synonyms.flat()]
    .filter((word) => word.length >= 2 && run.includes(word))
    .toSorted((a, b) => b.length - a.length)
  return words.length === 0 ? [run] : run.split(new RegExp(`(${words.join('|')})`)).filter(Boolean)
}

/**
 * Spellings of the word: itself and with the slang in it exchanged; of several slang words the longest counts, since 刹车
 * is also in 刹车油.
 */
function spellingsOf(word: string, { synonyms }: KnownWords): string[] {
  const slang = synonyms.flat().filter((name) => word.includes(name))
  const longest = Math.max(...slang.map((name) => name.length))
  const exchanged = synonyms.flatMap((names) =>
    names
      .filter((name) => name.length === longest && word.includes(name))
      .flatMap((name) => names.map((other) => word.replaceAll(name, () => other))),
  )
  return [...new Set([word, ...exchanged])]
}

/** Brands that the word names: part of the name, beginning of its pinyin or initials. */
const brandsOf = (word: string, { brands }: KnownWords): number[] =>
  brands
    .filter(({ name, pinyin, initials }) => name.includes(word) || pinyin.startsWith(word) || initials.startsWith(word))
    .map(({ id }) => id)
