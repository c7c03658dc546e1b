import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  addressed,
  addressedId,
  amount,
  bankCard,
  chosenWord,
  code,
  day,
  id,
  integer,
  invoiceKind,
  invoiceKindLabels,
  isDay,
  landline,
  locationCode,
  miles,
  mobile,
  openPrice,
  personName,
  positiveInteger,
  price,
  qty,
  qtyOrZero,
  rate,
  signedAmount,
  smsCode,
  text255,
  userName,
  weight,
} from './scalars'

/** The first message for a value, '' when it is accepted. */
const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message ?? ''

/** One validator of business/frame 5: what it takes, and what it refuses with which words. */
function rule(name: string, schema: z.ZodType, accepted: unknown[], refused: Record<string, unknown[]>): void {
  const cases = [
    ...accepted.map((value) => [value, '']),
    ...Object.entries(refused).flatMap(([words, values]) => values.map((value) => [value, words])),
  ]
  it.each(cases)(`${name} answers to %j: “%s”`, (value, words) => expect(said(schema, value)).toBe(words))
}

rule('miles', miles, ['', '1', '0.5', '120000', '123.4567', '0.0001', ' 12 '], {
  请输入大于0的整数或小数: ['0', '0.0000', '-1', '1.23456', '1.', '.5', '1e3', '１２', 'abc', undefined, 5],
  里程最多7位整数: ['10000000', '99999999.5'],
})

rule('maxLength', text255, ['', '字'.repeat(255), ` ${'a'.repeat(255)} `], { 最多255个字符: ['字'.repeat(256)] })

rule('float', qty, ['0.0001', '999999.9999', '1'], {
  '数量整数最多6位，小数最多4位': ['1000000', '1.00001', '', '1,000', '--1'],
  数量必须大于0: ['0', '-1', '0.0000'],
  '数字请以文本传送，如 "2"': [2],
})

rule('float that may be zero', qtyOrZero, ['0', '999999.9999'], {
  '数量整数最多6位，小数最多4位': ['1234567', '0.12345'],
  数量不能小于0: ['-0.0001'],
})

rule('integer of fewer than 11 digits', integer, [0, -1, 9999999999, -9999999999], {
  整数不能超过10位: [10000000000, -10000000000],
  请输入整数: [1.5, '7', null, Number.NaN],
})

rule('weight', weight, ['0', '99999999.99', '0.01'], {
  '重量整数最多8位，小数最多2位': ['100000000', '0.001', ''],
  重量不能小于0: ['-0.01'],
})

rule('price', price, ['0', '9999999999.9999', '0.0001'], {
  '价格整数最多10位，小数最多4位': ['10000000000', '0.00001', 'x'],
  价格不能小于0: ['-1'],
})

rule('landline', landline, ['02012345678', '0201234567', '020-12345678', '0755-1234567', '07551234567'], {
  '请输入正确的电话号码!': [
    '12345678',
    '020-123456',
    '020-123456789',
    '02-12345678',
    '020--1234567',
    '020 12345678',
    '1020-12345678',
    '',
  ],
})

describe('mobile', () => {
  const segments =
    '130 131 132 133 134 135 136 137 138 139 145 146 147 148 149 150 151 152 153 155 156 157 158 159 162 165 166 167 ' +
    '170 171 172 173 174 175 176 177 178 180 181 182 183 184 185 186 187 188 189 190 191 192 193 195 196 197 198 199'
  const valid = new Set(segments.split(' '))
  it.each(Array.from({ length: 100 }, (_, i) => String(100 + i)))('segment %s', (segment) => {
    expect(said(mobile, `${segment}12345678`)).toBe(valid.has(segment) ? '' : '请输入正确的手机号')
  })
  it.each(['1380013800', '138001380000', '23800138000', '138 0013 800', '+8613800138000', '138/0013/8000', ''])(
    'refuses %j',
    (value) => expect(said(mobile, value)).toBe('请输入正确的手机号'),
  )
  it.each(['138 0013 8000', '138-0013-8000', '１３８００１３８０００', ' 13800138000 '])(
    'keeps %j in plain digits',
    (value) => expect(mobile.parse(value)).toBe('13800138000'),
  )
})

rule('bank card', bankCard, ['6222021234567890', '6222021234567890123'], {
  '银行卡号不能为空!': ['', undefined],
  '请输入正确的银行卡号!': ['622202123456789', '62220212345678901', '622202123456789012', '6222/0212/3456/7890'],
})

it('keeps an account without the blanks between its digits, and a code in plain signs', () => {
  expect(bankCard.parse('6222 0212 3456 7890')).toBe('6222021234567890')
  expect(code(8).parse('　ＡＢ－１  2 ')).toBe('AB-1 2')
  expect(locationCode.parse('Ａ－０１')).toBe('A-01')
  expect(said(code(3), 'ＡＢＣＤ')).toBe('最多3个字符')
})

rule('positive integer', positiveInteger, [1, 999999], {
  '请输入正整数!': [0, -1, 1.5, '3', null],
  整数不能超过6位: [1_000_000, Number.MAX_SAFE_INTEGER],
})

rule('person name', personName, ['王五', '李_2', 'Tom', '𫖯仪', '字'.repeat(20)], {
  '姓名应为2-20位汉字、字母、数字或下划线': ['王', '𫖯', '字'.repeat(21), '王 五', '王-五', ''],
})

rule('user name or password', userName, ['boss01', 'A_b_c_1', 'a'.repeat(20), '123456'], {
  '用户名或密码不能包含空格！': ['boss 01', ' boss01', 'a\tbcdef'],
  '应为6-20位字母、数字或下划线': ['boss1', 'a'.repeat(21), 'boss-01', '老板boss', ''],
})

rule('code sent by SMS', smsCode, ['012345', ' 123456 '], {
  请输入6位短信验证码: ['12345', '1234567', 'a12345', '12345a', ''],
})

rule('goods location', locationCode, ['A', 'A-01-02-3', '东区1', '字'.repeat(23)], {
  '货位应为1-23位汉字、字母、数字或横线': ['', 'A'.repeat(24), 'A_1', 'A 1', 'A/1'],
})

rule('two-decimal number', amount, ['0', '0.01', '12345678901234.99'], {
  '金额应不小于0，且最多2位小数': ['-0.01', '0.001', '1.', '', 'x', '123456789012345', null],
})

rule('amount with a sign', signedAmount, ['0', '-0.01', '12345678901234.99', '-5'], {
  金额最多2位小数: ['0.001', '', 'x', '123456789012345'],
})

rule('rate', rate, ['0', '0.0001', '0.13', '1', '1.0000'], {
  '比率应在0到1之间，最多4位小数': ['-0.1', '1.0001', '13', '0.12345', ''],
})

rule('price that may be left open', openPrice, [null, '', ' ', '0', '12.5'], {
  '价格整数最多10位，小数最多4位': ['x', '0.00001'],
  价格不能小于0: ['-1'],
  '数字请以文本传送，如 "12.5"': [12.5],
})

rule('row', id, [1, 70000], { 请选择: [null, '1', undefined] })

rule('day', day, ['2026-02-28', '2028-02-29', '0001-01-01'], {
  '日期格式应为YYYY-MM-DD': ['2026-02-29', '2026-2-1', '20260201', '0000-01-01'],
  请填写: ['', null, undefined],
})

rule('chosen word', chosenWord('请选择原因'), ['报损', ` ${'字'.repeat(30)} `], {
  请选择原因: ['', '  ', null],
  最多30个字符: ['字'.repeat(31)],
})

it('figures are kept without blanks around them and zeros at their end; a price left open is none', () => {
  expect([qty.parse(' 2.5000 '), price.parse('10.00'), signedAmount.parse(' -0.50')]).toEqual(['2.5', '10', '-0.5'])
  expect([openPrice.parse(''), openPrice.parse(' '), openPrice.parse(null), openPrice.parse(' 1.50 ')]).toEqual([
    null,
    null,
    null,
    '1.5',
  ])
})

it('a figure tells programs its form', () => {
  expect(qty.description ?? z.toJSONSchema(qty, { io: 'input' }).description).toBe(
    '十进制文本，整数最多6位，小数最多4位',
  )
})

it('a row in an address is its number in digits, and in a body the number itself', () => {
  expect([addressed(z.number()).parse(-3), addressed(z.number()).parse('3')]).toEqual([-3, 3])
  expect([addressedId.parse('7'), addressedId.parse('120'), addressedId.parse(7)]).toEqual([7, 120, 7])
  for (const other of ['0', '007', '0x1', '1e0', '+1', '-1', '1.5', ' 1', '1 ', 'x1', '1x', '', 0, 1.5, null])
    expect([other, addressedId.safeParse(other).success]).toEqual([other, false])
})

it('tells the fields that hold a day, also those that may be left out', () => {
  const fields = [day, day.nullable(), day.nullable().default(null), text255, id, qty.optional()]
  expect(fields.map(isDay)).toEqual([true, true, true, false, false, false])
})

it('invoices are special, normal or none', () => {
  expect(['special', 'normal', 'none', 'other'].map((kind) => invoiceKind.safeParse(kind).success)).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(invoiceKindLabels).toEqual({ special: '专票', normal: '普票', none: '不开票' })
})
