import { z } from 'zod'
import { plainCode } from './typed'

/** What is typed of a VIN or its beginning, as it is kept: capitals of half width without blanks. */
export const vinText = (typed: string): string => plainCode(typed).replaceAll(' ', '').toUpperCase()

/** A VIN: 17 signs without I, O and Q. */
export const vin = z
  .string()
  .overwrite(vinText)
  .regex(/^[A-HJ-NPR-Z0-9]{17}$/, 'VIN应为17位字母或数字，不含I、O、Q')

/** What the tenth sign of a VIN may say, from 1980 on and again every thirty years. */
const yearSigns = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/**
 * The model-year that a VIN says by its tenth sign, the latest that is not beyond the year after `thisYear`; null where the sign is
 * no year (business/basics 5.2).
 */
export function vinYear(text: string, thisYear: number): number | null {
  const place = yearSigns.indexOf(text.charAt(9))
  if (place < 0 || text.length < 10) return null
  const rounds = Math.floor((thisYear + 1 - 1980 - place) / 30)
  return rounds < 0 ? null : 1980 + place + rounds * 30
}

/** Figures of the signs of a VIN: those of letters stand in the order of the alphabet without I, O and Q. */
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const letterFigures = '12345678123457923456789'
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const

const figureOf = (sign: string): number =>
  Number.parseInt(/\d/.test(sign) ? sign : letterFigures.charAt(letters.indexOf(sign)), 10)

/** The ninth sign that the others of a whole VIN ask for, GB 16735: a digit or X. */
export function vinCheckSign(whole: string): string {
  const rest = weights.reduce<number>((sum, weight, i) => sum + weight * figureOf(whole.charAt(i)), 0) % 11
  return rest === 10 ? 'X' : String(rest)
}

/** What is odd about a whole VIN, or undefined: old and foreign cars need not follow the check sign, so that it only warns. */
export const vinWarning = (whole: string): string | undefined =>
  whole.charAt(8) === vinCheckSign(whole) ? undefined : `VIN ${whole} 的校验位不符，请再核对一遍`
