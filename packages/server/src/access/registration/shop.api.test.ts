// A shop that somebody of the group asks for.
import { creditCheckDigit } from '@chepu/contract/kernel/credit-code'
import { approvalRoutes, registerOrg } from '@chepu/contract/access/registration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { createGroup, createOrg } from '../provision'
import { signIn } from '../../../test/stage'

let shop: Shop
let boss: Client
beforeAll(async () => {
  shop = await openShop()
  await shop.db.shared({
    text: `insert into shared.region (code, parent_code, name, level)
      values ('990000', '0086', '测试省', 1), ('990100', '990000', '测试市', 2), ('990102', '990100', '东城区', 3)
      on conflict do nothing`,
  })
  boss = await shop.signIn('owner')
})
afterAll(() => shop.close())

let count = 0
/** What is typed of a shop, different each time. */
function typed() {
  count += 1
  const body = `9199010000000${String(count).padStart(4, '0')}`
  return {
    name: `测试汽修${count}厂`,
    credit_code: body + creditCheckDigit(body),
    region_code: '990102',
    address: '一号路1号',
    contact: '王小车',
    org_type: 'repair' as const,
  }
}

describe('a shop of a group', () => {
  const ask = async (client: Client) => {
    const company = typed()
    return { company, answer: await client.ask(registerOrg, { body: company }) }
  }

  it('is asked for by a member, decided in the group, and opened under the asking organisation', async () => {
    const { company, answer } = await ask(boss)
    expect(answer.data.state).toBe('pending')
    const { rows } = await boss.call(approvalRoutes.list, { query: { q: company.name } })
    expect(rows).toMatchObject([{ name: company.name, parent: '测试配件店', username: '', hasLicence: false }])
    const second = await shop.signIn('owner')
    const { orgid } = await second.call(approvalRoutes.decide, { body: { id: answer.data.id, action: 'approve' } })
    const [org] = await shop.sql(
      `select o.code, o.parent_id, o.region_code, o.admin_user_id = r.requested_by as is_asker
        from org o join shared.registration r on r.id = $3 where o.group_id = $1 and o.id = $2`,
      orgid,
      answer.data.id,
    )
    expect(org).toEqual({ code: '02', parentId: shop.orgId, regionCode: '990102', isAsker: true })
    expect((await ask(boss)).answer.code).toBe(0)
    expect((await boss.ask(registerOrg, { body: company })).errors).toEqual([
      { path: 'name', message: '该企业名称已存在或正在审核' },
    ])
  })

  it('needs the button, and another group neither sees nor decides it', async () => {
    const buyer = await shop.signIn('buyer')
    expect((await ask(buyer)).answer.status).toBe(403)
    const { answer } = await ask(boss)
    const groupId = await createGroup(shop.db, '别的集团')
    const orgId = await shop.db.tenant(groupId, (tx) =>
      createOrg(tx, {
        code: '01',
        name: '别的店',
        shortName: '别的店',
        orgType: 'repair',
        taxpayerKind: 'general',
        startMonth: 202601,
      }),
    )
    const other = await signIn({ db: shop.db, origin: shop.origin, groupId }, orgId, 'owner')
    const { id } = answer.data
    expect((await other.ask(approvalRoutes.decide, { body: { id, action: 'approve' } })).status).toBe(404)
    expect((await other.call(approvalRoutes.list)).rows).toEqual([])
  })

  it('is refused under the name of a company of the group that has another credit code', async () => {
    const { creditCode: own, name } = { creditCode: typed().credit_code, name: '测试股份公司' }
    const add = (taxNo: string, as: string) =>
      shop.db.tenant(shop.groupId, (tx) => one(tx, 'company', { name: as, tax_no: taxNo }))
    const taxNoOf = async (id: number) => {
      const [row] = await shop.sql<{ taxNo: string }>('select tax_no from company where group_id = $1 and id = $2', id)
      return row?.taxNo
    }
    const known = await add(own, name)
    const file = (change: object) => boss.ask(registerOrg, { body: { ...typed(), ...change } })
    const second = await shop.signIn('owner')
    const decide = (id: number) => second.ask(approvalRoutes.decide, { body: { id, action: 'approve' } })
    const other = (as: string) => ({
      errors: [{ path: 'credit_code', message: `公司主体“${as}”已存在，统一社会信用代码不同` }],
    })
    expect(await file({ name })).toMatchObject(other(name))
    // The company may have come between the application and its approval.
    const { data } = await file({ name: '测试后来公司' })
    const later = await add(typed().credit_code, '测试后来公司')
    expect(await decide(data.id)).toMatchObject({ status: 400, ...other('测试后来公司') })
    expect(await taxNoOf(known)).toBe(own)

    // A company without a code gets it, and the trail says so.
    const bare = await add('', '测试无号公司')
    const code = typed().credit_code
    const filed = await file({ name: '测试无号公司', credit_code: code })
    expect(await decide(filed.data.id)).toMatchObject({ status: 200 })
    expect(await taxNoOf(bare)).toBe(code)
    const trail = await shop.sql(
      `select entity_id, detail from audit_log where group_id = $1 and entity = 'company' and entity_id = any ($2::bigint[])`,
      [known, later, bare],
    )
    expect(trail).toEqual([{ entityId: bare, detail: { taxNo: ['', code] } }])
  })

  it('is not asked for with a one-time password', async () => {
    const asker = await shop.signIn('owner')
    await shop.db.shared({
      text: `update shared.login set must_change_password = true
        where id = (select max(login_id) from shared.session where group_id = $1)`,
      values: [shop.groupId],
    })
    expect((await ask(asker)).answer).toMatchObject({ status: 403, msg: '您现在用的是一次性密码，请先修改密码' })
  })

  it('tells who asked for it that it was refused', async () => {
    const { company, answer } = await ask(boss)
    await boss.call(approvalRoutes.decide, { body: { id: answer.data.id, action: 'reject', reason: '重复' } })
    const rows = await shop.sql(
      `select message from notification where group_id = $1 and event_key = $2`,
      `registration-${answer.data.id}-decided`,
    )
    expect(rows).toEqual([{ message: `门店“${company.name}”的申请未通过：重复` }])
  })
})
