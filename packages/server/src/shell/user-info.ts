import type { OrgInfo, UserInfo, UserPermission } from '@chepu/contract/shell/session'
import { pageOf, permissionGroups } from '@chepu/contract/access/catalogue'
import { earningSettings } from '@chepu/contract/kernel/org-config'
import { shanghaiDay } from '../kernel/base/calendar'
import { type Caller, mayPress, sees, warehousesWith } from '../kernel/caller/caller'
import type { Tx } from '../kernel/db/tx'
import { notFound } from '../kernel/base/errors'
import { wideAreas } from '../kernel/caller/scope'
import { labourRateOn } from '../kernel/query/labour-rate'
import { orgsOf } from './orgs'

interface OrgRow extends Omit<OrgInfo, 'orgid' | 'orgname' | 'forgid' | 'config' | 'company'> {
  name: string
  company: OrgInfo['company'] | null
}

const noCompany: OrgInfo['company'] = { name: '', tax_no: '', address_tel: '', bank_name: '', bank_account: '' }

/** Who writes the company's tax number and bank account on papers: pages of companies and of invoices, every print and statement. */
const companyPapers = [
  pageOf('org'),
  pageOf('invoice'),
  ...permissionGroups.flatMap(({ actions }) =>
    actions.filter(({ key }) => key === 'print' || key === 'statement').map(({ id }) => id),
  ),
]

/** The company as the caller may see it; its name, address and telephone stand on every wall of the shop. */
function companyOf(caller: Caller, company: OrgInfo['company'] | null): OrgInfo['company'] {
  if (!company || mayPress(caller, companyPapers)) return company ?? noCompany
  return { ...noCompany, name: company.name, address_tel: company.address_tel }
}

/** Settings of his organisation that a caller may know. */
function configOf(caller: Caller): OrgInfo['config'] {
  if (sees(caller, 'commission')) return caller.org.config
  const told: OrgInfo['config'] = { ...caller.org.config }
  for (const key of earningSettings) delete told[key]
  return told
}

/** Profile and settings of the caller's organisation, its company as far as he may see it. */
export async function orgInfoOf(tx: Tx, caller: Caller): Promise<OrgInfo> {
  const row = await tx.one<{ profile: OrgRow }>({
    name: 'org-profile',
    // As one JSON value, since these are the wire's names already.
    text: `select to_jsonb(p) as profile from (
        select o.code, o.name, o.short_name, o.org_type, o.taxpayer_kind, o.address, o.tel, o.manager, o.business_hours,
          concat(r3.name, r2.name, r1.name) as region, coalesce(s.name, '') as store_type, o.default_tax_rate_id,
          coalesce(${labourRateOn('o', '$3')}, 0)::text as labour_tax_rate,
          o.start_month, o.closed_month,
          (select to_jsonb(c) from (
            select k.name, k.tax_no, k.address_tel, k.bank_name, k.bank_account from company k
            where k.group_id = o.group_id and k.id = o.company_id
          ) c) as company
        from org o
        left join store_type s on s.group_id = o.group_id and s.id = o.store_type_id
        left join shared.region r1 on r1.code = o.region_code
        left join shared.region r2 on r2.code = r1.parent_code
        left join shared.region r3 on r3.code = r2.parent_code
        where o.group_id = $1 and o.id = $2
      ) p`,
    values: [tx.groupId, caller.orgId, shanghaiDay()],
  })
  if (!row) return notFound('企业')
  const { name, company, ...profile } = row.profile
  return {
    ...profile,
    orgid: caller.orgId,
    orgname: name,
    forgid: tx.groupId,
    company: companyOf(caller, company),
    config: configOf(caller),
  }
}

/** Everything the client keeps of the signed-in user (business/frame 3.1). */
export async function userInfoOf(
  tx: Tx,
  caller: Caller,
  { token, loginSelf }: Pick<UserInfo, 'token' | 'loginSelf'>,
): Promise<UserInfo> {
  const user = await tx.one<{ username: string; mobile: string; mustChangePassword: boolean }>({
    name: 'own-user',
    text: `select u.username, u.mobile, l.must_change_password from app_user u
      join shared.login l on l.id = u.id and l.group_id = u.group_id where u.group_id = $1 and u.id = $2`,
    values: [tx.groupId, caller.userId],
  })
  if (!user) return notFound('用户')
  const roles = await tx.query<{ code: string }>({
    name: 'own-roles',
    text: `select r.code from user_role ur join role r on r.group_id = ur.group_id and r.id = ur.role_id and r.is_active
      where ur.group_id = $1 and ur.user_id = $2 and ur.org_id = $3 order by r.id`,
    values: [tx.groupId, caller.userId, caller.orgId],
  })
  return {
    token,
    name: caller.realName,
    userid: caller.userId,
    orgname: caller.org.name,
    orgid: caller.orgId,
    forgid: caller.groupId,
    empid: caller.employeeId,
    avatar: '',
    introduction: '',
    roles: roles.length > 0 ? roles.map((role) => role.code) : ['none'],
    whids: warehousesWith(caller, 'view'),
    orgList: await orgsOf(tx, caller.userId),
    orgInfo: await orgInfoOf(tx, caller),
    loginSelf,
    user: { username: user.username, mobile: user.mobile, must_change_password: user.mustChangePassword },
  }
}

/** The catalogue of business/access 5 cut down to what the caller holds, and the hidden fields he may see. */
export function permissionOf(caller: Caller): UserPermission {
  const held = (id: number) => caller.buttons.has(id)
  const userpermission = permissionGroups
    .map(({ label, pageId, actions }) => ({
      name: label,
      button_id: pageId,
      children: actions.filter(({ id }) => held(id)).map(({ id, label: name }) => ({ name, button_id: id })),
    }))
    .filter((group) => held(group.button_id) || group.children.length > 0)
  return {
    userpermission,
    userUniqueIdAll: [...caller.buttons].sort((a, b) => a - b),
    fields: [...caller.fields],
    wide_areas: wideAreas(caller),
    warehouse_flags: Object.fromEntries([...caller.warehouses].map(([id, flags]) => [id, [...flags]])),
    is_platform: caller.isPlatform,
  }
}
