import { type CreditTerms, customerButtons, partnerButtons, type PartnerInput } from '@chepu/contract/customers/partner'
import { compare } from '@chepu/contract/kernel/decimal'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { assertWord, regionsOf } from '../../basics/public'
import { audit } from '../../kernel/db/audit'
import { mayPress } from '../../kernel/caller/caller'
import { endLinksOf } from '../../kernel/links/desk'
import { twinRefusal } from '../../kernel/master/code-twins'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, refuse } from '../../kernel/base/errors'
import {
  addMaster,
  changeMaster,
  enableMaster,
  freshCodes,
  lockMaster,
  type Master,
  type MasterRow,
  removeMaster,
  replaceRows,
} from '../../kernel/master/master'
import { pinyinOf } from '../../kernel/master/pinyin'
import { assertMayPress } from './access'
import { codePrefix } from './code'
import { assertOwedNothing } from './held-cards'
import { isMasked, maskOf } from '../../kernel/caller/mobile'
import { assertVisible, isUsed } from './view'

export const partnerMaster: Master = { table: 'partner', title: '往来单位' }

export interface PartnerMaster extends MasterRow {
  code: string
  name: string
  cusFlag: number
  mobile: string
  category: string
  source: string
  regionCode: string
  systemKind: string | null
  creditDays: number
  creditPolicy: string
  mergedIntoId: number | null
}

interface SavedPartner {
  id: number
  code: string
  version: number
}

const noCredit: CreditTerms = { creditLimit: '0', creditDays: 0, creditPolicy: 'block' }

/**
 * Saves a partner with contacts and addresses; what is agreed with the caller's org (salesperson, buyer, credit limit)
 * is kept for that org. A blank code is made of the first role (business/customers 2.1).
 */
export async function savePartner(tx: CallerTx, partner: PartnerInput): Promise<SavedPartner> {
  const before = partner.id === undefined ? undefined : await editable(tx, partner.id, partner.version ?? 0)
  assertMayPress(tx.caller, before ? 'update' : 'add', { before: before?.cusFlag ?? 0, after: partner.cusFlag })
  await assertReferences(tx, partner, before)
  await assertWord(tx, 'partner_category', partner.category, { path: 'category', before: before?.category })
  await assertWord(tx, 'partner_source', partner.source, { path: 'source', before: before?.source })
  const { id: _, version: _v, contacts, addresses, credit, salespersonId, buyerId, ...fields } = partner
  const code =
    fields.code || before?.code || ((await freshCodes(tx, 'partner', codePrefix(fields.cusFlag), 5))[0] as string)
  const placed = await placer(tx, [partner, ...addresses], before ? await placesOf(tx, before) : [])
  const row = {
    ...placed(fields),
    code,
    mobile: isMasked(fields.mobile) ? (before?.mobile ?? '') : fields.mobile,
    ...pinyinOf(fields.name, fields.kind === 'person' ? 'person' : 'thing'),
    updatedAt: new Date(),
  }
  return onViolation(violations(partner), async () => {
    const saved = before
      ? await changeMaster(tx, partnerMaster, before, row)
      : await addMaster(tx, partnerMaster, { ...row, createdBy: tx.caller.userId })
    await replacePeople(tx, saved.id, contacts, addresses.map(placed))
    if (before) await noteTransfer(tx, before.id, salespersonId)
    await writeAgreement(tx, saved.id, {
      creditLimit: before ? null : '0',
      salespersonId: before ? salespersonId : firstOwner(tx, salespersonId),
      buyerId,
    })
    const terms = credit ?? (before ? undefined : noCredit)
    if (terms) await writeCredit(tx, saved.id, terms, before !== undefined || credit !== undefined)
    return { id: saved.id, code, version: saved.version }
  })
}

/** Codes of regions that the partner and its addresses have now; they may have been disabled since. */
async function placesOf(tx: CallerTx, partner: PartnerMaster): Promise<string[]> {
  const rows = await tx.query<{ regionCode: string }>({
    text: 'select region_code from partner_address where group_id = $1 and partner_id = $2',
    values: [tx.groupId, partner.id],
  })
  return [partner.regionCode, ...rows.map((row) => row.regionCode)]
}

/** Adds the region's name, as addresses on paper begin with it. Refuses codes that name no region to choose. */
async function placer(tx: CallerTx, rows: readonly { regionCode: string }[], before: readonly string[]) {
  const regions = await regionsOf(
    tx,
    rows.map((row) => row.regionCode),
  )
  const errors = rows.flatMap(({ regionCode }, i) => {
    if (regionCode === '' || regions.get(regionCode)?.isActive || before.includes(regionCode)) return []
    return [{ path: i === 0 ? 'regionCode' : `addresses.${i - 1}.regionCode`, message: '地区不存在或已停用' }]
  })
  if (errors.length > 0) invalid(errors)
  return <Row extends { regionCode: string }>(row: Row): Row & { region: string } => ({
    ...row,
    region: regions.get(row.regionCode)?.path ?? '',
  })
}

/** Who sees only his own customers keeps the one he adds. */
const firstOwner = (tx: CallerTx, salespersonId: number | null): number | null =>
  salespersonId ?? (tx.caller.scopes.customer === 1 ? tx.caller.employeeId : null)

const violations = (partner: PartnerInput): Record<string, string> => ({
  partner_group_id_code_key: `编码 ${partner.code} 已存在`,
  partner_code_key: `编码 ${partner.code} 已存在`,
  partner_unit_name: `单位“${partner.name}”已存在`,
  partner_person: `“${partner.name}”和该手机号的往来单位已存在`,
})

/** The partner, locked, when the caller may see and change it; system partners stand as they are. */
export async function editable(tx: CallerTx, id: number, version?: number): Promise<PartnerMaster> {
  await assertVisible(tx, [id])
  const row = await lockMaster<PartnerMaster>(tx, partnerMaster, id, version)
  if (row.systemKind !== null) refuse(`“${row.name}”是系统往来单位，不能修改`)
  return row
}

async function assertReferences(tx: CallerTx, partner: PartnerInput, before: PartnerMaster | undefined): Promise<void> {
  const errors: FieldError[] = []
  if (before && partner.code !== '' && partner.code !== before.code && (await isUsed(tx, before.id)))
    errors.push({ path: 'code', message: '编码已被单据使用，不能修改' })
  if (partner.code !== '' && partner.code !== before?.code) {
    const message = await twinRefusal(tx, 'partner', partner)
    if (message !== undefined) errors.push({ path: 'code', message })
  }
  const found = await tx.one<{ method: boolean; people: number[] }>({
    name: 'partner-references',
    text: `select exists (select from settlement_method where group_id = $1 and id = $2) as method,
      array(select id from employee where group_id = $1 and org_id = $3 and id = any ($4::bigint[])) as people`,
    values: [tx.groupId, partner.settlementMethodId, tx.caller.orgId, [partner.salespersonId, partner.buyerId]],
  })
  if (partner.settlementMethodId !== null && !found?.method)
    errors.push({ path: 'settlementMethodId', message: '结算方式不存在' })
  const isStranger = (id: number | null) => id !== null && !found?.people.includes(id)
  if (isStranger(partner.salespersonId)) errors.push({ path: 'salespersonId', message: '业务员不是本企业员工' })
  if (isStranger(partner.buyerId)) errors.push({ path: 'buyerId', message: '采购员不是本企业员工' })
  for (const [path, rows] of [['contacts', partner.contacts] as const, ['addresses', partner.addresses] as const])
    if (rows.filter(({ isDefault }) => isDefault).length > 1) errors.push({ path, message: '默认的只能有一个' })
  if (errors.length > 0) invalid(errors)
}

/** Replaces contacts and addresses; masked mobiles are put back from the stored rows in the same place or of the same name. */
async function replacePeople(
  tx: CallerTx,
  partnerId: number,
  contacts: PartnerInput['contacts'],
  addresses: PartnerInput['addresses'],
): Promise<void> {
  const stored = await tx.query<{ mobile: string }>({
    text: `select mobile from partner_contact where group_id = $1 and partner_id = $2
      union select mobile from partner_address where group_id = $1 and partner_id = $2`,
    values: [tx.groupId, partnerId],
  })
  const full = new Map(stored.map(({ mobile }) => [maskOf(mobile), mobile]))
  const unmasked = <Row extends { mobile: string }>(row: Row): Row =>
    isMasked(row.mobile) ? { ...row, mobile: full.get(row.mobile) ?? '' } : row
  const owner = { column: 'partner_id', id: partnerId }
  await replaceRows(tx, 'partner_contact', owner, contacts.map(unmasked))
  await replaceRows(tx, 'partner_address', owner, addresses.map(unmasked))
}

/**
 * Notes who of the caller's org looks after the partner. The row also says that the org trades with it; `creditLimit` is that
 * of a new row: an org that had agreed nothing gave credit without limit, and goes on doing so.
 */
const writeAgreement = (
  tx: CallerTx,
  partnerId: number,
  agreement: { creditLimit: string | null; salespersonId: number | null; buyerId: number | null },
): Promise<unknown> =>
  tx.insert(
    'partner_org',
    ['group_id', 'org_id', 'partner_id', 'credit_limit', 'salesperson_id', 'buyer_id'],
    [[tx.groupId, tx.caller.orgId, partnerId, agreement.creditLimit, agreement.salespersonId, agreement.buyerId]],
    `on conflict (group_id, org_id, partner_id) do update set salesperson_id = excluded.salesperson_id,
      buyer_id = excluded.buyer_id`,
  )

/** Another salesperson of a partner is a transfer, whose own button hands customers on. */
async function noteTransfer(tx: CallerTx, partnerId: number, salespersonId: number | null): Promise<void> {
  const now = await tx.one<{ salespersonId: number | null }>({
    text: 'select salesperson_id from partner_org where group_id = $1 and org_id = $2 and partner_id = $3',
    values: [tx.groupId, tx.caller.orgId, partnerId],
  })
  if ((now?.salespersonId ?? null) === salespersonId) return
  if (!mayPress(tx.caller, customerButtons.transfer)) forbidden('您没有「转业务员」的权限')
  await audit(tx, transferred(partnerId, salespersonId))
}

/** What the audit trail says of a partner that somebody else looks after from now on. */
export const transferred = (partnerId: number, salespersonId: number | null) => ({
  entity: 'partner',
  entityId: partnerId,
  action: 'transfer',
  detail: { salespersonId },
})

/** Writes credit terms; a change needs its own button, for whoever raises a limit answers for it (business/access 5, button 363). */
async function writeCredit(tx: CallerTx, partnerId: number, terms: CreditTerms, isChecked: boolean): Promise<void> {
  const now = await tx.one<CreditTerms>({
    text: `select own.credit_limit, p.credit_days, p.credit_policy from partner p
      left join partner_org own on own.group_id = p.group_id and own.partner_id = p.id and own.org_id = $3
      where p.group_id = $1 and p.id = $2`,
    values: [tx.groupId, partnerId, tx.caller.orgId],
  })
  if (now && sameTerms(now, terms)) return
  if (isChecked && !mayPress(tx.caller, partnerButtons.credit)) forbidden('您没有改信用额度的权限')
  await tx.query({
    text: 'update partner set credit_days = $3, credit_policy = $4 where group_id = $1 and id = $2',
    values: [tx.groupId, partnerId, terms.creditDays, terms.creditPolicy],
  })
  await tx.insert(
    'partner_org',
    ['group_id', 'org_id', 'partner_id', 'credit_limit'],
    [[tx.groupId, tx.caller.orgId, partnerId, terms.creditLimit]],
    'on conflict (group_id, org_id, partner_id) do update set credit_limit = excluded.credit_limit',
  )
  await audit(tx, { entity: 'partner', entityId: partnerId, action: 'credit', detail: { before: now, after: terms } })
}

const sameTerms = (a: CreditTerms, b: CreditTerms): boolean =>
  a.creditDays === b.creditDays &&
  a.creditPolicy === b.creditPolicy &&
  (a.creditLimit === null || b.creditLimit === null
    ? a.creditLimit === b.creditLimit
    : compare(a.creditLimit, b.creditLimit) === 0)

/** 改信用额度 alone, for who maintains credit but not the partner. */
export async function changeCredit(
  tx: CallerTx,
  id: number,
  body: CreditTerms & { version: number },
): Promise<{ id: number }> {
  const before = await editable(tx, id, body.version)
  await writeCredit(tx, id, body, true)
  await changeMaster(tx, partnerMaster, before, {})
  return { id }
}

export async function enablePartner(tx: CallerTx, id: number, body: { isActive: boolean; version: number }) {
  const { cusFlag, name } = await editable(tx, id, body.version)
  assertMayPress(tx.caller, 'update', { before: cusFlag, after: cusFlag })
  if (!body.isActive) {
    await assertOwedNothing(tx, id, name)
    await endLinksOf(tx, { kind: partnerMaster.table, id })
  }
  return enableMaster(tx, partnerMaster, id, body)
}

/** Deletes a partner that no document and no ledger names. */
export async function removePartner(tx: CallerTx, id: number): Promise<{ id: number }> {
  const row = await editable(tx, id)
  assertMayPress(tx.caller, 'remove', { before: row.cusFlag, after: row.cusFlag })
  if (await isUsed(tx, id)) refuse(`“${row.name}”已有业务往来，不能删除，可改为停用`)
  return removeMaster(tx, partnerMaster, row, [
    ['partner_contact', 'partner_id'],
    ['partner_address', 'partner_id'],
    ['partner_price', 'partner_id'],
    ['partner_org', 'partner_id'],
  ])
}

/** 转业务员: the salesperson of many customers in the caller's org; null leaves them to nobody. */
export async function transferPartners(
  tx: CallerTx,
  ids: readonly number[],
  salespersonId: number | null,
): Promise<{ count: number }> {
  await assertVisible(tx, ids)
  const person = await tx.one({
    text: 'select id from employee where group_id = $1 and org_id = $2 and id = $3 and left_on is null',
    values: [tx.groupId, tx.caller.orgId, salespersonId],
  })
  if (salespersonId !== null && !person) invalid([{ path: 'salespersonId', message: '业务员不是本企业在职员工' }])
  const unique = [...new Set(ids)].toSorted((a, b) => a - b)
  await tx.insert(
    'partner_org',
    ['group_id', 'org_id', 'partner_id', 'credit_limit', 'salesperson_id'],
    unique.map((id) => [tx.groupId, tx.caller.orgId, id, null, salespersonId]),
    'on conflict (group_id, org_id, partner_id) do update set salesperson_id = excluded.salesperson_id',
  )
  await audit(tx, ...unique.map((id) => transferred(id, salespersonId)))
  return { count: unique.length }
}
