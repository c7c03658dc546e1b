import { besideImport, partnerHeadings } from '@chepu/contract/imports/import-headings'
import {
  creditTerms,
  customerButtons,
  partnerButtons,
  partnerKindLabels,
  partnerLevels,
  priceLevelLabels,
  roleLabels,
  sisterRole,
} from '@chepu/contract/customers/partner'
import { amount, bankCard, code, mobileOrMask, personName, taxNo, text, text255 } from '@chepu/contract/kernel/scalars'
import { anyRole, otherRoles, partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { z } from 'zod'
import { type BulkPartner, savePartnersBulk } from '../customers/public'
import { partnerScope } from '../kernel/caller/partner-scope'
import { isMasked, maskOf } from '../kernel/caller/mobile'
import { inTurns } from '../kernel/master/bulk'
import { type Caller, mayPress, sees } from '../kernel/caller/caller'
import { twinMessage } from '../kernel/master/code-twins'
import type { CallerTx } from '../kernel/db/tx'
import { finderOf } from '../kernel/master/spelling'
import { sql } from 'kysely'
import type { TableColumn } from '../kernel/spreadsheet/table'
import { wordsOf } from '../basics/public'
import { type NamedRegion, regionFinder } from '../basics/public'
import { type Entry, importer, type Plan, type PrepareOptions } from './importer'
import { coded, FirstRows } from './lists'
import { categories, salespeople, settlementMethods, staff } from './partner-references'

/** Short names that the trade uses beside the roles' own. */
const roleBits = new Map<string, number>([
  ...Object.entries({ ...roleLabels, ...sisterRole }).map(([bit, label]): [string, number] => [
    label,
    Number.parseInt(bit, 10),
  ]),
  ['厂家', partnerRoles.manufacturer],
  ['保险', partnerRoles.insurer],
  ['物流', partnerRoles.logistics],
])
const roles = z
  .string()
  .transform((typed) =>
    typed
      .split(/[;；、,，/]/)
      .map((role) => role.trim())
      .filter((role) => role !== ''),
  )
  .refine(
    (names) => names.every((name) => roleBits.has(name)),
    `应为${Object.values(roleLabels).join('、')}，多个用 ; 分隔`,
  )
  .transform((names) => names.reduce((flag, name) => flag | (roleBits.get(name) ?? 0), 0))
  .refine((flag) => flag > 0, '请至少填写一个角色')

const columns = [
  { key: 'code', ...partnerHeadings.code, schema: code(20), note: '空白时按角色自动生成', example: 'SL00001' },
  {
    key: 'name',
    ...partnerHeadings.name,
    required: true,
    schema: text(100),
    note: '单位名称不能重复；个人可重名，手机不同即可',
    example: '广州某某汽配有限公司',
  },
  {
    key: 'cusFlag',
    ...partnerHeadings.cusFlag,
    required: 'new',
    schema: roles,
    note: '客户、供应商、生产厂家、保险公司、物流公司，多个用 ; 分隔；已有单位空白时不变',
    example: '客户;供应商',
  },
  {
    key: 'kind',
    ...partnerHeadings.kind,
    schema: coded(partnerKindLabels),
    note: '个人或单位；空白时只是客户且填了手机的为个人，其余为单位',
    example: '单位',
  },
  {
    key: 'mobile',
    ...partnerHeadings.mobile,
    schema: mobileOrMask,
    note: '个人必填，11位手机号；导出文件中隐去中间4位的，更新时保持不变',
    example: '13800138000',
  },
  { key: 'contact', ...partnerHeadings.contact, schema: personName, note: '2-20位汉字、字母、数字', example: '李经理' },
  {
    key: 'region',
    ...partnerHeadings.region,
    schema: text(60),
    note: '省市区全称；不重名时可省略省份',
    example: '广东省广州市白云区',
  },
  {
    key: 'category',
    ...partnerHeadings.category,
    schema: text(30),
    note: '字典“客户类别”中的条目；空白时已有单位不变，新增单位为散客',
    example: '修理厂',
  },
  {
    key: 'level',
    ...partnerHeadings.level,
    schema: z
      .string()
      .toUpperCase()
      .pipe(z.enum(partnerLevels, `应为${partnerLevels.join('、')}`)),
    note: `${partnerLevels.join('、')}；空白时已有单位不变，新增单位为C`,
    example: 'B',
  },
  {
    key: 'salesperson',
    ...partnerHeadings.salesperson,
    schema: text(40),
    note: '本企业员工的姓名，有同名的填工号；空白时不变，换人需要「转业务员」的权限',
    example: '',
  },
  {
    key: 'priceLevel',
    ...partnerHeadings.priceLevel,
    schema: coded(priceLevelLabels),
    note: '零售价、批发价1、批发价2、批发价3；空白为零售价',
    example: '批发价2',
  },
  { key: 'settlement', ...partnerHeadings.settlement, schema: text(40), note: '已有的结算方式名称', example: '月结' },
  {
    key: 'creditLimit',
    ...partnerHeadings.creditLimit,
    kind: 'number',
    schema: amount,
    note: '元，最多2位小数；0 为不赊账；空白时已有单位不变，新增单位为 0',
    example: '50000',
  },
  {
    key: 'creditDays',
    ...partnerHeadings.creditDays,
    kind: 'number',
    schema: z
      .string()
      .regex(/^\d{1,5}$/, '账期应为整数天数')
      .transform((days) => Number.parseInt(days, 10))
      .pipe(creditTerms.shape.creditDays),
    note: '天，0至3650；空白时已有单位不变，新增单位为 0',
    example: '30',
  },
  {
    key: 'taxNo',
    ...partnerHeadings.taxNo,
    schema: taxNo,
    note: '15-20位字母或数字',
    example: '91440101MA5XXXXX0X',
  },
  {
    key: 'bankName',
    ...partnerHeadings.bankName,
    schema: text(60),
    note: '最多60个字符',
    example: '工商银行广州白云支行',
  },
  {
    key: 'bankAccount',
    ...partnerHeadings.bankAccount,
    schema: bankCard,
    note: '16或19位数字，单元格设为文本',
    example: '6222021234567890123',
  },
  { key: 'remark', ...partnerHeadings.remark, schema: text255, note: '最多255个字符；空白时不变', example: '送货上门' },
] as const

type PartnerEntry = Entry<typeof columns>

type Before = Pick<
  BulkPartner,
  | 'cusFlag'
  | 'kind'
  | 'code'
  | 'name'
  | 'mobile'
  | 'region'
  | 'regionCode'
  | 'priceLevel'
  | 'settlementMethodId'
  | 'taxNo'
  | 'bankName'
  | 'bankAccount'
  | 'creditDays'
  | 'category'
  | 'level'
  | 'remark'
> & { id: number; salespersonId: number | null; isSystem: boolean; isVisible: boolean }

interface Matched {
  entry: PartnerEntry
  /** Codes of several that differ from the row's only in capitals. */
  twins: readonly string[]
  before: Before | undefined
  kind: BulkPartner['kind']
  mobile: string
  settlementMethodId: number | null
  region: NamedRegion | null
  category: string
  /** Undefined leaves whoever looks after it. */
  salespersonId: number | undefined
}

const mayCredit = (caller: Caller) => sees(caller, 'credit_limit') && mayPress(caller, partnerButtons.credit)

/** Customers, suppliers and the like; matched by code, else by name, of persons with the mobile (business/basics 10). */
export const partnerImporter = importer({
  title: '往来单位',
  headings: partnerHeadings,
  beside: besideImport.partner,
  columns: (caller) =>
    columns.filter(
      ({ key }: TableColumn) => (key !== 'creditLimit' && key !== 'creditDays') || mayCredit(caller),
    ) as unknown as typeof columns,
  async examples(tx) {
    const [method] = await tx.query<{ name: string }>({
      text: 'select name from settlement_method where group_id = $1 and is_active order by id limit 1',
      values: [tx.groupId],
    })
    const [word] = await wordsOf(tx, 'partner_category')
    const person = (await staff(tx)).find(({ hasLeft }) => !hasLeft)
    return { settlement: method?.name ?? '', category: word?.name ?? '', salesperson: person?.empNo ?? '' }
  },
  async prepare(tx, entries, options): Promise<Plan> {
    const known = await existingPartners(tx, entries, options.lock)
    const own = entries.filter((entry) => {
      const before = known.match(entry)
      if (before?.isSystem) options.pass(entry.row, `“${before.name}”是系统往来单位，保持不变`)
      return !before?.isSystem
    })
    const methods = await settlementMethods(tx)
    const categoryOf = categories(await wordsOf(tx, 'partner_category'), options)
    const salespersonOf = salespeople(tx.caller, await staff(tx), options)
    const hasRegions = entries.some(({ values }) => values.region !== null)
    const regionNamed = hasRegions ? await regionFinder(tx) : () => undefined
    const matched = (entry: PartnerEntry): Matched => {
      const { values, row } = entry
      const before = known.match(entry)
      const method = values.settlement === null ? null : methods(values.settlement)[0]
      if (method === undefined) options.fault(row, '结算方式', `结算方式“${values.settlement}”不存在`)
      else if (method && !method.isActive && method.id !== before?.settlementMethodId)
        options.fault(row, '结算方式', `结算方式“${values.settlement}”已停用`)
      const region = values.region === null ? null : regionNamed(values.region)
      if (region === undefined) options.fault(row, '地区', `地区“${values.region}”不存在，应为省市区全称`)
      return {
        entry,
        twins: known.twins(entry),
        region: region ?? null,
        category: categoryOf(entry, before),
        salespersonId: salespersonOf(entry, before),
        before,
        kind: values.kind ?? before?.kind ?? usualKind(values),
        mobile: mobileOf(entry, before, options),
        settlementMethodId: method?.id ?? null,
      }
    }
    const rows: Matched[] = []
    const compare = comparing(tx.caller, options)
    for await (const entry of inTurns(own)) {
      const row = matched(entry)
      compare(row)
      rows.push(row)
    }
    return {
      added: rows.filter(({ before }) => !before).length,
      updated: rows.filter(({ before }) => before).length,
      write: async () => {
        await savePartnersBulk(tx, rows.map(partnerOf))
        return []
      },
    }
  },
})

const usualKind = ({ cusFlag, mobile }: PartnerEntry['values']): BulkPartner['kind'] =>
  cusFlag === partnerRoles.customer && mobile !== null ? 'person' : 'unit'

/** The whole number; one that is masked as an export shows it stays as it is. */
function mobileOf({ row, values }: PartnerEntry, before: Before | undefined, { fault }: PrepareOptions): string {
  const stored = before?.mobile ?? ''
  if (values.mobile === null || !isMasked(values.mobile)) return values.mobile ?? stored
  if (values.mobile !== maskOf(stored))
    fault(
      row,
      '手机',
      before
        ? `手机“${values.mobile}”与原号码不符，要修改请填写完整的手机号`
        : `手机“${values.mobile}”不完整，新增请填写完整的手机号，更新已有的请同时填写编码`,
    )
  return stored
}

interface Existing {
  match(entry: PartnerEntry): Before | undefined
  twins(entry: PartnerEntry): readonly string[]
}

async function existingPartners(tx: CallerTx, entries: readonly PartnerEntry[], lock: boolean): Promise<Existing> {
  const codes = entries.flatMap(({ values }) => values.code?.toLowerCase() ?? [])
  const names = entries.map(({ values }) => values.name)
  const rows =
    await tx.select<Before>(sql<Before>`select p.id, p.code, p.name, p.kind, p.cus_flag, p.mobile, p.region, p.region_code, p.price_level,
      p.settlement_method_id, p.tax_no, p.bank_name, p.bank_account, p.credit_days, p.category, p.level, p.remark, own.salesperson_id,
      p.system_kind is not null as is_system,
      (${partnerScope(tx.caller, anyRole)}) as is_visible
    from partner p
    left join partner_org own on own.group_id = p.group_id and own.org_id = ${tx.caller.orgId} and own.partner_id = p.id
    where p.group_id = ${tx.groupId} and (p.code_key = any (${codes}::text[]) or p.name = any (${names}::text[]))
    order by p.id ${lock ? sql`for no key update of p` : sql``}`)
  const coded = finderOf(rows, ({ code }) => code)
  const open = rows.filter((row) => !row.isSystem)
  const units = new Map(open.filter((row) => row.kind === 'unit').map((row) => [row.name, row]))
  const persons = new Map(open.filter((row) => row.kind === 'person').map((row) => [`${row.name}/${row.mobile}`, row]))
  const hits = ({ values: { code } }: PartnerEntry) => (code === null ? [] : coded(code))
  return {
    twins: (entry) => (hits(entry).length > 1 ? hits(entry).map(({ code }) => code) : []),
    match(entry) {
      const { code, name, mobile, kind } = entry.values
      const [one, ...others] = hits(entry)
      if (code !== null) return others.length > 0 ? undefined : one
      const person = kind === 'unit' ? undefined : persons.get(`${name}/${mobile ?? ''}`)
      return person ?? (kind === 'person' ? undefined : units.get(name))
    },
  }
}

/** Finds rows that stand twice, and what the caller may not change; asked row by row. */
function comparing(caller: Caller, { overwrite, fault }: PrepareOptions): (row: Matched) => void {
  const first = new FirstRows()
  return ({ entry, before, twins, kind, mobile }) => {
    const { row, values } = entry
    if (before) {
      const column = values.code === null ? '名称' : '编码'
      const isTyped = values.code === null || values.code === before.code
      const label = `“${before.name}”(${before.code})`
      if (!before.isVisible) fault(row, column, `${label}已存在，但不在您的数据权限内`)
      else if (!overwrite)
        fault(row, column, `${isTyped ? `${label}已存在` : twinMessage([before.code])}，如需更新请勾选“覆盖”`)
    }
    if (twins.length > 0) fault(row, '编码', twinMessage(twins))
    if (kind === 'person' && mobile === '' && values.mobile === null) fault(row, '手机', '个人请填写手机号')
    const keys = [kind === 'unit' ? `unit/${values.name}` : `person/${values.name}/${mobile}`]
    if (before) keys.push(`id/${before.id}`)
    const repeated = keys.map((key) => first.seen(key, row)).find((each) => each !== undefined)
    const twin = values.code === null ? undefined : first.twin(values.code, row, before?.code === values.code)
    if (repeated !== undefined) fault(row, values.code === null ? '名称' : '编码', `与第${repeated}行重复`)
    else if (twin !== undefined) fault(row, '编码', twin)
    const flag = rolesOf(entry, before)
    const refusal = flag === 0 ? '角色不能为空' : roleRefusal(caller, flag, before !== undefined)
    if (refusal) fault(row, '角色', refusal)
  }
}

const rolesOf = ({ values }: PartnerEntry, before: Before | undefined): number =>
  (values.cusFlag ?? 0) | (before?.cusFlag ?? 0)

/** Customers and all other partners stand behind different buttons (business/access 5). */
function roleRefusal(caller: Caller, cusFlag: number, isUpdate: boolean): string | null {
  if ((cusFlag & partnerRoles.sister) !== 0) return '兄弟企业由系统建立，不能导入'
  const others = cusFlag & otherRoles
  if ((cusFlag & partnerRoles.customer) !== 0 && !mayPress(caller, customerButtons.import))
    return '您没有导入客户的权限'
  if (others !== 0 && !mayPress(caller, isUpdate ? partnerButtons.update : partnerButtons.add))
    return `您没有${isUpdate ? '修改' : '新增'}供应商等往来单位的权限`
  return null
}

/** The row as it will be saved; blank cells of an existing partner leave it as it is. */
function partnerOf({
  entry,
  before,
  kind,
  mobile,
  settlementMethodId,
  region,
  category,
  salespersonId,
}: Matched): BulkPartner {
  const { values } = entry
  return {
    id: before?.id,
    code: before?.code ?? values.code ?? '',
    name: values.name,
    kind,
    cusFlag: rolesOf(entry, before),
    mobile,
    contactName: values.contact ?? '',
    regionCode: region?.code ?? before?.regionCode ?? '',
    region: region?.path ?? before?.region ?? '',
    priceLevel: values.priceLevel ?? before?.priceLevel ?? 'retail',
    settlementMethodId: settlementMethodId ?? before?.settlementMethodId ?? null,
    creditLimit: values.creditLimit ?? null,
    creditDays: values.creditDays ?? before?.creditDays ?? 0,
    salespersonId,
    category,
    level: values.level ?? before?.level ?? 'C',
    remark: values.remark ?? before?.remark ?? '',
    taxNo: values.taxNo ?? before?.taxNo ?? '',
    bankName: values.bankName ?? before?.bankName ?? '',
    bankAccount: values.bankAccount ?? before?.bankAccount ?? '',
  }
}
