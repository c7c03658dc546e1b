import { pinyin } from 'pinyin-pro'

interface Pinyin {
  /** Full pinyin without tones and spaces; letters and digits of the name stay: 'ngkhuohuasai'. */
  pinyin: string
  /** First letters: 'ngkhhs'. */
  initials: string
}

/**
 * Pinyin of a name, lower case. Polyphones are read by the words they stand in (重庆, 银行); with `person` the first
 * character is read as a surname (曾, 单), which would misread some articles (前刹车片).
 */
export function pinyinOf(name: string, reading: 'thing' | 'person' = 'thing'): Pinyin {
  const parts = partsOf(name, reading)
  return {
    pinyin: parts.map((part) => part.full).join(''),
    initials: parts.map((part) => part.first).join(''),
  }
}

/** Full pinyin of a thing with an apostrophe before every syllable, so that a search can begin at one: "ngk'huo'hua'sai". */
export const syllablesOf = (name: string): string =>
  partsOf(name, 'thing')
    .map((part) => (part.isZh ? `'${part.full}` : part.full))
    .join('')

function partsOf(name: string, reading: 'thing' | 'person') {
  const read = pinyin(name, {
    type: 'all',
    toneType: 'none',
    v: true,
    ...(reading === 'person' && { surname: 'head' }),
  })
  return read.map(({ isZh, origin, ...zh }) =>
    isZh ? { isZh, full: zh.pinyin, first: zh.first } : { isZh, ...sameOf(plain(origin)) },
  )
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')
const sameOf = (text: string) => ({ full: text, first: text })
