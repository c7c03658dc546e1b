import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { audit, changes } from '../../kernel/db/audit'
import type { CallerTx, Tx } from '../../kernel/db/tx'
import { invalid } from '../../kernel/base/errors'
import { periodOf } from '../../kernel/ledgers/types'
import { notify, pushPermission } from '../../kernel/notify/notify'
import { holdingsOf } from '../../kernel/caller/rights'
import { assignUser, createBeginnings, createOrg } from '../provision'
import { assertAssignable, worthOf } from '../rights/gain'
import { settleNewOrg } from '../rights/new-org'
import { ownHoldings } from '../rights/reach'
import { createFirstPlaces, createStandardMasters } from '../standard-masters'

/** An application that waits. */
export interface Registration {
  id: number
  groupId: number | null
  parentOrgId: number | null
  requestedBy: number | null
  username: string | null
  passwordHash: string | null
  mobile: string
  name: string
  creditCode: string
  regionCode: string
  address: string
  contact: string
  orgType: string
}

const administrator = ['owner', 'admin']

/**
 * Founds the group of the transaction with its first organisation: seed roles, masters, legal entity, warehouse,
 * accounts, and the applicant as its administrator (business/access 3.3). Returns the organisation's id.
 */
export async function foundGroup(tx: Tx, registration: Registration): Promise<number> {
  await tx.query({
    text: 'insert into shared.tenant_group (id, name, is_ready) overriding system value values ($1, $2, true)',
    values: [tx.groupId, registration.name],
  })
  await createBeginnings(tx)
  await createStandardMasters(tx)
  const companyId = await addCompany(tx, registration)
  const userId = await createApplicant(tx, registration)
  const orgId = await open(tx, registration, { code: '01', companyId, adminUserId: userId })
  await assignUser(tx, { userId, orgId, roles: administrator, isDefault: true })
  tellApproved(tx, registration, userId)
  return orgId
}

/**
 * Opens a shop in the group of the transaction (ADR 0064): owners above own it, and who asked for it works in it with what
 * he has where he asked, which the caller must be able to hand out. Returns its id.
 */
export async function openShop(tx: CallerTx, registration: Registration): Promise<number> {
  const userId = registration.requestedBy as number
  const parentId = registration.parentOrgId as number
  const orgId = await open(tx, registration, {
    code: await freeCode(tx),
    companyId: await companyFor(tx, registration),
  })
  await settleNewOrg(tx, { orgId, parentId }, { userId, from: parentId })
  // An owner there has the role by the rule above, whoever approves.
  const { roles } = await holdingsOf(tx, userId, orgId)
  if (!roles.includes('owner')) assertAssignable(await ownHoldings(tx), await worthOf(tx, userId, orgId), '申请人')
  tellApproved(tx, registration, userId)
  pushPermission(tx, [userId])
  return orgId
}

/** Opens the organisation from today's month on. */
async function open(
  tx: Tx,
  { name, orgType, address, regionCode, contact, parentOrgId }: Registration,
  own: { code: string; companyId: number; adminUserId?: number },
): Promise<number> {
  const today = shanghaiDay()
  const orgId = await createOrg(tx, {
    ...own,
    name,
    shortName: name.slice(0, 20),
    orgType,
    taxpayerKind: 'general',
    parentId: parentOrgId,
    regionCode,
    address,
    manager: contact,
    startMonth: periodOf(today),
  })
  await createFirstPlaces(tx, orgId, addDays(`${today.slice(0, 7)}-01`, -1))
  return orgId
}

const tellApproved = (tx: Tx, { id, name }: Registration, userId: number) =>
  notify(tx, {
    users: [userId],
    kind: 'notice',
    message: `企业“${name}”已通过审核，可以开始使用`,
    eventKey: `registration-${id}-decided`,
  })

async function addCompany(tx: Tx, { name, creditCode }: Registration): Promise<number> {
  const [row] = await tx.insert<{ id: number }>(
    'company',
    ['group_id', 'name', 'tax_no'],
    [[tx.groupId, name, creditCode]],
    'returning id',
  )
  return row?.id as number
}

type Legal = Pick<Registration, 'name' | 'creditCode'>
interface Company {
  id: number
  taxNo: string
}

/**
 * The group's company of a credit code, else one of the name that has no code yet; undefined when there is neither. Refuses the name
 * of a company with another code: two companies are two, and nobody changes a tax number by applying for a shop.
 */
export async function knownCompany(tx: Tx, { name, creditCode }: Legal): Promise<Company | undefined> {
  const known = await tx.one<Company>({
    text: `select id, tax_no from company where group_id = $1 and (tax_no = $2 or name = $3)
      order by tax_no = $2 desc, id limit 1 for no key update`,
    values: [tx.groupId, creditCode, name],
  })
  if (known && known.taxNo !== '' && known.taxNo !== creditCode)
    invalid([{ path: 'credit_code', message: `公司主体“${name}”已存在，统一社会信用代码不同` }])
  return known
}

/** The company that a shop belongs to: a known one, which gets the code that it lacked, or a new one. */
async function companyFor(tx: CallerTx, registration: Registration): Promise<number> {
  const known = await knownCompany(tx, registration)
  if (!known) return addCompany(tx, registration)
  const completed = { taxNo: registration.creditCode }
  if (known.taxNo === completed.taxNo) return known.id
  await tx.query({
    text: 'update company set tax_no = $3 where group_id = $1 and id = $2',
    values: [tx.groupId, known.id, completed.taxNo],
  })
  await audit(tx, {
    entity: 'company',
    entityId: known.id,
    action: 'update',
    detail: changes({ taxNo: known.taxNo }, completed),
  })
  return known.id
}

/** The login that the applicant chose, with the password that he typed then. */
async function createApplicant(tx: Tx, { username, passwordHash, mobile, contact }: Registration): Promise<number> {
  const login = await tx.one<{ id: number }>({
    text: `insert into shared.login (username, mobile, password_hash, group_id) values ($1, $2, $3, $4) returning id`,
    values: [username, mobile, passwordHash, tx.groupId],
  })
  const id = login?.id as number
  await tx.insert(
    'app_user',
    ['group_id', 'id', 'username', 'real_name', 'mobile'],
    [[tx.groupId, id, username, contact, mobile]],
  )
  return id
}

/** The lowest number of two digits that no organisation of the group has as its code; locks the group's list of them. */
async function freeCode(tx: Tx): Promise<string> {
  const rows = await tx.query<{ code: string }>({
    text: 'select code from org where group_id = $1 order by id for no key update',
    values: [tx.groupId],
  })
  const taken = new Set(rows.map((row) => row.code))
  for (let no = 1; ; no += 1) {
    const code = String(no).padStart(2, '0')
    if (!taken.has(code)) return code
  }
}
