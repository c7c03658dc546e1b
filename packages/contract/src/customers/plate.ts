import { z } from 'zod'
import { halfWidth } from '../kernel/typed'

const provinces = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼'
const sign = '[A-HJ-NP-Z0-9]'
const unplated = '未上牌'

/** Kinds of plates that cars have: usual ones of 7 signs, and of 8 those of small and of large cars of new energy (business/customers 6.2). */
const forms = [
  new RegExp(`^[${provinces}][A-Z]${sign}{4}(${sign}|[挂学警港澳领])$`),
  new RegExp(`^[${provinces}][A-Z][A-HJK]${sign}\\d{4}$`),
  new RegExp(`^[${provinces}][A-Z]\\d{5}[DF]$`),
]
const unplatedForm = new RegExp(`^${unplated}-[A-HJ-NPR-Z0-9]{6}$`)

/** What is typed of a plate, as it is kept: capitals of half width, without the dot and blanks that people put between. */
export function plainPlate(typed: string): string {
  const plain = halfWidth(typed)
    .toUpperCase()
    .replace(/[\s·•・.\-－—]/g, '')
  return plain.startsWith(unplated) && plain.length > unplated.length
    ? `${unplated}-${plain.slice(unplated.length)}`
    : plain
}

/** Whether the text, kept as `plainPlate` has it, is a plate of its own or stands for one that is still to come. */
export const isPlate = (plate: string): boolean => unplatedForm.test(plate) || forms.some((form) => form.test(plate))

/** What stands in the place of a plate on a car that has none yet, by its VIN. */
export const plateOfVin = (vin: string): string => `${unplated}-${vin.slice(-6)}`

/** Whether the plate says that there is none yet. */
export const isUnplated = (plate: string): boolean => plate.startsWith(unplated)

/** A plate, or '' of a car that is known by its VIN alone. */
export const plateField = z
  .string()
  .overwrite(plainPlate)
  .refine(
    (plate) => plate === '' || isPlate(plate),
    '车牌应为7位，新能源8位，以省份简称开头；未上牌的写“未上牌-”和VIN后6位',
  )
  .default('')
