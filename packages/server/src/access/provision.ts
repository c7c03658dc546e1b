import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { hash } from '@node-rs/argon2'
import type { Database } from '../kernel/db/db'
import { onViolation } from '../kernel/db/failures'
import type { Tx } from '../kernel/db/tx'
import { freshCodes } from '../kernel/master/master'
import { snake } from '../kernel/db/names'
import { pinyinOf } from '../kernel/master/pinyin'
import { createGroupMasters } from './group-masters'
import { createInspectionTemplates } from './inspection-templates'
import { createRepairMasters } from './repair-masters'
import { seedRoles } from './seed-roles'

/** Creates a group with its seed roles, types of organisations, posts and dictionary; returns its id. */
export async function createGroup(db: Database, name: string): Promise<number> {
  const [group] = await db.shared<{ id: number }>({
    text: 'insert into shared.tenant_group (name) values ($1) returning id',
    values: [name],
  })
  const groupId = group?.id as number
  await db.tenant(groupId, createBeginnings)
  return groupId
}

/** What every group begins with: roles, types of organisations, posts, dictionary, and what it repairs by. */
export async function createBeginnings(tx: Tx): Promise<void> {
  await createRoles(tx)
  await createGroupMasters(tx)
  await createRepairMasters(tx)
  await createInspectionTemplates(tx)
}

/** The seed roles of a new group (business/access 10.1). */
async function createRoles(tx: Tx): Promise<void> {
  for (const role of seedRoles) {
    const [row] = await tx.insert<{ id: number }>(
      'role',
      [
        'group_id',
        'code',
        'name',
        'all_warehouses',
        'discount_limit',
        'order_discount_limit',
        'settle_discount_limit',
        'purchase_approve_limit',
        'payment_approve_limit',
      ],
      [
        [
          tx.groupId,
          role.code,
          role.name,
          role.allWarehouses,
          role.discountLimit,
          role.orderDiscountLimit,
          role.settleDiscountLimit,
          role.purchaseApproveLimit,
          role.paymentApproveLimit,
        ],
      ],
      'returning id',
    )
    const id = row?.id
    await tx.insert(
      'role_button',
      ['group_id', 'role_id', 'button_id'],
      [...new Set(role.buttons)].map((button) => [tx.groupId, id, button]),
    )
    await tx.insert(
      'role_field',
      ['group_id', 'role_id', 'field'],
      role.fields.map((field) => [tx.groupId, id, field]),
    )
    await tx.insert(
      'role_scope',
      ['group_id', 'role_id', 'area', 'scope'],
      Object.entries(role.scopes).map(([area, scope]) => [tx.groupId, id, area, scope]),
    )
  }
}

export interface NewOrg {
  code: string
  name: string
  shortName: string
  orgType: string
  taxpayerKind: 'general' | 'small'
  companyId?: number | null
  parentId?: number | null
  storeTypeId?: number | null
  /** Code of GB/T 2260. */
  regionCode?: string
  address?: string
  longitude?: string | null
  latitude?: string | null
  tel?: string
  businessHours?: string
  bayCount?: number
  manager?: string
  defaultTaxRateId?: number | null
  /** Who may hand the organisation over; nobody until somebody is named. */
  adminUserId?: number | null
  remark?: string
  /** YYYYMM of the first month of business. */
  startMonth: number
  config?: Record<string, unknown>
}

/**
 * Creates an org with its system partners (business/customers 2.4): the walk-in customer 零散客户, and the one under which the other orgs
 * of the group deal with it. Returns its id. See `createFirstPlaces` for the rest.
 */
export async function createOrg(tx: Tx, { config = {}, ...org }: NewOrg): Promise<number> {
  const [row] = await tx.insert<{ id: number }>(
    'org',
    ['group_id', ...Object.keys(org).map(snake), 'config'],
    [[tx.groupId, ...Object.values(org), JSON.stringify(config)]],
    'returning id',
  )
  const orgId = row?.id as number
  await tx.insert(
    'partner',
    ['group_id', 'system_kind', 'system_org_id', 'code', 'name', 'pinyin', 'initials', 'cus_flag', 'credit_policy'],
    [
      [
        tx.groupId,
        'walk_in',
        orgId,
        `LS${org.code}`,
        '零散客户',
        'lingsankehu',
        'lskh',
        partnerRoles.customer,
        'block',
      ],
    ],
  )
  const [code] = await freshCodes(tx, 'partner', 'N', 5)
  await tx.insert(
    'partner',
    ['group_id', 'system_kind', 'system_org_id', 'code', 'name', 'kind', 'cus_flag', 'level', 'category'],
    [[tx.groupId, 'sister_org', orgId, code, org.name, 'unit', partnerRoles.sister, 'A', '企业']],
  )
  await carryToPartners(tx, orgId)
  await createTransit(tx, orgId)
  return orgId
}

/** Where goods lie that an org has sent and that have not arrived (business/transfers 4); its code is none that people give. */
async function createTransit(tx: Tx, orgId: number): Promise<void> {
  const [row] = await tx.insert<{ id: number }>(
    'warehouse',
    ['group_id', 'org_id', 'code', 'name', 'kind', 'allow_sale', 'allow_pick'],
    [[tx.groupId, orgId, '在途', '调拨在途', 'transit', false, false]],
    'returning id',
  )
  await tx.insert('location', ['group_id', 'warehouse_id', 'code', 'is_default'], [[tx.groupId, row?.id, '默认', true]])
}

/** The system partners of an org follow its code, name, address and state. */
export async function carryToPartners(tx: Tx, orgId: number): Promise<void> {
  const org = await tx.one<{ name: string }>({
    text: 'select name from org where group_id = $1 and id = $2',
    values: [tx.groupId, orgId],
  })
  const { pinyin, initials } = pinyinOf(org?.name ?? '')
  await tx.query({
    text: `update partner p set name = o.name, pinyin = $3, initials = $4, tel = o.tel, address = o.address,
        region_code = o.region_code, region = r.path, is_active = o.status = 'active', version = p.version + 1
      from org o
      cross join lateral (
        select coalesce(max(concat(r3.name, r2.name, r1.name)), '') as path from shared.region r1
        left join shared.region r2 on r2.code = r1.parent_code
        left join shared.region r3 on r3.code = r2.parent_code
        where r1.code = o.region_code
      ) r
      where p.group_id = $1 and o.group_id = $1 and o.id = $2 and p.system_org_id = o.id and p.system_kind = 'sister_org'`,
    values: [tx.groupId, orgId, pinyin, initials],
  })
  await tx.query({
    text: `update partner p set code = 'LS' || o.code from org o where p.group_id = $1 and o.group_id = $1 and o.id = $2
        and p.system_org_id = o.id and p.system_kind = 'walk_in' and p.code <> 'LS' || o.code`,
    values: [tx.groupId, orgId],
  })
}

export interface NewUser {
  username: string
  realName: string
  mobile?: string
  /** Null: another maker's program, which works with keys. */
  password: string | null
  mustChangePassword?: boolean
  /** Keeps the installation itself. */
  isPlatform?: boolean
}

/** Creates a sign-in identity and its user; returns the user's id. */
export const createUser = (db: Database, groupId: number, user: NewUser): Promise<number> =>
  db.tenant(groupId, (tx) => addUser(tx, user))

/** The same in a transaction at hand. A user name or mobile that another login has is refused. */
export async function addUser(tx: Tx, user: NewUser): Promise<number> {
  const passwordHash = user.password === null ? null : await hash(user.password)
  const login = await onViolation(takenLogins(user), () =>
    tx.one<{ id: number }>({
      text: `insert into shared.login (username, mobile, password_hash, group_id, must_change_password, is_platform, is_program)
        values (lower($1), $2, $3::text, $4, $5, $6, $3::text is null) returning id`,
      values: [
        user.username,
        user.mobile || null,
        passwordHash,
        tx.groupId,
        user.mustChangePassword ?? false,
        user.isPlatform ?? false,
      ],
    }),
  )
  const id = login?.id as number
  await tx.insert(
    'app_user',
    ['group_id', 'id', 'username', 'real_name', 'mobile'],
    [[tx.groupId, id, user.username.toLowerCase(), user.realName, user.mobile ?? '']],
  )
  return id
}

const takenLogins = (user: Pick<NewUser, 'username' | 'mobile'>) => ({
  login_username_key: `用户名“${user.username}”已被使用，请换一个`,
  login_mobile_key: `手机号${user.mobile}已有账号`,
})

/** Changes name and mobile of a user and of his sign-in identity. A mobile that another login has is refused. */
export function renameUser(
  tx: Tx,
  userId: number,
  user: { username: string; realName: string; mobile: string },
): Promise<unknown> {
  return onViolation(takenLogins(user), async () => {
    await tx.query({
      text: 'update shared.login set mobile = $3 where group_id = $1 and id = $2',
      values: [tx.groupId, userId, user.mobile || null],
    })
    return tx.query({
      text: 'update app_user set real_name = $3, mobile = $4, version = version + 1 where group_id = $1 and id = $2',
      values: [tx.groupId, userId, user.realName, user.mobile],
    })
  })
}

/** Gives a user a one-time password, which he must change at the next sign-in. */
export const setPassword = async (tx: Tx, userId: number, password: string): Promise<unknown> =>
  tx.query({
    text: `update shared.login set password_hash = $3, must_change_password = true, failed_count = 0, locked_until = null
      where group_id = $1 and id = $2`,
    values: [tx.groupId, userId, await hash(password)],
  })

/** Lets a user work in an org with roles, as an employee there when one is named. */
export async function assignUser(
  tx: Tx,
  user: { userId: number; orgId: number; roles: readonly string[]; isDefault: boolean; employeeId?: number | null },
): Promise<void> {
  await tx.insert(
    'user_org',
    ['group_id', 'user_id', 'org_id', 'is_default'],
    [[tx.groupId, user.userId, user.orgId, user.isDefault]],
  )
  await tx.query({
    text: `insert into user_role (group_id, user_id, org_id, role_id)
      select $1, $2, $3, r.id from role r where r.group_id = $1 and r.code = any ($4::text[]) returning role_id`,
    values: [tx.groupId, user.userId, user.orgId, user.roles],
  })
  if (user.employeeId == null) return
  await tx.query({
    text: 'update employee set user_id = $3 where group_id = $1 and id = $2',
    values: [tx.groupId, user.employeeId, user.userId],
  })
}
