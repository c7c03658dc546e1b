// Partners by the thousand, for imports.
import type { partnerLevels } from '@chepu/contract/customers/partner'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { auditMany, insertMany, repeated, updateMany } from '../../kernel/master/bulk'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid } from '../../kernel/base/errors'
import { groupBy } from '../../kernel/base/group-by'
import { freshCodes } from '../../kernel/master/master'
import { pinyinOf } from '../../kernel/master/pinyin'
import { codePrefix } from './code'
import { transferred } from './save'

/** A partner as an import brings it (business/basics 10). */
export interface BulkPartner {
  /** The partner to overwrite; a new one without. */
  id?: number | undefined
  /** '' makes one of the first role; an existing partner keeps its own. */
  code: string
  name: string
  kind: 'person' | 'unit'
  cusFlag: number
  mobile: string
  contactName: string
  regionCode: string
  /** The region's name from the province down. */
  region: string
  priceLevel: 'retail' | 'wholesale1' | 'wholesale2' | 'wholesale3'
  settlementMethodId: number | null
  /** Yuan, 2 decimals; null leaves the stored one, a new partner then has no credit. */
  creditLimit: string | null
  creditDays: number
  /** Who looks after it in the caller's org; undefined leaves the stored one. */
  salespersonId: number | undefined
  category: string
  level: (typeof partnerLevels)[number]
  taxNo: string
  bankName: string
  bankAccount: string
  remark: string
}

/** A unit is known by its name, a person by name and mobile (business/customers 2.1). */
const nameKey = (partner: { kind: string; name: string; mobile: string }): string =>
  partner.kind === 'unit' ? `unit/${partner.name}` : `person/${partner.name}/${partner.mobile}`

/** Faults of the partners among themselves and against what is stored; `path` is `{index}.{field}`. */
async function bulkPartnerErrors(tx: CallerTx, partners: readonly BulkPartner[]): Promise<FieldError[]> {
  const errors: FieldError[] = []
  const fault = (i: number, field: string, message: string) => errors.push({ path: `${i}.${field}`, message })
  for (const i of repeated(partners.map(({ code }) => code))) fault(i, 'code', `编码 ${partners[i]?.code} 在文件中重复`)
  for (const i of repeated(partners.map(nameKey))) fault(i, 'name', `“${partners[i]?.name}”在文件中重复`)
  const stored = await tx.query<{
    id: number
    code: string
    kind: string
    name: string
    mobile: string
    systemKind: string | null
  }>({
    text: `select id, code, kind, name, mobile, system_kind from partner
      where group_id = $1 and (code = any ($2::text[]) or name = any ($3::text[]) or id = any ($4::bigint[]))`,
    values: [
      tx.groupId,
      partners.map(({ code }) => code),
      partners.map(({ name }) => name),
      partners.flatMap(({ id }) => id ?? []),
    ],
  })
  const codes = new Map(stored.map((row) => [row.code, row.id]))
  const names = new Map(stored.filter((row) => row.systemKind === null).map((row) => [nameKey(row), row.id]))
  const system = new Set(stored.filter((row) => row.systemKind !== null).map((row) => row.id))
  partners.forEach((partner, i) => {
    const other = (id: number | undefined) => id !== undefined && id !== partner.id
    if (partner.kind === 'person' && partner.mobile === '') fault(i, 'mobile', '个人请填写手机号')
    if (other(codes.get(partner.code))) fault(i, 'code', `编码 ${partner.code} 已存在`)
    if (other(names.get(nameKey(partner)))) fault(i, 'name', `“${partner.name}”已存在`)
    if (partner.id !== undefined && system.has(partner.id))
      fault(i, 'name', `“${partner.name}”是系统往来单位，不能修改`)
  })
  return errors
}

const columnTypes = {
  name: 'text',
  pinyin: 'text',
  initials: 'text',
  kind: 'text',
  cusFlag: 'int',
  mobile: 'text',
  regionCode: 'text',
  region: 'text',
  priceLevel: 'text',
  settlementMethodId: 'bigint',
  creditDays: 'int',
  category: 'text',
  level: 'text',
  taxNo: 'text',
  bankName: 'text',
  bankAccount: 'text',
  remark: 'text',
}

/** Saves many partners, all or nothing; returns their ids in order. Refuses with the faults of `bulkPartnerErrors`. */
export async function savePartnersBulk(tx: CallerTx, partners: readonly BulkPartner[]): Promise<number[]> {
  const errors = await bulkPartnerErrors(tx, partners)
  if (errors.length > 0) invalid(errors)
  const codes = await codesOf(tx, partners)
  const rows = partners.map((partner, i) => {
    const { id, code: _, contactName: _c, creditLimit: _l, salespersonId: _s, ...fields } = partner
    return {
      id,
      code: codes[i] as string,
      ...fields,
      ...pinyinOf(fields.name, fields.kind === 'person' ? 'person' : 'thing'),
    }
  })
  return onViolation(raceMessages, async () => {
    const added = await insertMany<{ id: number; code: string }>(
      tx,
      'partner',
      rows.flatMap(({ id, ...row }) => (id === undefined ? [{ ...row, createdBy: tx.caller.userId }] : [])),
      'returning id, code',
    )
    await updateMany(
      tx,
      'partner',
      columnTypes,
      rows.flatMap((row) => (row.id === undefined ? [] : [{ ...row, id: row.id }])),
    )
    const byCode = new Map(added.map((row) => [row.code, row.id]))
    const ids = rows.map((row) => row.id ?? (byCode.get(row.code) as number))
    await writeTerms(tx, partners, ids)
    await handOver(tx, partners, ids)
    await auditMany(
      tx,
      rows.map((row, i) => ({
        entity: 'partner',
        entityId: ids[i] as number,
        action: row.id === undefined ? 'add' : 'update',
        detail: { import: true, code: row.code, name: row.name },
      })),
    )
    return ids
  })
}

const raceMessages = {
  partner_group_id_code_key: '编码刚被他人使用，请重新校验',
  partner_code_key: '编码刚被他人使用，请重新校验',
  partner_unit_name: '名称刚被他人使用，请重新校验',
  partner_person: '名称和手机刚被他人使用，请重新校验',
}

/** A code each: the given one, the stored one (kept as it is), or a new one of the role's letter. */
async function codesOf(tx: CallerTx, partners: readonly BulkPartner[]): Promise<string[]> {
  const codes = partners.map(({ code }) => code)
  const blank = groupBy(
    [...partners.keys()].filter((i) => partners[i]?.code === '' && partners[i].id === undefined),
    (i) => codePrefix(partners[i]?.cusFlag ?? 0),
  )
  for (const [prefix, indexes] of [...blank].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const made = await freshCodes(tx, 'partner', prefix, 5, indexes.length)
    indexes.forEach((i, at) => (codes[i] = made[at] as string))
  }
  return codes
}

/** Notes who looks after the partners in the caller's org, whose rows the terms have made. On one that stood it is a transfer. */
async function handOver(tx: CallerTx, partners: readonly BulkPartner[], ids: readonly number[]): Promise<void> {
  const handed = partners.flatMap(({ id, salespersonId }, i) =>
    salespersonId === undefined ? [] : [{ isNew: id === undefined, partnerId: ids[i] as number, salespersonId }],
  )
  await insertMany(
    tx,
    'partner_org',
    handed.map(({ partnerId, salespersonId }) => ({ orgId: tx.caller.orgId, partnerId, salespersonId })),
    'on conflict (group_id, org_id, partner_id) do update set salesperson_id = excluded.salesperson_id',
  )
  await auditMany(
    tx,
    handed.flatMap(({ isNew, partnerId, salespersonId }) => (isNew ? [] : [transferred(partnerId, salespersonId)])),
  )
}

/**
 * Credit limits for the caller's org and the named contacts; a contact that is there already is not doubled. An org that has
 * agreed nothing with a partner gives it credit without limit: its row says so when it comes (business/customers 2.3).
 */
async function writeTerms(tx: CallerTx, partners: readonly BulkPartner[], ids: readonly number[]): Promise<void> {
  const terms = partners.map(({ id, creditLimit }, i) => ({
    partnerId: ids[i] as number,
    isNew: id === undefined,
    creditLimit,
  }))
  const orgRow = (limit: string | null) => ({ orgId: tx.caller.orgId, creditLimit: limit })
  await insertMany(
    tx,
    'partner_org',
    terms.flatMap(({ partnerId, creditLimit, isNew }) =>
      creditLimit === null ? [{ ...orgRow(isNew ? '0' : null), partnerId }] : [],
    ),
    'on conflict (group_id, org_id, partner_id) do nothing',
  )
  await insertMany(
    tx,
    'partner_org',
    terms.flatMap(({ partnerId, creditLimit }) =>
      creditLimit === null ? [] : [{ ...orgRow(creditLimit), partnerId }],
    ),
    'on conflict (group_id, org_id, partner_id) do update set credit_limit = excluded.credit_limit',
  )
  const stored = await tx.query<{ partnerId: number; name: string }>({
    text: 'select partner_id, name from partner_contact where group_id = $1 and partner_id = any ($2::bigint[])',
    values: [tx.groupId, ids],
  })
  const known = new Set(stored.map((row) => `${row.partnerId}/${row.name}`))
  const withContact = new Set(stored.map((row) => row.partnerId))
  await insertMany(
    tx,
    'partner_contact',
    partners.flatMap(({ contactName, mobile }, i) => {
      const partnerId = ids[i] as number
      if (contactName === '' || known.has(`${partnerId}/${contactName}`)) return []
      return [{ partnerId, name: contactName, mobile, isDefault: !withContact.has(partnerId) }]
    }),
  )
}
