// 对账链接 through HTTP: what a partner reads of his account, what he says to it, and what becomes of his objections (business/finance 9).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountRoutes } from '@chepu/contract/finance/accounts'
import { collection } from '@chepu/contract/finance/collection'
import { currentReceive } from '@chepu/contract/finance/lookups'
import { statementCalls, statementLink, statementPurpose } from '@chepu/contract/finance/statement-link'
import { writeOff } from '@chepu/contract/finance/write-off'
import { customerLinkRoutes, findLink, linkGone } from '@chepu/contract/kernel/customer-link'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { picture } from '../../../test/attached'
import { act, save } from '../../../test/desk'
import { newPartner, openItem, today } from '../../../test/finance'
import { openBranch, withdraw, worker } from '../../../test/people'
import { type AnyRoute, type Client, openShop, type Shop } from '../../../test/shop'
import { Visitor } from '../../../test/visitor'
import { addDays } from '../../kernel/base/calendar'
import { keepFilesIn } from '../../kernel/base/file-folder'

const { send, sent, disputes, resolve } = statementCalls.AR
const routes = accountRoutes('AR')

let shop: Shop
let owner: Client
let branch: Client
let partner: Visitor
let folder: string
let partnerId: number
let otherId: number
/** Two items of the partner: 300.00 and 120.00. */
let items: { id: number; billNo: string }[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  shop = await openShop()
  owner = await shop.signIn('owner')
  branch = await shop.signIn('owner', (await openBranch(shop)).orgId)
  partner = new Visitor(shop.origin)
  partnerId = await newPartner(shop, '对账客户')
  otherId = await newPartner(shop, '另一客户')
  items = [
    await openItem(shop, owner, { partnerId, side: 'AR', total: '300.00' }),
    await openItem(shop, owner, { partnerId, side: 'AR', total: '120.00' }),
  ]
  await openItem(shop, owner, { partnerId: otherId, side: 'AR', total: '999.00' })
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const asked = (of = partnerId) => ({ partnerId: of, from: addDays(today, -30), to: today })
const at = <R extends AnyRoute>(route: R, token: string): R => ({ ...route, path: route.path.replace(':token', token) })
const make = (client: Client, subjectId: number) =>
  client.ask(customerLinkRoutes.make, { body: { purpose: statementPurpose, subjectId } })
const tokenOf = ({ address }: { address: string }) => address.replace(/^.*\/l\//, '')
async function linkTo(of = partnerId): Promise<{ id: number; token: string }> {
  const { id } = await owner.call(send, { body: asked(of) })
  return { id, token: tokenOf((await make(owner, id)).data) }
}
const view = (token: string) => partner.ask(at(statementLink.view, token))
const signature = picture.toString('base64')
/** An answer that objects to what `objects` gives words for. */
async function answer(token: string, objects: (billNo: string) => string | undefined) {
  const { content } = (await view(token)).data
  const decisions = content.lines.map(({ lineId, billNo }) => {
    const reason = objects(billNo)
    return reason === undefined ? { lineId, agrees: true } : { lineId, agrees: false, reason }
  })
  return partner.ask(at(statementLink.answer, token), { body: { version: content.version, decisions, signature } })
}
const isDisputed = async () => {
  const { rows } = await owner.call(routes.items, { query: { partnerId } })
  return Object.fromEntries(rows.map((row) => [row.billNo, row.isDisputed]))
}
const row = async (id: number) => (await owner.call(sent.list)).rows.find((one) => one.id === id)

it('shows a partner the statement of his account and nobody else, to the fen', async () => {
  const { id, token } = await linkTo()
  const { data } = await view(token)
  const statement = await owner.call(routes.statement, { query: asked() })
  expect(data.content).toMatchObject({
    partnerName: '对账客户',
    side: 'AR',
    opening: '0.00',
    closing: '420.00',
    advance: '0.00',
  })
  expect(data.content.lines.map(({ billNo, amount, balance }) => [billNo, amount, balance])).toEqual(
    statement.rows.map(({ billNo, increase, balance }) => [billNo, increase, balance]),
  )
  expect(JSON.stringify(data)).not.toContain('999')
  expect(JSON.stringify(data)).not.toContain('另一客户')
  expect(await row(id)).toMatchObject({ state: 'waiting', openCount: 1, answeredAt: null, closing: '420.00' })
  // Asked again about the same days, it is the same statement, and the former link ends.
  const again = await linkTo()
  expect(again.id).toBe(id)
  expect(await view(token)).toMatchObject({ status: 404, msg: linkGone })
})

it('keeps an objection with its words, marks the item, tells who asked, and shows the partner the reply', async () => {
  const { id, token } = await linkTo()
  expect(await answer(token, (billNo) => (billNo === items[1]?.billNo ? ' ' : undefined))).toMatchObject({
    status: 400,
    msg: expect.stringContaining(`请写明异议：${today} ${items[1]?.billNo}`),
  })
  const given = await answer(token, (billNo) => (billNo === items[1]?.billNo ? '只收到一箱' : undefined))
  expect(given).toMatchObject({ status: 200 })
  expect(await row(id)).toMatchObject({ state: 'disputed', openDisputes: 1 })
  expect(await isDisputed()).toEqual({ [items[0]?.billNo ?? '']: false, [items[1]?.billNo ?? '']: true })
  const tasks = async () => (await owner.call(dashboard)).tasks.find(({ title }) => title === '应收对账异议')?.count
  expect(await tasks()).toBe(1)

  const { rows } = await owner.call(disputes, { params: { id } })
  expect(rows).toMatchObject([{ reason: '只收到一箱', reply: null, docKind: 'balance_adjustment', version: 1 }])
  const dispute = rows[0]?.id ?? 0
  const ask = (body: { version: number; reply: string }, client = owner) =>
    client.ask(resolve, { params: { id: dispute }, body })
  expect(await ask({ version: 1, reply: ' ' })).toMatchObject({ status: 400, msg: '请填写处理结果' })
  expect(await ask({ version: 7, reply: '补发' })).toMatchObject({ status: 409 })
  expect(await ask({ version: 1, reply: '补发' }, branch)).toMatchObject({ status: 404 })
  const both = await Promise.all([ask({ version: 1, reply: '已补发一箱' }), ask({ version: 1, reply: '已补发一箱' })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await row(id)).toMatchObject({ state: 'resolved', openDisputes: 0 })
  expect(Object.values(await isDisputed())).toEqual([false, false])
  expect((await tasks()) ?? 0).toBe(0)
  const { lines } = (await view(token)).data.content
  expect(lines.map(({ reply }) => reply)).toEqual(['', '已补发一箱'])
  const [log] = await shop.sql<{ actions: string }>(
    `select string_agg(action, ' ' order by id) as actions from audit_log where group_id = $1 and entity = 'partner_statement' and entity_id = $2`,
    id,
  )
  expect(log?.actions).toMatch(/^add make-link .*open-link.* answer-link resolve-dispute open-link$/)
})

it('takes no answer to what the books do not say any more', async () => {
  const lateId = await newPartner(shop, '后来客户')
  await openItem(shop, owner, { partnerId: lateId, side: 'AR', total: '10.00' })
  const { token } = await linkTo(lateId)
  const { content } = (await view(token)).data
  await openItem(shop, owner, { partnerId: lateId, side: 'AR', total: '5.00' })
  const decisions = content.lines.map(({ lineId }) => ({ lineId, agrees: true }))
  expect(
    await partner.ask(at(statementLink.answer, token), { body: { version: content.version, decisions, signature } }),
  ).toMatchObject({ status: 409, msg: '账目已有变动，请刷新后重新确认' })
  expect(await answer(token, () => undefined)).toMatchObject({ status: 200 })
  // A partner who is stopped reads nothing more.
  await shop.sql('update partner set is_active = false where group_id = $1 and id = $2', lateId)
  expect(await partner.ask(at(findLink, token))).toMatchObject({ status: 404, msg: linkGone })
  expect(await view(token)).toMatchObject({ status: 404, msg: linkGone })
})

it('keeps what was confirmed, whatever the books say later, and asks nobody without a link', async () => {
  const id = await newPartner(shop, '已签客户')
  await openItem(shop, owner, { partnerId: id, side: 'AR', total: '17.50' })
  await openItem(shop, owner, { partnerId: id, side: 'AR', total: '-20.50' })
  const { id: sentId } = await owner.call(send, { body: asked(id) })
  expect(await row(sentId)).toBeUndefined()
  const { token } = await linkTo(id)
  expect(await row(sentId)).toMatchObject({ state: 'waiting', closing: '-3.00', readClosing: null })
  const given = await answer(token, () => undefined)
  expect(given.data.decisions.map(({ text }) => text.split(' ').at(-1))).toEqual(['17.50元', '-20.50元'])
  await openItem(shop, owner, { partnerId: id, side: 'AR', total: '9.00' })
  expect(await row(sentId)).toMatchObject({ state: 'confirmed', closing: '6.00', readClosing: '-3.00' })
  expect((await view(token)).data.content).toMatchObject({ opening: '0.00', closing: '-3.00', advance: '0.00' })
  // A new link is a new question, of what the books say now.
  const again = await linkTo(id)
  expect((await view(again.token)).data.content).toMatchObject({ closing: '6.00' })
  const wrong = { partnerId: id, from: '0001-01-01', to: '9999-12-31' }
  expect(await owner.ask(send, { body: wrong })).toMatchObject({
    status: 400,
    msg: expect.stringContaining('期间应在 2000-01-01 至 2099-12-31 之间'),
  })
})

it('takes no answer once what was paid ahead has changed', async () => {
  const id = await newPartner(shop, '预收客户')
  await openItem(shop, owner, { partnerId: id, side: 'AR', total: '30.00' })
  const { token } = await linkTo(id)
  const { content } = (await view(token)).data
  const paid = await save(owner, collection.routes, {
    header: { bizDate: today, partnerId: id, purpose: 'advance' },
    tenders: [{ storeAccountId: shop.cashId, amount: '5' }],
  })
  await act(owner, collection.routes, paid, 'approve')
  const decisions = content.lines.map(({ lineId }) => ({ lineId, agrees: true }))
  const body = { version: content.version, decisions, signature }
  expect(await partner.ask(at(statementLink.answer, token), { body })).toMatchObject({
    status: 409,
    msg: '账目已有变动，请刷新后重新确认',
  })
})

it('is made by who may draw up the statement, in its own organisation', async () => {
  const { id } = await linkTo()
  expect(await make(branch, id)).toMatchObject({ status: 404 })
  expect(await branch.ask(disputes, { params: { id } })).toMatchObject({ status: 404 })
  expect((await branch.call(sent.list)).rows).toEqual([])
  const limited = await worker(shop, 'owner')
  expect((await make(limited.client, id)).status).toBe(200)
  await withdraw(shop, limited, { fields: ['ar_balance'] })
  expect(await make(limited.client, id)).toMatchObject({ status: 403, msg: '您没有查看往来金额的权限' })
  expect(await limited.client.ask(send, { body: asked() })).toMatchObject({ status: 403 })
  const nobody = await shop.signIn([])
  expect(await make(nobody, id)).toMatchObject({ status: 403 })
  for (const call of [
    () => nobody.ask(send, { body: asked() }),
    () => nobody.ask(sent.list),
    () => nobody.ask(disputes, { params: { id } }),
    () => nobody.ask(resolve, { params: { id: 1 }, body: { version: 1, reply: '好' } }),
  ])
    expect((await call()).status).toBe(403)
  expect(await owner.ask(send, { body: { ...asked(), partnerId: 999_999 } })).toMatchObject({ status: 404 })
  expect(await owner.ask(send, { body: { ...asked(), from: addDays(today, 1) } })).toMatchObject({
    status: 400,
    msg: '期间止不能早于期间起',
  })
})

it('shows nothing that the shop remarked for itself', async () => {
  const id = await newPartner(shop, '坏账客户')
  const item = await openItem(shop, owner, { partnerId: id, side: 'AR', total: '80.00' })
  const debt = await save(owner, writeOff.routes, {
    header: { bizDate: today, partnerId: id, purpose: 'bad_debt', remark: '客户难缠' },
    items: [{ openItemId: item.id, amount: '80.00' }],
  })
  await act(owner, writeOff.routes, debt, 'approve')
  const { token } = await linkTo(id)
  const { content } = (await view(token)).data
  expect(content.lines.map(({ summary, amount }) => [summary, amount])).toEqual([
    ['期初/调整', '80.00'],
    ['坏账核销', '-80.00'],
  ])
})

it('is nothing to who looks after other customers, nor of customers of another organisation alone', async () => {
  const { id } = await linkTo()
  const own = await worker(shop, 'owner')
  await shop.sql(
    `insert into user_scope (group_id, user_id, org_id, area, scope) values ($1, $2, $3, 'finance', 1) returning user_id`,
    own.userId,
    shop.orgId,
  )
  await shop.sql(
    'update shared.login set access_version = access_version + 1 where group_id = $1 and id = $2',
    own.userId,
  )
  const { client } = own
  for (const call of [
    () => make(client, id),
    () => client.ask(customerLinkRoutes.read, { query: { purpose: statementPurpose, subjectId: id } }),
    () => client.ask(disputes, { params: { id } }),
    () => client.ask(send, { body: asked() }),
    () => client.ask(routes.statement, { query: asked() }),
  ])
    expect((await call()).status).toBe(404)

  // A customer of the branch: the head office neither draws up his account nor learns his name.
  const elsewhere = await newPartner(shop, '分店客户')
  await shop.sql(
    `insert into partner_org (group_id, org_id, partner_id) select $1, id, $2 from org where group_id = $1 and id <> $3 returning partner_id`,
    elsewhere,
    shop.orgId,
  )
  const cashier = await shop.signIn('cashier_accountant')
  for (const call of [
    () => cashier.ask(send, { body: asked(elsewhere) }),
    () => cashier.ask(routes.statement, { query: asked(elsewhere) }),
  ])
    expect((await call()).status).toBe(404)
  expect(await cashier.call(currentReceive, { query: { partnerId: elsewhere } })).toEqual({
    partner: null,
    advances: [],
    rows: [],
  })
})
