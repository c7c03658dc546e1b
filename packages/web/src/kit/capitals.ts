import { abs, type Decimal, isNegative, isZero, money } from '@chepu/contract/kernel/decimal'

const digits = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖']
const places = ['', '拾', '佰', '仟']
const groups = ['', '万', '亿', '万亿']

/** At most four digits, for example '0306' is 零叁佰零陆; zeros between figures read once, trailing ones not at all. */
function groupText(group: string): string {
  let text = ''
  let gap = false
  for (const [i, char] of [...group].entries()) {
    if (char === '0') {
      gap = true
      continue
    }
    text += (gap ? '零' : '') + digits[Number.parseInt(char, 10)] + places[group.length - 1 - i]
    gap = false
  }
  return text
}

function wholeText(whole: string): string {
  const padded = whole.padStart(Math.ceil(whole.length / 4) * 4, '0')
  const parts = padded.match(/\d{4}/g) ?? []
  let text = ''
  let gap = false
  for (const [i, part] of parts.entries()) {
    const read = groupText(part)
    if (read === '') {
      gap = text !== ''
      continue
    }
    text += (gap && !read.startsWith('零') ? '零' : '') + read + groups[parts.length - 1 - i]
    gap = false
  }
  return text.replace(/^零/, '')
}

/**
 * An amount in yuan in Chinese capitals, as written on vouchers (票据法 and the PBOC's rules for bills): rounded half-up
 * to the fen, 整 after yuan or jiao, 零 for skipped places, 负 before a negative amount. Up to 16 integer digits.
 */
export function yuanCapitals(amount: Decimal): string {
  const rounded = money(amount)
  if (isZero(rounded)) return '零元整'
  const [whole = '0', fraction = '00'] = money(abs(rounded)).split('.')
  const [jiao, fen] = [fraction.charAt(0), fraction.charAt(1)]
  const yuan = wholeText(whole)
  let text = yuan && `${yuan}元`
  if (jiao !== '0') text += `${digits[Number.parseInt(jiao, 10)]}角`
  else if (fen !== '0' && yuan) text += '零'
  text += fen === '0' ? '整' : `${digits[Number.parseInt(fen, 10)]}分`
  return (isNegative(rounded) ? '负' : '') + text
}
