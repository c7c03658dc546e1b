import type { OrgChoice } from '@chepu/contract/shell/session'
import { shanghaiDay } from '../kernel/base/calendar'
import type { Tx } from '../kernel/db/tx'
import { membershipCounts } from '../kernel/caller/rights'

/** Who signs in and where he enters: the only or the default organisation, null when he must choose. */
interface Entry {
  realName: string
  orgId: number | null
}

/** Organisations that a user may choose, the default one first. */
export async function orgsOf(tx: Tx, userId: number): Promise<OrgChoice[]> {
  const rows = await tx.query<{ id: number; name: string; isDefault: boolean }>({
    name: 'orgs-of-user',
    text: `select o.id, o.name, uo.is_default from user_org uo
      join org o on o.group_id = uo.group_id and o.id = uo.org_id and o.status = 'active'
      where uo.group_id = $1 and uo.user_id = $2 and ${membershipCounts('$3')} order by uo.is_default desc, o.code`,
    values: [tx.groupId, userId, shanghaiDay()],
  })
  return rows.map(({ id, name, isDefault }) => ({
    orgid: id,
    orgname: name,
    forgid: tx.groupId,
    is_default: isDefault ? 1 : 0,
  }))
}

/** Undefined when the user is not active or belongs to no organisation. */
export async function orgToEnter(tx: Tx, userId: number): Promise<Entry | undefined> {
  const user = await tx.one<{ realName: string }>({
    name: 'user-by-id',
    text: 'select real_name from app_user where group_id = $1 and id = $2 and is_active',
    values: [tx.groupId, userId],
  })
  const orgs = await orgsOf(tx, userId)
  if (!user || orgs.length === 0) return undefined
  const clear = orgs.length === 1 ? orgs[0] : orgs.find((org) => org.is_default === 1)
  return { realName: user.realName, orgId: clear?.orgid ?? null }
}

/** Remembers the organisation as the user's default (记住企业). */
export async function rememberOrg(tx: Tx, userId: number, orgId: number): Promise<void> {
  await tx.query({
    name: 'remember-org',
    text: 'update user_org set is_default = (org_id = $3) where group_id = $1 and user_id = $2',
    values: [tx.groupId, userId, orgId],
  })
}

/** Active organisations of the group, for pickers. */
export async function groupOrgs(tx: Tx) {
  const rows = await tx.query<{ id: number; name: string; shortName: string; code: string; orgType: string }>({
    name: 'group-orgs',
    text: `select id, name, short_name, code, org_type from org where group_id = $1 and status = 'active' order by code`,
    values: [tx.groupId],
  })
  return rows.map(({ id, name, shortName, code, orgType }) => ({
    orgid: id,
    orgname: name,
    short_name: shortName,
    code,
    org_type: orgType,
  }))
}
