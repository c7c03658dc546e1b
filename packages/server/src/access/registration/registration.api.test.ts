// A company from the application to its first sign-in.
import { creditCheckDigit } from '@chepu/contract/kernel/credit-code'
import { approvalRoutes, createUserInCentre, registerOrg } from '@chepu/contract/access/registration'
import { pwdLogin, userLogin } from '@chepu/contract/shell/session'
import { sendLoginCode, sendRegisterCode, smsLogin } from '@chepu/contract/shell/sign-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Phones } from '../../../test/phones'
import { noIntegrations } from '../../kernel/base/integrations'
import { type AnyRoute, type Client, openShop, type Shop } from '../../../test/shop'
import { asksCode, Visitor } from '../../../test/visitor'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)])

let shop: Shop
let phones: Phones
let keeper: Client
let boss: Client
/** Has a code sent from a browser that types what the picture shows. */
const sends = <R extends AnyRoute>(from: Visitor, route: R, query: object) => asksCode(shop.db, from, route, query)

beforeAll(async () => {
  phones = await Phones.start()
  shop = await openShop({ integrations: { ...noIntegrations, sms: phones.gateway } })
  await shop.db.shared({
    text: `insert into shared.region (code, parent_code, name, level)
      values ('990000', '0086', '测试省', 1), ('990100', '990000', '测试市', 2), ('990102', '990100', '东城区', 3)
      on conflict do nothing`,
  })
  keeper = await shop.signIn('admin')
  await shop.db.shared({ text: 'update shared.login set is_platform = true, access_version = access_version + 1' })
  boss = await shop.signIn('owner')
})
afterAll(async () => {
  await shop.close()
  await phones.stop()
})

let count = 0
/** Everything that an applicant types, different each time. */
function applicant() {
  count += 1
  const body = `9199010000000${String(count).padStart(4, '0')}`
  return {
    mobile: `136000${String(count).padStart(5, '0')}`,
    username: `applicant_${count}`,
    password: 'Secret_1',
    company: {
      name: `测试汽修${count}厂`,
      credit_code: body + creditCheckDigit(body),
      region_code: '990102',
      address: '一号路1号',
      contact: '王小车',
      org_type: 'repair' as const,
      licence: png.toString('base64'),
    },
  }
}
type Applicant = ReturnType<typeof applicant>

async function codeFor(from: Visitor, mobile: string): Promise<string> {
  expect((await sends(from, sendRegisterCode, { mobile })).code).toBe(0)
  return phones.code(mobile)
}

async function ticketOf(from: Visitor, { mobile, username, password }: Applicant): Promise<string> {
  const code = await codeFor(from, mobile)
  const answer = await from.ask(createUserInCentre, { body: { mobile, code, username, password } })
  expect(answer).toMatchObject({ code: 0 })
  return answer.data.ticket
}

/** Both steps; the application waits. */
async function applied(who = applicant()) {
  const from = new Visitor(shop.origin)
  const ticket = await ticketOf(from, who)
  const answer = await from.ask(registerOrg, { body: { ...who.company, ticket } })
  expect(answer.data).toEqual({ id: expect.any(Number), state: 'pending' })
  return { ...who, id: answer.data.id, from }
}

const enter = (from: Visitor, { username, password }: Pick<Applicant, 'username' | 'password'>) =>
  from.ask(pwdLogin, { body: { username, password } })

describe('registering a company', () => {
  it('waits until the keeper of the platform approves it, and its administrator then works in a group of its own', async () => {
    const { id, from, ...who } = await applied()
    expect(await enter(from, who)).toMatchObject({
      code: 1,
      msg: `企业“${who.company.name}”正在审核中，审核通过后即可登录`,
    })
    const { rows } = await keeper.call(approvalRoutes.list, { query: { state: 'pending', q: who.company.name } })
    expect(rows).toMatchObject([
      {
        id,
        name: who.company.name,
        creditCode: who.company.credit_code,
        contact: '王小车',
        mobile: who.mobile,
        region: '测试省测试市东城区',
        orgType: 'repair',
        parent: '',
        username: who.username,
        state: 'pending',
        hasLicence: true,
      },
    ])
    const decided = await keeper.call(approvalRoutes.decide, { body: { id, action: 'approve' } })
    expect(decided).toEqual({ id, state: 'approved', orgid: expect.any(Number) })
    const { data } = await enter(from, who)
    expect(data.status).toBe(0)
    const info = await from.ask(userLogin, { body: { access_token: data.access_token as string } })
    expect(info.data).toMatchObject({
      name: '王小车',
      orgname: who.company.name,
      roles: expect.arrayContaining(['owner', 'admin']),
      whids: [expect.any(Number)],
      user: { username: who.username, mobile: who.mobile },
    })
    expect(info.data?.forgid).not.toBe(shop.groupId)
    expect(await groupOf(info.data?.forgid as number)).toMatchObject({
      accounts: 4,
      warehouses: 2,
      companies: 1,
      units: 12,
      trades: 6,
      businessTypes: 9,
      inspects: true,
      isAdmin: true,
      notices: 1,
    })
  })

  it('is refused with the reason, which the applicant reads when he signs in, and may be tried again', async () => {
    const { id, from, ...who } = await applied()
    const refused = await keeper.ask(approvalRoutes.decide, { body: { id, action: 'reject' } })
    expect(refused.errors).toEqual([{ path: 'reason', message: '请填写驳回原因' }])
    await keeper.call(approvalRoutes.decide, { body: { id, action: 'reject', reason: '执照不清楚' } })
    const told = `企业“${who.company.name}”未通过审核：执照不清楚`
    expect((await enter(from, who)).msg).toBe(told)
    await later(who.mobile)
    await sends(from, sendLoginCode, { mobile: who.mobile })
    const code = await phones.code(who.mobile)
    expect((await from.ask(smsLogin, { body: { mobile: who.mobile, code } })).msg).toBe(told)
    await later(who.mobile)
    expect((await applied(who)).id).toBeGreaterThan(id)
  })

  it('makes one company when two keepers approve it at once', async () => {
    const { id, company } = await applied()
    const both = await Promise.all(
      [1, 2, 3, 4].map(() => keeper.ask(approvalRoutes.decide, { body: { id, action: 'approve' } })),
    )
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409, 409])
    expect(both.find((answer) => answer.status === 409)?.msg).toBe('该申请已处理，请刷新后查看')
    const groups = await shop.db.shared({
      text: 'select 1 from shared.tenant_group where name = $1',
      values: [company.name],
    })
    expect(groups).toHaveLength(1)
    expect((await keeper.ask(approvalRoutes.decide, { body: { id, action: 'reject', reason: '晚了' } })).status).toBe(
      409,
    )
  })

  it('leaves nothing behind when the user name was taken meanwhile', async () => {
    const { id, username, company } = await applied()
    await shop.db.shared({
      text: `insert into shared.login (username, password_hash, group_id) values ($1, '', $2)`,
      values: [username, shop.groupId],
    })
    expect(await keeper.ask(approvalRoutes.decide, { body: { id, action: 'approve' } })).toMatchObject({
      status: 400,
      msg: '申请人的用户名已被其他账号使用，请驳回后重新申请',
    })
    const groups = await shop.db.shared({
      text: 'select 1 from shared.tenant_group where name = $1',
      values: [company.name],
    })
    expect(groups).toHaveLength(0)
  })

  it('is decided by the keeper of the platform alone, and nobody else sees it', async () => {
    const { id } = await applied()
    expect((await boss.ask(approvalRoutes.decide, { body: { id, action: 'approve' } })).status).toBe(404)
    expect((await boss.ask(approvalRoutes.licence, { params: { id } })).status).toBe(404)
    expect((await boss.call(approvalRoutes.list)).rows.some((row) => row.id === id)).toBe(false)
    const buyer = await shop.signIn('buyer')
    expect((await buyer.ask(approvalRoutes.decide, { body: { id, action: 'approve' } })).status).toBe(403)
  })

  it('shows the licence as the picture that it is', async () => {
    const { id } = await applied()
    const response = await fetch(`${shop.origin}/api/web/org/approval/${id}/licence`, {
      headers: { token: keeper.token },
    })
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png)
  })
})

describe('the first step', () => {
  it('refuses what is taken, and the code stays good', async () => {
    const from = new Visitor(shop.origin)
    const waiting = await applied()
    const who = applicant()
    const code = await codeFor(from, who.mobile)
    const tried = await from.ask(createUserInCentre, {
      body: { mobile: who.mobile, code, username: waiting.username.toUpperCase(), password: 'Secret_1' },
    })
    expect(tried.errors).toEqual([{ path: 'username', message: '用户名已被使用，请换一个' }])
    const [login] = await shop.db.shared<{ username: string }>({ text: 'select username from shared.login limit 1' })
    const again = await from.ask(createUserInCentre, {
      body: { mobile: who.mobile, code, username: login?.username.slice(0, 20) ?? '', password: 'Secret_1' },
    })
    expect(again.errors?.[0]).toEqual({ path: 'username', message: '用户名已被使用，请换一个' })
    const body = { mobile: who.mobile, code, username: who.username, password: 'Secret_1' }
    expect((await from.ask(createUserInCentre, { body })).code).toBe(0)
    expect((await from.ask(createUserInCentre, { body })).errors).toEqual([
      { path: 'code', message: '短信验证码错误或已过期' },
    ])
  })

  it('tells of five taken names with one code, also when all are asked at once', async () => {
    const from = new Visitor(shop.origin)
    const { username } = await applied()
    const who = applicant()
    const code = await codeFor(from, who.mobile)
    const tries = Array.from({ length: 8 }, () =>
      from.ask(createUserInCentre, { body: { mobile: who.mobile, code, username, password: 'Secret_1' } }),
    )
    const paths = (await Promise.all(tries)).map((answer) => answer.errors?.[0]?.path)
    expect(paths.filter((path) => path === 'username')).toHaveLength(5)
    expect(paths.filter((path) => path === 'code')).toHaveLength(3)
  })

  it('refuses a mobile that has an account or an application', async () => {
    const { mobile } = await applied()
    await later(mobile)
    const from = new Visitor(shop.origin)
    const body = { mobile, code: await codeFor(from, mobile), username: 'another_name', password: 'Secret_1' }
    expect((await from.ask(createUserInCentre, { body })).errors).toEqual([
      { path: 'mobile', message: '该手机号已提交企业注册申请，请等待审核' },
    ])
    const phone = '13512340000'
    await shop.db.shared({
      text: `insert into shared.login (username, mobile, password_hash, group_id) values ('has_phone', $1, '', $2)`,
      values: [phone, shop.groupId],
    })
    const second = { ...body, mobile: phone, code: await codeFor(from, phone) }
    expect((await from.ask(createUserInCentre, { body: second })).errors).toEqual([
      { path: 'mobile', message: '该手机号已有账号，请直接登录' },
    ])
  })

  it('lets one of two have a name, and replaces what the same person began before', async () => {
    const [one, two] = [applicant(), applicant()]
    const visitors = [new Visitor(shop.origin), new Visitor(shop.origin)] as const
    const codes = [await codeFor(visitors[0], one.mobile), await codeFor(visitors[1], two.mobile)] as const
    const both = await Promise.all(
      [one, two].map((who, i) =>
        (visitors[i] as Visitor).ask(createUserInCentre, {
          body: { mobile: who.mobile, code: codes[i] ?? '', username: 'same_name', password: 'Secret_1' },
        }),
      ),
    )
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 400])
    const third = applicant()
    const from = new Visitor(shop.origin)
    const first = await ticketOf(from, third)
    await later(third.mobile)
    const second = await ticketOf(from, third)
    expect((await from.ask(registerOrg, { body: { ...third.company, ticket: first } })).msg).toBe(
      '注册已超时，请重新获取短信验证码',
    )
    expect((await from.ask(registerOrg, { body: { ...third.company, ticket: second } })).code).toBe(0)
  })

  it('is not guessed: the fifth wrong code ends the right one', async () => {
    const who = applicant()
    const from = new Visitor(shop.origin)
    const code = await codeFor(from, who.mobile)
    const body = { mobile: who.mobile, username: who.username, password: who.password }
    for (let i = 0; i < 5; i += 1) {
      const wrong = String((Number.parseInt(code, 10) + 1 + i) % 1_000_000).padStart(6, '0')
      expect((await from.ask(createUserInCentre, { body: { ...body, code: wrong } })).status).toBe(400)
    }
    expect((await from.ask(createUserInCentre, { body: { ...body, code } })).status).toBe(400)
  })
})

describe('the second step', () => {
  it('names the faulty field', async () => {
    const who = applicant()
    const from = new Visitor(shop.origin)
    const ticket = await ticketOf(from, who)
    const faultOf = async (change: object) =>
      (await from.ask(registerOrg, { body: { ...who.company, ...change, ticket } })).errors?.[0]
    expect(await faultOf({ credit_code: '91990100000000019X' })).toEqual({
      path: 'credit_code',
      message: '统一社会信用代码不正确，请核对',
    })
    expect(await faultOf({ region_code: '999999' })).toEqual({ path: 'region_code', message: '请选择地区' })
    expect(await faultOf({ contact: '王' })).toMatchObject({ path: 'contact' })
    expect(await faultOf({ org_type: 'bank' })).toEqual({ path: 'org_type', message: '请选择企业类型' })
    expect(await faultOf({ licence: undefined })).toEqual({ path: 'licence', message: '请上传营业执照' })
    const script = Buffer.from('<svg onload="alert(1)"/>').toString('base64')
    expect(await faultOf({ licence: script })).toEqual({ path: 'licence', message: '营业执照应为 JPG 或 PNG 图片' })
    const large = Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]).toString('base64')
    expect(await faultOf({ licence: large })).toEqual({ path: 'licence', message: '营业执照图片不能超过5MB' })
    const huge = 'A'.repeat(9 * 1024 * 1024)
    expect((await from.ask(registerOrg, { body: { ...who.company, licence: huge, ticket } })).status).toBe(413)
  })

  it('refuses a company that waits or is here already', async () => {
    const { company, id } = await applied()
    const who = applicant()
    const from = new Visitor(shop.origin)
    const ticket = await ticketOf(from, who)
    const ask = (change: object) => from.ask(registerOrg, { body: { ...who.company, ...change, ticket } })
    expect((await ask({ name: company.name })).errors).toEqual([
      { path: 'name', message: '该企业名称已注册或正在审核' },
    ])
    expect((await ask({ credit_code: company.credit_code })).msg).toBe('该企业已提交注册申请，请等待审核')
    await keeper.call(approvalRoutes.decide, { body: { id, action: 'approve' } })
    expect((await ask({ credit_code: company.credit_code })).errors).toEqual([
      { path: 'credit_code', message: '该企业已注册，请联系企业管理员开通账号' },
    ])
    const both = [await ask({}), await ask({})]
    expect(both.map((answer) => answer.code)).toEqual([0, 0])
    expect(both[1]).toEqual(both[0])
  })

  it('needs a ticket or a session', async () => {
    const from = new Visitor(shop.origin)
    const { company } = applicant()
    expect((await from.ask(registerOrg, { body: company })).status).toBe(401)
    expect((await from.ask(registerOrg, { body: { ...company, ticket: 'made-up' } })).status).toBe(400)
  })
})

/** Lets the minute pass that lies between two codes. */
const later = (mobile: string) =>
  shop.db.shared({
    text: `update shared.sms_code set sent_at = now() - interval '61 seconds' where mobile = $1`,
    values: [mobile],
  })

const groupOf = async (groupId: number) => {
  const [row] = await shop.db.tenant(groupId, (tx) =>
    tx.query({
      text: `select
          (select count(*) from store_account where group_id = $1) as accounts,
          (select count(*) from warehouse where group_id = $1) as warehouses,
          (select count(*) from company where group_id = $1) as companies,
          (select count(*) from unit where group_id = $1) as units,
          (select count(*) from worker_type where group_id = $1) as trades,
          (select count(*) from business_type where group_id = $1 and is_system) as business_types,
          (select count(*) > 0 from inspection_template where group_id = $1) as inspects,
          (select bool_and(admin_user_id is not null) from org where group_id = $1) as is_admin,
          (select count(*) from notification where group_id = $1) as notices`,
      values: [groupId],
    }),
  )
  return row
}
