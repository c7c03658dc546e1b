import { z } from 'zod'
import { compare, isPositive, trimZeros } from './decimal'
import { plainCode, plainDigits } from './typed'
import { oneOf } from './labelled'
import { missingMessage } from './messages'
import { mobilePattern, smsCodePattern } from './patterns'

// The validators of business/frame 5, once for both sides: the web's forms answer with them 500 ms after the last key, the server
// refuses with the same words. What business a figure has beyond its form (above zero, at most 1) stands beside it.

/** A row's identity: a whole number from 1, sent as a JSON number. */
export const id = z.number({ error: '请选择' }).int().positive()

/**
 * A whole number in an address: decimal digits and nothing else. `0x1`, `1e0`, `+1` and `01` would be further addresses of the same row.
 * In the body of an export, which takes the filters of its list, it is a JSON number, too.
 */
export const addressed = (number: z.ZodNumber) => z.preprocess(fromDigits, number.int())
const fromDigits = (sent: unknown) =>
  typeof sent === 'string' ? (/^(0|[1-9]\d*)$/.test(sent) ? Number.parseInt(sent, 10) : Number.NaN) : sent

/** A row's identity in an address. */
export const addressedId = addressed(z.number().positive())

/** At most so many characters, without the blanks around them. */
export const text = (length: number) => z.string().trim().max(length, `最多${length}个字符`)

/** How long a remark or a reason may be (business/frame 5). */
export const remarkLength = 255

/** At most 255 characters (business/frame 5). */
export const text255 = text(remarkLength)

/** A choice that may be emptied: a cleared drop-down sends null, which is kept as ''. */
export const emptied = (choice: z.ZodType<string, string>) =>
  choice
    .nullish()
    .transform((typed) => typed ?? '')
    .pipe(choice)

/** A code or number of a part, partner or place: kept in plain signs, so that it is found however it is typed. */
export const code = (length: number) => z.string().overwrite(plainCode).max(length, `最多${length}个字符`)

/** A word that is chosen from a dictionary of the group. */
export const chosenWord = (message: string) =>
  z.string({ error: message }).trim().min(1, message).max(30, '最多30个字符')

/** Place among its like, which people number as they want to see them. */
export const sortNumber = z
  .number({ error: '请输入整数' })
  .int('请输入整数')
  .min(0, '不能小于0')
  .max(9999, '不能大于9999')
  .default(0)

/** What somebody reads who sends nothing for a field that is needed, as every field of the program says it, else the field's own words. */
const unlessMissing =
  (message: string) =>
  ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? missingMessage : message

const dayForm = '日期格式应为YYYY-MM-DD'

/** A calendar day in Asia/Shanghai, YYYY-MM-DD (business/frame 9.4). No calendar has a year 0. */
export const day = z.iso.date({ error: unlessMissing(dayForm) }).refine((value) => !value.startsWith('0000'), dayForm)

/** A moment, as answers have it: ISO 8601 with its zone. */
export const moment = z.iso.datetime({ offset: true, error: unlessMissing('时间格式不正确') })

/** Whether a field holds a calendar day, also one that may be left out. */
export function isDay(field: z.ZodType): boolean {
  const { innerType, format } = field.def as { innerType?: z.ZodType; format?: string }
  return innerType ? isDay(innerType) : format === 'date'
}

/** What somebody reads who sends no decimal; a program that sends a JSON number, which would be rounded on its way, learns how. */
const textWanted =
  (message: string) =>
  ({ input }: { input?: unknown }) => {
    if (input === undefined) return missingMessage
    return typeof input === 'number' ? `数字请以文本传送，如 "${input}"` : message
  }

/** A decimal with at most `whole` integer digits and `fraction` decimals, sent as text. */
const decimal = (whole: number, fraction: number, message: string) =>
  z
    .string({ error: textWanted(message) })
    .trim()
    // What is no figure is not looked at further.
    .regex(new RegExp(`^-?(0|[1-9]\\d{0,${whole - 1}})(\\.\\d{1,${fraction}})?$`), { error: message, abort: true })
    .overwrite(trimZeros)
    .describe(`十进制文本，整数最多${whole}位，小数最多${fraction}位`)

const atLeastZero = (value: string) => compare(value, '0') >= 0

/** Quantity: above zero, at most 6 integer digits and 4 decimals (business/frame 5; business/lists 2.9). */
export const qty = decimal(6, 4, '数量整数最多6位，小数最多4位').refine(isPositive, '数量必须大于0')

/** Quantity that may be zero, for stock limits and received quantities. */
export const qtyOrZero = decimal(6, 4, '数量整数最多6位，小数最多4位').refine(atLeastZero, '数量不能小于0')

/** Points of a card, or points a yuan: at least zero, at most 6 integer digits and 4 decimals. */
export const points = decimal(6, 4, '积分整数最多6位，小数最多4位').refine(atLeastZero, '积分不能小于0')

const priceForm = '价格整数最多10位，小数最多4位'

/** Price: at least zero, at most 10 integer digits and 4 decimals (business/frame 5). */
export const price = decimal(10, 4, priceForm).refine(atLeastZero, '价格不能小于0')

/** A price that may be left open: null, as text also empty, is one that nobody knows yet. */
export const openPrice = z
  .string({ error: textWanted(priceForm) })
  .trim()
  .transform((text) => text || null)
  .pipe(price.nullable())
  .nullable()

/** Amount in yuan: at least zero, at most 2 decimals (business/frame 5). */
export const amount = decimal(14, 2, '金额应不小于0，且最多2位小数').refine(atLeastZero)

/** Amount in yuan that may be negative: write-off of a return, an adjustment. */
export const signedAmount = decimal(14, 2, '金额最多2位小数')

/** Rate or discount from 0 to 1, 4 decimals: 0.13 is 13 %, 0.95 is 95折. */
export const rate = decimal(1, 4, '比率应在0到1之间，最多4位小数').refine(
  (value) => atLeastZero(value) && compare(value, '1') <= 0,
)

/** Invoice kind of a document (business/documents 3.10). */
export const invoiceKindLabels = { special: '专票', normal: '普票', none: '不开票' } as const
export const invoiceKind = oneOf(invoiceKindLabels)

/** A person's user name or password: 6-20 letters, digits or underscore (business/frame 5). */
export const userName = z
  .string()
  .refine((value) => !/\s/.test(value), '用户名或密码不能包含空格！')
  .regex(/^\w{6,20}$/, '应为6-20位字母、数字或下划线')

/**
 * Mobile phone: 11 digits starting with 1 (business/frame 5), in a segment that the carriers of the mainland give to people: 154, 160,
 * 161, 163, 164, 168, 169, 179 and 194 belong to nobody, 140 to 144 to machines with longer numbers. Kept without the blanks
 * and hyphens that people put into it.
 */
export const mobile = z.string().overwrite(plainDigits).regex(mobilePattern, '请输入正确的手机号')

/** A mobile phone, or one whose middle is masked, as those see it and send it back who may not see it whole: it changes nothing. */
export const mobileOrMask = z.union([z.string().regex(/^1\d{2}\*{4}\d{4}$/), mobile], '请输入正确的手机号')

/** The same of somebody who may have none; '' is none. */
export const mobileOrNone = z.union([z.literal(''), mobileOrMask], '请输入正确的手机号').default('')

/** Landline: 0 plus 2-3 digits, optional hyphen, 7-8 digits (business/frame 5). */
export const landline = z.string().regex(/^0\d{2,3}-?\d{7,8}$/, '请输入正确的电话号码!')

/** Bank card or account: 16 or 19 digits (business/frame 5), kept without the blanks between them. */
export const bankCard = z
  .string({ error: '银行卡号不能为空!' })
  .overwrite(plainDigits)
  .min(1)
  .regex(/^(\d{16}|\d{19})$/, '请输入正确的银行卡号!')

/** Tax number (税号) of a company, or '' while nobody has said it. */
export const taxNo = z
  .string()
  .trim()
  .regex(/^([A-Za-z0-9]{15,20})?$/, '税号应为15-20位字母或数字')

/** Code of the tax authority for a kind of goods (税收分类编码), or ''. */
export const taxClassCode = text(19).regex(/^(\d{19})?$/, '税收分类编码应为19位数字')

/** A whole number above zero, at most 6 digits (business/frame 5). */
export const positiveInteger = z.number({ error: '请输入正整数!' }).int().positive().max(999_999, '整数不能超过6位')

/** A whole number of fewer than 11 digits (business/frame 5). */
export const integer = z
  .number({ error: '请输入整数' })
  .int()
  .refine((value) => Math.abs(value) < 1e10, '整数不能超过10位')

/** Person name: 2-20 Chinese characters, letters, digits or underscore (business/frame 5); rare characters count as one. */
export const personName = z.string().regex(/^[\p{Script=Han}\w]{2,20}$/u, '姓名应为2-20位汉字、字母、数字或下划线')

/** Goods location code: 1-23 Chinese characters, letters, digits or hyphen (business/frame 5). */
export const locationCode = z
  .string()
  .overwrite(plainCode)
  .regex(/^[\p{Script=Han}A-Za-z0-9-]{1,23}$/u, '货位应为1-23位汉字、字母、数字或横线')

/** Mileage: a whole number above zero or a decimal with at most 4 places, at most 7 integer digits, or empty (business/frame 5). */
export const miles = z
  .string({ error: '请输入大于0的整数或小数' })
  .trim()
  .refine((value) => value === '' || (/^\d{1,15}(\.\d{1,4})?$/.test(value) && isPositive(value)))
  // Whatever is no figure is refused for that.
  .refine((value) => /^\d{0,7}(\D|$)/.test(value), '里程最多7位整数')

/** Hours of work: at least zero, at most 8 integer digits and 6 decimals (business/frame 5). */
export const hours = decimal(8, 6, '工时整数最多8位，小数最多6位').refine(atLeastZero, '工时不能小于0')

/** Weight in kg: at least zero, at most 8 integer digits and 2 decimals (business/frame 5). */
export const weight = decimal(8, 2, '重量整数最多8位，小数最多2位').refine(atLeastZero, '重量不能小于0')

/** A code sent by SMS: 6 digits. */
export const smsCode = z.string().trim().regex(smsCodePattern, '请输入6位短信验证码')
