const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const signs = '10X98765432'

/** The last character that makes 17 digits the number of an identity card (GB 11643-1999), or '' for other text. */
export function identityCheckDigit(body: string): string {
  if (!/^\d{17}$/.test(body)) return ''
  const sum = weights.reduce((total, weight, i) => total + weight * body.charCodeAt(i) - weight * 48, 0)
  return signs[sum % 11] ?? ''
}

/** Whether a text is the number of an identity card: 18 signs of which the last one checks the others, or 15 digits of an old card; both with a day of birth that there is. */
export function isIdentityNumber(text: string): boolean {
  if (/^[1-9]\d{14}$/.test(text)) return isDay(`19${text.slice(6, 12)}`)
  return (
    /^[1-9]\d{16}[\dX]$/.test(text) && isDay(text.slice(6, 14)) && identityCheckDigit(text.slice(0, 17)) === text[17]
  )
}

/** YYYYMMDD of the last two centuries. */
function isDay(digits: string): boolean {
  const iso = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  const time = Date.parse(iso)
  return /^(19|20)/.test(digits) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso)
}
