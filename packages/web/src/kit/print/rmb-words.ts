import { abs, type Decimal, isNegative, isZero, money } from '@chepu/contract/kernel/decimal'

const digits = '零壹贰叁肆伍陆柒捌玖'
const digitText = (char: string): string => digits.charAt(Number.parseInt(char, 10))

/** Four digits, for example '0306' is 零叁佰零陆: zeros between figures read once, trailing ones not at all. */
function groupText(group: string): string {
  const places = ['仟', '佰', '拾', '']
  const read = [...group].map((char, i) => (char === '0' ? '零' : `${digitText(char)}${places[i]}`))
  return read.join('').replace(/零+/g, '零').replace(/零$/, '')
}

/** Up to 16 digits in groups of four; a group of zeros reads as one of them. */
function wholeText(whole: string): string {
  const padded = whole.padStart(16, '0')
  const groups = ['万亿', '亿', '万', ''].map((name, i) => {
    const read = groupText(padded.slice(4 * i, 4 * i + 4))
    return read === '' ? '零' : read + name
  })
  return groups
    .join('')
    .replace(/零+/g, '零')
    .replace(/^零|零$/g, '')
}

/**
 * An amount in yuan in Chinese capitals, as written on vouchers (票据法 and the PBOC's rules for bills): rounded half-up
 * to the fen, 整 after yuan or jiao, 零 for skipped places, 负 before a negative amount. Up to 16 integer digits.
 */
export function yuanInWords(amount: Decimal): string {
  const rounded = money(amount)
  if (isZero(rounded)) return '零元整'
  const [whole, fraction] = money(abs(rounded)).split('.') as [string, string]
  const [jiao, fen] = [fraction.charAt(0), fraction.charAt(1)]
  const yuan = wholeText(whole)
  let text = yuan && `${yuan}元`
  if (jiao !== '0') text += `${digitText(jiao)}角`
  else if (fen !== '0' && yuan) text += '零'
  text += fen === '0' ? '整' : `${digitText(fen)}分`
  return (isNegative(rounded) ? '负' : '') + text
}
