import type { Random } from './random'

const surnames = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕']
const givenNames = (
  '子涵 文博 嘉宁 嘉禾 文清 晓东 志远 一帆 思源 知行 明轩 雨桐 立新 亦辰 乐言 永康 景行 若谷 家和 新宇 ' +
  '晨曦 亦凡 安然 乐天 书恒 一诺 景明 少华 平安 清和 子墨 星河 云帆 可心 怀远 向阳 学文 守信 致远 宏宇'
).split(' ')
const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const creditWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
const agencyWeights = [3, 7, 9, 10, 5, 8, 4, 2]

/** A source of person names, none given twice. Common surname x neutral given name; no real person is meant. */
export function personNames(random: Random): () => string {
  const used = new Set<string>()
  return () => {
    for (;;) {
      const name = random.pick(surnames) + random.pick(givenNames)
      if (used.has(name)) continue
      used.add(name)
      return name
    }
  }
}

/** A mobile of the block 1390000xxxx (business/demo 2); `serial` is 0 to 9999. */
export function demoMobile(serial: number): string {
  return `1390000${String(serial).padStart(4, '0')}`
}

/** A land line of Wuhan; `serial` is 0 to 9999. */
export function demoTel(serial: number): string {
  return `027-5550${String(serial).padStart(4, '0')}`
}

/** A bank account of 16 or 19 digits that does not start with zero. */
export function bankAccount(random: Random, length: 16 | 19): string {
  return String(random.int(1, 9)) + random.digits(length - 1)
}

/** The last character of an organisation code of 8 characters (GB 11714). */
function agencyCheck(body: string): string {
  const sum = [...body].reduce((total, char, index) => total + Number.parseInt(char, 36) * agencyWeights[index]!, 0)
  return ['0', 'X', '9', '8', '7', '6', '5', '4', '3', '2', '1'][sum % 11]!
}

/** The 18th character of a unified social credit code (GB 32100) for its first 17 characters. */
export function creditCheck(body: string): string {
  const sum = [...body].reduce((total, char, index) => total + creditAlphabet.indexOf(char) * creditWeights[index]!, 0)
  return creditAlphabet[(31 - (sum % 31)) % 31]!
}

/** A taxpayer number of valid form: 91 for a company, 92 for a sole trader, 12 for a public institution. */
export function creditCode(random: Random, kind: '91' | '92' | '12', regionCode: string): string {
  const serial = Array.from({ length: 6 }, () => random.pick([...creditAlphabet])).join('')
  const agency = `MA${serial}`
  const body = kind + regionCode + agency + agencyCheck(agency)
  return body + creditCheck(body)
}

/** The check digit of an EAN-13 for its first 12 digits. */
export function eanCheck(body: string): string {
  const sum = [...body].reduce(
    (total, digit, index) => total + Number.parseInt(digit, 10) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}
