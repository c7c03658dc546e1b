import { approvalButtons, licenceImage, type registerOrg } from '@chepu/contract/access/registration'
import { fileTooLarge } from '@chepu/contract/kernel/file-limit'
import type { BodyOf } from '../../kernel/http/bind'
import { type Caller, mayPress } from '../../kernel/caller/caller'
import type { Database } from '../../kernel/db/db'
import { onViolation } from '../../kernel/db/failures'
import type { Tx } from '../../kernel/db/tx'
import { Failure, forbidden, invalid, refuse } from '../../kernel/base/errors'
import { imageType } from '../../kernel/base/image-type'
import { usersWith, notify } from '../../kernel/notify/notify'
import { hashToken } from '../../shell/public'
import { knownCompany } from './open-company'

type Application = BodyOf<typeof registerOrg>
interface Applied {
  id: number
  state: 'pending'
}

const twice = { registration_company: '该企业已提交注册申请，请等待审核' }

/** Second step of 企业注册: the ticket's application gets its company and waits for the platform's keeper. */
export async function applyForGroup(db: Database, ticket: string, application: Application): Promise<Applied> {
  const licence = pictureOf(application.licence)
  if (!licence) invalid([{ path: 'licence', message: '请上传营业执照' }])
  return onViolation(twice, () =>
    db.together(async (tx) => {
      const begun = await tx.one<{ id: number; state: string }>({
        text: `select id, state from shared.registration
          where ticket_hash = $1 and applied_at > now() - interval '2 hours' for no key update`,
        values: [hashToken(ticket)],
      })
      if (!begun) refuse('注册已超时，请重新获取短信验证码')
      // The same form sent twice, since the first answer was lost.
      if (begun.state !== 'open') return { id: begun.id, state: 'pending' as const }
      await assertRegion(tx, application.region_code)
      await assertNew(tx, application)
      await tx.query({
        text: `update shared.registration set state = 'pending', applied_at = now(),
            name = $2, credit_code = $3, region_code = $4, address = $5, contact = $6, org_type = $7,
            licence = $8, licence_type = $9
          where id = $1`,
        values: [begun.id, ...companyOf(application), licence.content, licence.type],
      })
      return { id: begun.id, state: 'pending' as const }
    }),
  )
}

/** A new shop under the caller's organisation; those who decide about it are told. */
export async function applyForShop(db: Database, caller: Caller, application: Application): Promise<Applied> {
  if (!mayPress(caller, approvalButtons.ask)) forbidden()
  const licence = pictureOf(application.licence)
  return db.as(caller, async (tx) => {
    await assertRegion(tx, application.region_code)
    await assertNoSuchShop(tx, application.name)
    await knownCompany(tx, { name: application.name, creditCode: application.credit_code })
    const mobile = await tx.one<{ mobile: string }>({
      text: 'select mobile from app_user where group_id = $1 and id = $2',
      values: [tx.groupId, caller.userId],
    })
    const row = await tx.one<{ id: number }>({
      text: `insert into shared.registration (state, name, credit_code, region_code, address, contact, org_type,
          licence, licence_type, group_id, parent_org_id, requested_by, mobile)
        values ('pending', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
      values: [
        ...companyOf(application),
        licence?.content ?? null,
        licence?.type ?? '',
        tx.groupId,
        caller.orgId,
        caller.userId,
        mobile?.mobile ?? '',
      ],
    })
    const id = row?.id as number
    notify(tx, {
      users: (await approversAbove(tx, caller.orgId)).filter((userId) => userId !== caller.userId),
      kind: 'news',
      msgType: 1,
      message: `门店“${application.name}”申请开通，等待审核`,
      orgId: caller.orgId,
      screen: 'orgApproval',
      eventKey: `registration-${id}`,
    })
    return { id, state: 'pending' as const }
  })
}

/** Those who decide about shops below an organisation: there or in one above it. */
async function approversAbove(tx: Tx, orgId: number): Promise<number[]> {
  const orgs = await tx.query<{ id: number }>({
    text: `with recursive above as (
        select id, parent_id from org where group_id = $1 and id = $2
        union
        select o.id, o.parent_id from org o join above a on o.id = a.parent_id where o.group_id = $1
      )
      select id from above order by id`,
    values: [tx.groupId, orgId],
  })
  return (await Promise.all(orgs.map(({ id }) => usersWith(tx, id, approvalButtons.approve)))).flat()
}

const companyOf = (form: Application) => [
  form.name,
  form.credit_code,
  form.region_code,
  form.address,
  form.contact,
  form.org_type,
]

/** The picture's bytes and what they really are; the name and type that a browser claims are not asked. */
function pictureOf(base64: string | undefined): { content: Buffer; type: string } | undefined {
  if (!base64) return undefined
  const content = Buffer.from(base64, 'base64')
  if (content.length > licenceImage.maxBytes) invalid([{ path: 'licence', message: fileTooLarge(licenceImage) }])
  const type = imageType(content)
  if (!type) invalid([{ path: 'licence', message: '营业执照应为 JPG 或 PNG 图片' }])
  return { content, type }
}

async function assertRegion(tx: Tx, code: string): Promise<void> {
  const region = await tx.one({
    text: 'select 1 from shared.region where code = $1 and is_active and level >= 2',
    values: [code],
  })
  if (!region) invalid([{ path: 'region_code', message: '请选择地区' }])
}

/** Neither a company that waits nor one that is here already. */
async function assertNew(tx: Tx, { name, credit_code }: Application): Promise<void> {
  const found = await tx.one<{ name: boolean; code: boolean }>({
    text: `select
        exists (select from shared.tenant_group where name = $1)
          or exists (select from shared.registration where name = $1 and group_id is null and state = 'pending') as name,
        exists (select from shared.registration where credit_code = $2 and group_id is null and state = 'approved') as code`,
    values: [name, credit_code],
  })
  if (found?.name) invalid([{ path: 'name', message: '该企业名称已注册或正在审核' }])
  if (found?.code) invalid([{ path: 'credit_code', message: '该企业已注册，请联系企业管理员开通账号' }])
}

async function assertNoSuchShop(tx: Tx, name: string): Promise<void> {
  const found = await tx.one({
    text: `select 1 from org where group_id = $1 and name = $2
      union all select 1 from shared.registration where group_id = $1 and name = $2 and state = 'pending'`,
    values: [tx.groupId, name],
  })
  if (found)
    throw new Failure('invalid', '该企业名称已存在或正在审核', [
      { path: 'name', message: '该企业名称已存在或正在审核' },
    ])
}
