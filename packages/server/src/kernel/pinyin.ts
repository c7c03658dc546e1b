import { pinyin } from 'pinyin-pro'

export interface Pinyin {
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
  const read = pinyin(name, {
    type: 'all',
    toneType: 'none',
    v: true,
    ...(reading === 'person' && { surname: 'head' }),
  })
  const parts = read.map((each) => (each.isZh ? { full: each.pinyin, first: each.first } : sameOf(plain(each.origin))))
  return {
    pinyin: parts.map((part) => part.full).join(''),
    initials: parts.map((part) => part.first).join(''),
  }
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')
const sameOf = (text: string) => ({ full: text, first: text })
