import { expect, it } from 'vitest'
import { pinyinOf, syllablesOf } from './pinyin'

it.each([
  ['重庆', 'chongqing', 'cq'],
  ['银行', 'yinhang', 'yh'],
  ['NGK火花塞', 'ngkhuohuasai', 'ngkhhs'],
  ['前刹车片(4片)', 'qianshachepian4pian', 'qscp4p'],
  ['5W-30 机油', '5w30jiyou', '5w30jy'],
  ['a阿啊qing青', 'aaaqingqing', 'aaaqingq'],
])('reads %s as %s, %s', (name, pinyin, initials) => {
  expect(pinyinOf(name)).toEqual({ pinyin, initials })
})

it('reads the first character of a person as a surname', () => {
  expect(pinyinOf('单晓东', 'person').initials).toBe('sxd')
  expect(pinyinOf('曾丽', 'person').pinyin).toBe('zengli')
})

it('sets the syllables of a thing apart', () => {
  expect(syllablesOf('NGK火花塞')).toBe("ngk'huo'hua'sai")
})
