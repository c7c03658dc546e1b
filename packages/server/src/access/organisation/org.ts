import { orgButtons, type orgChange, type OrgFields, type orgRoutes } from '@chepu/contract/access/org'
import type { z } from 'zod'
import { audit, changes } from '../../kernel/db/audit'
import type { BodyOf } from '../../kernel/http/bind'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid, notFound, refuse, staleRow } from '../../kernel/base/errors'
import { snake } from '../../kernel/db/names'
import { carryToPartners } from '../provision'
import { endSessions, refreshRights } from './members'
import { orgAndBelow } from './org-list'
import { assertMayChange, visibleOrgs } from '../../kernel/caller/visible-orgs'

/** Columns of an organisation that its form writes. */
type OrgColumns = Omit<OrgFields, never>

interface LockedOrg extends OrgColumns {
  id: number
  status: string
  config: unknown
  adminUserId: number | null
  version: number
}

/** What unique constraints of the table mean for the user. */
export const takenNames = (fields: { code: string; name: string }) => ({
  org_group_id_code_key: `企业编码“${fields.code}”已存在`,
  org_group_id_name_key: `企业名称“${fields.name}”已存在`,
  // The code of its 零散客户.
  partner_group_id_code_key: `往来单位编码“LS${fields.code}”已被占用，请换一个企业编码`,
})

/**
 * Locks an organisation in which, or above which, the caller holds the button; 404 when he sees none, 403 without the button,
 * 409 when it changed since `version`.
 */
export async function lockOrg(tx: CallerTx, id: number, button: number, version?: number): Promise<LockedOrg> {
  await assertMayChange(tx, id, button)
  const org = await tx.one<LockedOrg>({
    text: 'select * from org where group_id = $1 and id = $2 for no key update',
    values: [tx.groupId, id],
  })
  if (!org) notFound('企业')
  if (version !== undefined && org.version !== version) staleRow('企业信息')
  return org
}

/** Changes an organisation (business/access 2.1). With documents, its code and 启用月 are fixed and its tax type asks first. */
export async function updateOrg(
  tx: CallerTx,
  body: z.output<typeof orgChange>,
): Promise<{ id: number; version: number }> {
  const { id, version, confirmTax, ...fields } = body
  const before = await lockOrg(tx, id, orgButtons.update, version)
  await assertChoices(tx, fields, before)
  if (fields.parentId !== before.parentId) await assertPlace(tx, id, before.parentId, fields.parentId)
  if (await hasDocuments(tx, id)) assertFixed(before, fields, confirmTax)
  const keys = Object.keys(fields) as (keyof OrgColumns)[]
  const saved = await onViolation(takenNames(fields), () =>
    tx.one<{ id: number; version: number }>({
      text: `update org set version = version + 1 ${keys.map((key, i) => `, ${snake(key)} = $${i + 3}`).join('')}
        where group_id = $1 and id = $2 returning id, version`,
      values: [tx.groupId, id, ...keys.map((key) => fields[key])],
    }),
  )
  await onViolation(takenNames(fields), () => carryToPartners(tx, id))
  await audit(tx, { entity: 'org', entityId: id, action: 'update', detail: changes({ ...before }, fields) })
  await refreshRights(tx, id)
  return saved as { id: number; version: number }
}

function assertFixed(before: LockedOrg, after: OrgColumns, confirmTax: boolean): void {
  if (before.code !== after.code) invalid([{ path: 'code', message: '已有单据，编码不能修改' }])
  if (before.startMonth !== after.startMonth) invalid([{ path: 'startMonth', message: '已有单据，启用月不能修改' }])
  if (before.taxpayerKind !== after.taxpayerKind && !confirmTax)
    invalid([
      { path: 'taxpayerKind', message: '已有单据，变更税务类型只影响以后的单据，请勾选“确认变更税务类型”后保存' },
    ])
}

/** Type, shop type, company, tax rate and region must exist; what was chosen before may have been disabled since. */
export async function assertChoices(tx: CallerTx, fields: OrgColumns, before?: OrgColumns): Promise<void> {
  const found = await tx.one<
    Record<'orgType' | 'storeTypeId' | 'companyId' | 'defaultTaxRateId' | 'regionCode', boolean>
  >({
    name: 'org-choices',
    text: `select
      exists (select from org_type where group_id = $1 and code = $2 and is_active) as org_type,
      exists (select from store_type where group_id = $1 and id = $3 and is_active) as store_type_id,
      exists (select from company where group_id = $1 and id = $4 and is_active) as company_id,
      exists (select from tax_rate where group_id = $1 and id = $5 and is_active) as default_tax_rate_id,
      exists (select from shared.region where code = $6 and is_active) as region_code`,
    values: [
      tx.groupId,
      fields.orgType,
      fields.storeTypeId,
      fields.companyId,
      fields.defaultTaxRateId,
      fields.regionCode,
    ],
  })
  const faulty = choiceTitles.filter(([key]) => {
    const isBlank = fields[key] === null || fields[key] === ''
    return !isBlank && fields[key] !== before?.[key] && found?.[key] !== true
  })
  if (faulty.length > 0) invalid(faulty.map(([path, title]) => ({ path, message: `${title}不存在或已停用` })))
}

const choiceTitles = [
  ['orgType', '企业类型'],
  ['storeTypeId', '门店类型'],
  ['companyId', '公司主体'],
  ['defaultTaxRateId', '默认税率'],
  ['regionCode', '地区'],
] as const

/** Where an organisation may stand: below one that the caller sees, never below itself. Who takes it away answers for where it stood. */
async function assertPlace(tx: CallerTx, id: number, from: number | null, parentId: number | null): Promise<void> {
  if (from !== null) await assertMayChange(tx, from, orgButtons.update)
  if (parentId === null) return
  if (!(await visibleOrgs(tx)).includes(parentId)) invalid([{ path: 'parentId', message: '上级企业不存在' }])
  if ((await orgAndBelow(tx, id)).includes(parentId))
    invalid([{ path: 'parentId', message: '不能把自己或自己的下级作为上级' }])
}

/** Whether anything was ever written in the organisation. */
async function hasDocuments(tx: CallerTx, id: number): Promise<boolean> {
  const row = await tx.one<{ has: boolean }>({
    name: 'org-has-documents',
    text: `select exists (select from goods_document where group_id = $1 and org_id = $2)
      or exists (select from money_slip where group_id = $1 and org_id = $2) as has`,
    values: [tx.groupId, id],
  })
  return row?.has === true
}

/** 停用 ends the sessions in the organisation and nobody can enter it; 启用 opens it again. */
export async function enableOrg(
  tx: CallerTx,
  id: number,
  change: { isActive: boolean; version: number },
): Promise<{ id: number }> {
  const org = await lockOrg(tx, id, orgButtons.disable, change.version)
  if ((org.status === 'active') === change.isActive) refuse(`企业已经${change.isActive ? '启用' : '停用'}`)
  if (!change.isActive) await assertMayStop(tx, id)
  await tx.query({
    text: 'update org set status = $3, version = version + 1 where group_id = $1 and id = $2',
    values: [tx.groupId, id, change.isActive ? 'active' : 'disabled'],
  })
  await carryToPartners(tx, id)
  await audit(tx, { entity: 'org', entityId: id, action: change.isActive ? 'enable' : 'disable' })
  if (change.isActive) await refreshRights(tx, id)
  else await endSessions(tx, id, `企业“${org.name}”已停用，请重新登录`)
  return { id }
}

async function assertMayStop(tx: CallerTx, id: number): Promise<void> {
  if (id === tx.caller.orgId) refuse('不能停用当前所在的企业，请先切换到其他企业')
  // Every active organisation is locked, so that two of them cannot be the last but one together.
  const active = await tx.query<{ id: number; parentId: number | null; name: string }>({
    text: `select id, parent_id, name from org where group_id = $1 and status = 'active' order by id for no key update`,
    values: [tx.groupId],
  })
  if (active.length <= 1) refuse('集团至少保留一个启用的企业')
  const below = active.find((each) => each.parentId === id)
  if (below) refuse(`请先停用下级企业“${below.name}”`)
}

/** Saves the settings; users who are signed in work by them from their next request on. */
export async function saveConfig(tx: CallerTx, body: BodyOf<typeof orgRoutes.config>): Promise<{ id: number }> {
  const before = await lockOrg(tx, body.orgid, orgButtons.config, body.version)
  await tx.query({
    text: 'update org set config = $3, version = version + 1 where group_id = $1 and id = $2',
    values: [tx.groupId, before.id, JSON.stringify(body.config)],
  })
  const detail = changes((before.config ?? {}) as Record<string, unknown>, body.config)
  await audit(tx, { entity: 'org', entityId: before.id, action: 'config', detail })
  await refreshRights(tx, before.id)
  return { id: before.id }
}
