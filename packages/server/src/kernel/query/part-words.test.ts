import { describe, expect, it } from 'vitest'
import { type AskedWord, askedOf, closeTo, type KnownWords } from './part-words'

const known: KnownWords = {
  brands: [
    { id: 1, name: '曼牌', pinyin: 'manpai', initials: 'mp' },
    { id: 2, name: 'ngk', pinyin: 'ngk', initials: 'ngk' },
    { id: 3, name: '曼', pinyin: 'man', initials: 'm' },
  ],
  categories: ['机油', '滤清器'],
  synonyms: [
    ['刹车片', '制动片'],
    ['刹车油', '制动液'],
    ['刹车', '制动'],
    ['机滤', '机油滤清器'],
  ],
}

const shown = ({ needles, brandIds }: AskedWord) => [...needles, ...brandIds].join('|')
/** The ways of each word, as `needle|other spelling|brand` with a space between what is asked for together. */
const ways = (text: string) => askedOf(text, known).map((word) => word.map((way) => way.map(shown).join(' ')))

describe('what a part search asks for', () => {
  it.each([
    ['', []],
    ['滤', [['滤']]],
    ['滤 滤', [['滤']]],
    ['Q012345', [['q012345']]],
    ['曼牌 机滤', [['曼牌|1'], ['机滤|机油滤清器']]],
    ['刹车油', [['刹车油|制动液']]],
    ['前刹车', [['前刹车|前制动']]],
    ['机油5w30', [['机油 5w30']]],
    ['曼牌机滤', [['曼牌|1 机滤|机油滤清器']]],
    // Cut at known words, which take in 曼牌|卡罗拉机滤 and 曼牌卡罗拉|机滤; a cut through 卡罗拉 stands for itself.
    [
      '曼牌卡罗拉机滤',
      [['曼牌卡 罗拉机滤|罗拉机油滤清器', '曼牌卡罗 拉机滤|拉机油滤清器', '曼牌|1 卡罗拉 机滤|机油滤清器']],
    ],
    ['卡罗拉花园', [['卡罗 拉花园', '卡罗拉 花园']]],
    ['卡罗拉x', [['卡罗拉x']]],
    // A sentence is not cut once besides, only at what is known.
    ['卡罗拉上用的便宜机滤', [['卡罗拉上用的便宜 机滤|机油滤清器']]],
  ])('%s', (text, expected) => {
    expect(ways(text)).toEqual(expected)
  })

  it('looks for full pinyin only by what begins as a syllable', () => {
    const reading = (text: string) => askedOf(text, known)[0]?.[0]?.[0]?.reading
    expect(reading('huohuas')).toEqual({ begin: "'HU", pattern: "'H'?U'?O'?H'?U'?A'?S" })
    expect(reading('anquan')?.begin).toBe("'A")
    expect(reading('zh')?.begin).toBe("'ZH")
    for (const text of ['kll', 'q012345', 'w712', '5w30', 'cr-v', '机滤']) expect(reading(text)).toBeUndefined()
  })
})

it('tells closeness by brands that begin with a word and by every name of the words and their pieces', () => {
  expect(closeTo('曼牌机滤', known)).toEqual({
    brandIds: [1],
    names: ['曼牌机滤', '曼牌机油滤清器', '曼牌', '机滤', '机油滤清器'],
  })
  expect(closeTo('滤', known)).toEqual({ brandIds: [], names: [] })
})
