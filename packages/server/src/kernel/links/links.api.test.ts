import { picture } from '../../../test/attached'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { customerLinkRoutes, findLink, linkGone } from '@chepu/contract/kernel/customer-link'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { userPermission } from '@chepu/contract/shell/session'
import { quotationLink, quotationPurpose } from '@chepu/contract/sales/quotation-link'
import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { act, post, save } from '../../../test/desk'
import { openBranch, withdraw, worker } from '../../../test/people'
import { type AnyRoute, type Client, openShop, type Shop } from '../../../test/shop'
import { signIn, stockShop } from '../../../test/stage'
import { Visitor } from '../../../test/visitor'
import { createGroup } from '../../access/provision'
import { bindAreas } from '../../app/areas'
import { createApp } from '../../app/http'
import { createLog } from '../../app/log'
import { addDays, shanghaiDay } from '../base/calendar'
import { keepFilesIn } from '../base/file-folder'
import { Database } from '../db/db'
import { newToken, placeOf } from './token'

const { routes } = salesQuotation
const today = shanghaiDay()

let shop: Shop
let owner: Client
let folder: string
let customer: Visitor
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  shop = await openShop({ config: { approveRequired: [] } })
  owner = await shop.signIn('owner')
})
beforeEach(() => {
  customer = new Visitor(shop.origin)
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Two lines that are offered, and an alternative that is not. */
const quotation = () => ({
  header: { bizDate: today, partnerId: shop.customerId, warehouseId: shop.warehouseId, vehicleText: '帕萨特 2014' },
  lines: [
    { partId: shop.parts.pad, qty: '2', price: '380', groupNo: 1, asked: '前刹车片', isChosen: false },
    { partId: shop.parts.oil, qty: '2', price: '210', groupNo: 1, isChosen: true },
    { partId: shop.parts.filter, qty: '3', price: '45', asked: '机滤' },
  ] as never,
})
const offer = () => post(owner, routes, quotation())
const of = (subjectId: number) => ({ purpose: quotationPurpose, subjectId })
const make = (subjectId: number, client = owner) => client.ask(customerLinkRoutes.make, { body: of(subjectId) })
const tokenOf = (address: string) => address.replace(/^.*\/l\//, '')
/** The token of a new link to an offer. */
const linkTo = async (subjectId: number) => tokenOf((await make(subjectId)).data.address)
const at = <R extends AnyRoute>(route: R, token: string): R => ({ ...route, path: route.path.replace(':token', token) })
const view = (token: string, who = customer) => who.ask(at(quotationLink.view, token))
/** The smallest picture, with so many bytes of a remark before its end. */
function png(size = 40): Buffer {
  const head = Buffer.from('0000000074455874', 'hex')
  head.writeUInt32BE(size)
  return Buffer.concat([picture.subarray(0, -12), head, Buffer.alloc(size + 4, 7), picture.subarray(-12)])
}
type Answer = BodyOf<typeof quotationLink.answer>
const answer = (token: string, body: Answer, who = customer) => who.ask(at(quotationLink.answer, token), { body })
/** An answer to all that a link shows: what `agrees` names is taken. */
async function filled(token: string, agrees: (partName: string) => boolean = () => true): Promise<Answer> {
  const { content } = (await view(token)).data
  const decisions = content.lines.map(({ lineId, partName }) => ({ lineId, agrees: agrees(partName) }))
  return { version: content.version, decisions, signature: png().toString('base64') }
}
const kept = () => {
  try {
    return readdirSync(join(folder, String(shop.groupId), 'signature'))
  } catch {
    return []
  }
}
const gone = { status: 404, reason: 'notFound', msg: linkGone }

describe('a link', () => {
  it('shows the one thing that it is for, to whoever holds it', async () => {
    const { id, billNo } = await offer()
    const made = await make(id)
    expect(made.data.address).toMatch(/^\/l\/[\w-]{32}$/)
    const token = tokenOf(made.data.address)
    expect((await customer.ask(at(findLink, token))).data).toEqual({
      purpose: 'quotation',
      orgName: '测试配件店',
      tel: '',
    })
    const { data } = await view(token)
    // 2 × 210 + 3 × 45; the alternative that was not chosen is not there.
    expect(data.content).toMatchObject({ billNo, vehicleText: '帕萨特 2014', totalTaxed: '555.00', freight: '0.00' })
    expect(data.content.lines.map(({ asked, qty, price, taxed }) => [asked, qty, price, taxed])).toEqual([
      ['', '2.0000', '210.0000', '420.00'],
      ['机滤', '3.0000', '45.0000', '135.00'],
    ])
    expect(data.answer).toBeNull()
    const { link } = await owner.call(customerLinkRoutes.read, { query: of(id) })
    expect(link).toMatchObject({ id: made.data.id, openCount: 1, expiresAt: data.expiresAt })
  })

  it('is kept as a hash alone, and its answers are kept by nobody', async () => {
    const token = await linkTo((await offer()).id)
    const [row] = await shop.sql<{ all: string }>(
      `select string_agg(to_jsonb(l)::text, '') as all from customer_link l where group_id = $1`,
    )
    expect(row?.all).not.toContain(token)
    const { headers } = await fetch(`${shop.origin}/api/web/link/${token}/quotation`)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
  })

  it('opens no more than one purpose of one row, and nothing for who is no customer of it', async () => {
    const token = await linkTo((await offer()).id)
    for (const header of ['token', 'authorization']) {
      const headers = { [header]: header === 'token' ? token : `Bearer ${token}` }
      for (const path of [
        '/api/web/sales-quotation',
        '/api/web/customer-link?purpose=quotation&subjectId=1',
        userPermission.path,
      ])
        expect((await fetch(shop.origin + path, { headers })).status).toBe(401)
    }
    expect((await fetch(`${shop.origin}/api/web/link/${token}/statement`)).status).toBe(404)
    const open = shop.app.routes.filter(({ path }) => path.includes('/:token'))
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/web/link/:token/quotation',
      'POST /api/web/link/:token/quotation',
      'GET /api/web/link/:token',
      'GET /api/web/link/:token/order_confirm',
      'POST /api/web/link/:token/order_confirm',
      'GET /api/web/link/:token/order_confirm/picture/:id',
      'GET /api/web/link/:token/reception_report',
      'POST /api/web/link/:token/reception_report',
      'GET /api/web/link/:token/reception_report/picture/:id',
      'GET /api/web/link/:token/customer_page',
      'GET /api/web/link/:token/statement',
      'POST /api/web/link/:token/statement',
    ])
  })

  it('answers in the same words whatever is the matter with it', async () => {
    const { id } = await offer()
    const token = await linkTo(id)
    const [last] = token.slice(-1)
    const spoilt = token.slice(0, -1) + (last === 'A' ? 'B' : 'A')
    const otherGroup = newToken(placeOf(token).groupId + 1).token
    const ownGroup = newToken(shop.groupId).token
    const body = await filled(token)
    for (const wrong of [spoilt, otherGroup, ownGroup, 'x', 'constructor', 'ä'.repeat(9), token.toUpperCase()]) {
      const encoded = encodeURIComponent(wrong)
      expect(await customer.ask(at(findLink, encoded)), wrong).toMatchObject(gone)
      expect(await view(encoded), wrong).toMatchObject(gone)
      expect(await answer(encoded, body), wrong).toMatchObject(gone)
    }
    await shop.sql(`update customer_link set expires_at = now() where group_id = $1 and subject_id = $2`, id)
    expect(await view(token)).toMatchObject(gone)
    expect(await answer(token, body)).toMatchObject(gone)
    const revoked = await linkTo(id)
    expect(await view(token)).toMatchObject(gone)
    expect((await view(revoked)).status).toBe(200)
    expect((await owner.call(customerLinkRoutes.revoke, { body: of(id) })).revoked).toBe(1)
    expect((await owner.call(customerLinkRoutes.revoke, { body: of(id) })).revoked).toBe(0)
    expect(await view(revoked)).toMatchObject(gone)
    expect(await customer.ask(at(findLink, revoked))).toMatchObject(gone)
    expect(kept()).toEqual([])
  })

  it('is no other link of another group with the same numbers', async () => {
    const groupId = await createGroup(shop.db, '另一集团')
    const place = await shop.db.tenant(groupId, (tx) => stockShop(tx, { approveRequired: [] }))
    const stranger = await signIn({ ...shop, groupId }, place.orgId, 'owner')
    const { id } = await offer()
    const token = await linkTo(id)
    expect(placeOf(token).groupId).toBe(shop.groupId)
    expect(await make(id, stranger)).toMatchObject({ status: 404 })
    expect(await stranger.ask(customerLinkRoutes.read, { query: of(id) })).toMatchObject({ status: 404 })
    // The row of another group with this hash would open nothing here, and the token leads there alone.
    const rows = await shop.db.tenant(groupId, (tx) =>
      tx.query({ text: 'select id from customer_link where group_id = $1', values: [groupId] }),
    )
    expect(rows).toEqual([])
  })

  it('takes the place of the one before, and there is none of what is not to be seen', async () => {
    const { id } = await offer()
    const [one, two] = [await linkTo(id), await linkTo(id)]
    expect(await view(one)).toMatchObject(gone)
    expect((await view(two)).status).toBe(200)
    const made = await Promise.all([make(id), make(id), make(id)])
    const opened = await Promise.all(
      made.map(async ({ status, data }) => status === 200 && (await view(tokenOf(data.address))).status === 200),
    )
    expect(opened.filter(Boolean)).toHaveLength(1)

    const draft = await save(owner, routes, quotation())
    expect(await make(draft.id)).toMatchObject({ status: 400, msg: expect.stringContaining('请先审核') })
    expect(await make(999_999)).toMatchObject({ status: 404 })
    expect(await owner.ask(customerLinkRoutes.make, { body: { ...of(id), purpose: '__proto__' } })).toMatchObject({
      status: 404,
    })
    expect(await owner.ask(customerLinkRoutes.make, { body: { ...of(id), days: 91 } })).toMatchObject({
      status: 400,
      msg: '有效期最多90天',
    })
  })

  it('shows nothing while its offer is a draft again, is over or closed', async () => {
    const sent = await offer()
    const token = await linkTo(sent.id)
    const body = await filled(token)
    const draft = await act(owner, routes, sent, 'unapprove')
    expect(await view(token)).toMatchObject(gone)
    const changed = await save(owner, routes, { ...quotation(), id: sent.id, version: draft.version } as never)
    const again = await act(owner, routes, changed, 'approve')
    // He answers to what he saw, and what he saw is no more.
    expect(await answer(token, body)).toMatchObject({ status: 409, msg: '报价已更新，请刷新后重新确认' })
    expect(kept()).toEqual([])
    expect((await view(token)).data.content.version).toBe(again.version)
    await shop.sql(
      `update goods_document set valid_until = $3 where group_id = $1 and id = $2`,
      sent.id,
      addDays(today, -1),
    )
    expect(await view(token)).toMatchObject(gone)
  })
})

describe('who makes links', () => {
  it('may print the document, and works in its organisation', async () => {
    const { id } = await offer()
    const limited = await worker(shop, 'owner')
    expect((await make(id, limited.client)).status).toBe(200)
    await withdraw(shop, limited, { buttons: [salesQuotation.buttons.print as number] })
    expect(await make(id, limited.client)).toMatchObject({ status: 403 })
    expect(await limited.client.ask(customerLinkRoutes.revoke, { body: of(id) })).toMatchObject({ status: 403 })
    const { orgId } = await openBranch(shop)
    const neighbour = await shop.signIn('owner', orgId)
    expect((await make(id, neighbour)).status).toBeGreaterThanOrEqual(403)
    const nobody = await shop.signIn([])
    expect((await make(id, nobody)).status).toBe(403)
  })
})

describe('an answer', () => {
  it('is taken line by line with the signature, and stands in the log with the address', async () => {
    const { id } = await offer()
    const token = await linkTo(id)
    const body = await filled(token, (partName) => partName.includes('滤'))
    const given = await answer(token, body)
    expect(given).toMatchObject({ status: 200 })
    expect(given.data.decisions.map(({ agrees }) => agrees)).toEqual([false, true])
    expect(given.data.decisions[1]?.text).toMatch(/3个 135\.00元$/)
    expect((await view(token)).data.answer).toEqual(given.data)
    const { link, answer: shown } = await owner.call(customerLinkRoutes.read, { query: of(id) })
    expect(shown).toEqual({ ...given.data, linkId: link?.id })

    const picture = await fetch(`${shop.origin}/api/web/customer-link/${link?.id}/signature`, {
      headers: { token: owner.token },
    })
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(png())
    const stranger = await shop.signIn([])
    const hidden = await fetch(picture.url, { headers: { token: stranger.token } })
    expect(hidden.status).toBe(403)

    const log = await owner.call(routes.log, { params: { id } })
    expect(
      log.slice(0, 4).map(({ action, userName, address, signedBy }) => [action, userName, address, signedBy]),
    ).toEqual([
      ['open-link', null, customer.ip, null],
      ['answer-link', null, customer.ip, link?.id],
      ['open-link', null, customer.ip, null],
      ['make-link', 'owner', null, null],
    ])
    const [row] = await shop.sql<{ detail: object; userId: number | null }>(
      `select detail, user_id from audit_log where group_id = $1 and entity_id = $2 and action = 'answer-link'`,
      id,
    )
    expect(row).toEqual({
      userId: null,
      detail: { linkId: link?.id, userAgent: 'node', decisions: given.data.decisions },
    })
  })

  it('is done once however often it is pressed; another one is refused', async () => {
    const before = kept().length
    const { id } = await offer()
    const token = await linkTo(id)
    const body = await filled(token)
    const answers = await Promise.all(Array.from({ length: 6 }, () => answer(token, body)))
    for (const each of answers) expect(each).toMatchObject({ status: 200, data: answers[0]?.data })
    expect(await answer(token, { ...body, signature: png(50).toString('base64') })).toMatchObject({
      status: 400,
      msg: '您已经确认过，如需更改请联系门店',
    })
    await expect.poll(() => kept().length).toBe(before + 1)
    const log = await owner.call(routes.log, { params: { id } })
    expect(log.filter(({ action }) => action === 'answer-link')).toHaveLength(1)
    // A new link is a new question.
    const next = await linkTo(id)
    expect((await view(next)).data.answer).toBeNull()
    expect((await answer(next, body)).status).toBe(200)
  })

  it('says something to every line, signed with a picture that is one', async () => {
    const before = kept().length
    const token = await linkTo((await offer()).id)
    const body = await filled(token)
    const [first, second] = body.decisions as [Answer['decisions'][number], Answer['decisions'][number]]
    const open = { status: 400, msg: '请逐项选择同意或不同意' }
    for (const decisions of [[], [first], [first, first], [first, second, { lineId: 999_999, agrees: true }]])
      expect(await answer(token, { ...body, decisions })).toMatchObject(open)
    const bad: [signature: string, msg: string][] = [
      ['', '请签名'],
      [Buffer.from('ffd8ffe000104a46', 'hex').toString('base64'), '签名图片无法读取，请重新签名'],
      [`data:image/png;base64,${png().toString('base64')}`, '签名图片无法读取，请重新签名'],
      ['签名', '签名图片无法读取，请重新签名'],
      [Buffer.concat([picture.subarray(0, 8), Buffer.alloc(40, 7)]).toString('base64'), '签名图片无法读取，请重新签名'],
      [picture.subarray(0, -12).toString('base64'), '签名图片无法读取，请重新签名'],
      [png(200 * 1024).toString('base64'), '签名不能超过200KB'],
    ]
    for (const [signature, msg] of bad)
      expect(await answer(token, { ...body, signature })).toMatchObject({ status: 400, msg })
    const huge = await answer(token, { ...body, signature: png(600 * 1024).toString('base64') })
    expect(huge.status).toBe(413)
    const { signature: _, ...unsigned } = body
    expect(await answer(token, unsigned as Answer)).toMatchObject({ status: 400, msg: '请签名' })
    expect(
      (await answer(token, { ...body, signature: png(200 * 1024 - png(0).length).toString('base64') })).status,
    ).toBe(200)
    await expect.poll(() => kept().length).toBe(before + 1)
  })
})

describe('who comes often', () => {
  it('waits, by link and by address, whether or not there is a link', async () => {
    const token = await linkTo((await offer()).id)
    const spread = () => new Visitor(shop.origin)
    for (const word of [token, newToken(shop.groupId).token]) {
      const statuses: number[] = []
      for (let i = 0; i < 34; i += 1) statuses.push((await view(word, spread())).status)
      expect(statuses.slice(0, 30)).not.toContain(429)
      expect(statuses.slice(-1)).toEqual([429])
    }
    const good = await linkTo((await offer()).id)
    const guesser = spread()
    const guesses: number[] = []
    for (let i = 0; i < 300; i += 1) guesses.push((await view(newToken(shop.groupId).token, guesser)).status)
    expect(new Set(guesses)).toEqual(new Set([404, 429]))
    const more = await Promise.all(Array.from({ length: 20 }, () => guesser.ask(at(findLink, good))))
    expect(more.map(({ status }) => status)).toContain(429)
  })
})

describe('the program', () => {
  it('opens a link after it was started again, and writes no token into its log', async () => {
    const token = await linkTo((await offer()).id)
    const lines: string[] = []
    const db = new Database(shop.appUrl)
    const logger = createLog('info', { write: (line) => void lines.push(line) })
    const app = await createApp(db, { trustProxy: ['loopback'], logger })
    bindAreas(app)
    const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
    expect((await view(token, new Visitor(origin))).status).toBe(200)
    await fetch(`${origin}/l/${token}`)
    await app.http.close()
    await db.close()
    expect(lines.join('')).toContain('"path":"/api/web/link/:token/quotation"')
    expect(lines.join('')).not.toContain(token)
  })
})
