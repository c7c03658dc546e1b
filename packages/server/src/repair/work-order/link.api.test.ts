import { orgRoutes } from '@chepu/contract/access/org'
import { customerLinkRoutes, linkGone } from '@chepu/contract/kernel/customer-link'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { orderConfirmPurpose, orderLink } from '@chepu/contract/repair/order-link'
import { settlementPreview } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { inspectionRoutes } from '@chepu/contract/repair/inspection'
import { readBell } from '@chepu/contract/shell/bell'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attached, keepFiles, picture } from '../../../test/attached'
import { act, save } from '../../../test/desk'
import { openBranch } from '../../../test/people'
import { type AnyRoute, type Client, openShop, type Shop } from '../../../test/shop'
import { Visitor } from '../../../test/visitor'
import { confirmedOrder, orderBody, type Workshop, workshopOf } from '../../../test/workshop'

const { routes } = workOrder
let shop: Shop
let owner: Client
let workshop: Workshop
let dropFiles: () => void
let customer: Visitor
beforeAll(async () => {
  dropFiles = keepFiles()
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  customer = new Visitor(shop.origin)
})
afterAll(async () => {
  await shop.close()
  dropFiles()
})

/** One job, material, and a consumable that goes with the job. */
const body = () => {
  const { materials = [], ...rest } = orderBody(shop, workshop)
  const consumable = { partId: shop.parts.pad, qty: '1', price: '7', labourNo: 1, isConsumable: true }
  return { ...rest, materials: [...materials, consumable] }
}
const read = (id: number) => owner.call(routes.read, { params: { id } })
const of = (subjectId: number) => ({ purpose: orderConfirmPurpose, subjectId })
const make = (subjectId: number, client = owner) => client.ask(customerLinkRoutes.make, { body: of(subjectId) })
const linkTo = async (id: number) => (await make(id)).data.address.replace(/^.*\/l\//, '')
const at = <R extends AnyRoute>(route: R, token: string): R => ({ ...route, path: route.path.replace(':token', token) })
const view = (token: string) => customer.ask(at(orderLink.view, token))
type Answer = BodyOf<typeof orderLink.answer>
const answer = (token: string, sent: Answer) => customer.ask(at(orderLink.answer, token), { body: sent })
const signature = picture.toString('base64')
/** An answer to all that a link shows; what `without` names is declined for a reason. */
async function filled(token: string, without: Record<string, string> = {}): Promise<Answer> {
  const { content } = (await view(token)).data
  const decisions = content.lines
    .filter(({ isOpen }) => isOpen)
    .map(({ lineId, name, amount }) => {
      const reason = without[name]
      return { lineId, agrees: reason === undefined, seen: amount, ...(reason && { reason }) }
    })
  return { version: content.version, decisions, by: '王女士', signature }
}

describe('a link to an order', () => {
  it('shows the customer his lines and what they come to, and nothing else', async () => {
    const { id, billNo } = await save(owner, routes, body())
    const token = await linkTo(id)
    const { data } = await view(token)
    expect(data.content).toMatchObject({
      billNo,
      plate: '京A88888',
      modelText: '大众 朗逸',
      partnerName: '车主甲',
      agreedAmount: '0.00',
      openAmount: '369.00',
    })
    // 0.5 h × 100, 1 × 45, 4 × 68.5; the consumable stands on no paper of his.
    expect(data.content.lines.map(({ section, amount, isOpen }) => [section, amount, isOpen])).toEqual([
      ['labour', '50.00', true],
      ['materials', '45.00', true],
      ['materials', '274.00', true],
    ])
    expect(JSON.stringify(data)).not.toMatch(/cost|purchase|mobile|13900000088|warehouse/i)
    expect((await customer.ask(routes.read, { token } as never)).status).toBe(401)
  })

  it('is made by who may take the consent, in the organisation of the order', async () => {
    const { id } = await save(owner, routes, body())
    expect(await make(id, await shop.signIn('buyer'))).toMatchObject({ status: 403 })
    const { orgId } = await openBranch(shop)
    expect(await make(id, await shop.signIn('salesperson', orgId))).toMatchObject({ status: 403 })
    expect(await make(id, await shop.signIn('owner', orgId))).toMatchObject({ status: 404 })
    expect(await make(999_999)).toMatchObject({ status: 404 })
  })

  it('takes his answer as the confirmation of the estimate, with reasons, name and signature', async () => {
    const { id } = await save(owner, routes, body())
    const token = await linkTo(id)
    const sent = await filled(token, { 机油: '价格' })
    const { data, status } = await answer(token, sent)
    expect(status).toBe(200)
    expect(data.decisions.map(({ agrees, reason }) => [agrees, reason])).toEqual([
      [true, undefined],
      [true, undefined],
      [false, '价格'],
    ])
    const after = await read(id)
    expect(after.header).toMatchObject({ state: 'confirmed', totalAmount: '95.00' })
    expect(after.header.confirmedAt).not.toBeNull()
    expect(after.materials.map(({ agreement, declinedReason }) => [agreement, declinedReason])).toEqual([
      ['agreed', ''],
      ['declined', '价格'],
      ['agreed', ''],
    ])
    const log = await owner.call(routes.log, { params: { id } })
    expect(log.slice(0, 2).map(({ action, userName }) => [action, userName])).toEqual(
      expect.arrayContaining([
        ['confirm', null],
        ['answer-link', null],
      ]),
    )
    expect(log.find(({ action }) => action === 'answer-link')?.address).toBe(customer.ip)
    const [noted] = await shop.sql<{ detail: object }>(
      `select detail from audit_log where group_id = $1 and entity_id = $2 and action = 'confirm' and entity = 'work_order'`,
      id,
    )
    expect(noted?.detail).toMatchObject({ method: 'link', by: '王女士' })
    expect((await owner.call(customerLinkRoutes.read, { query: of(id) })).answer?.decisions).toHaveLength(3)
    const { news } = await owner.call(readBell)
    expect(news.map(({ message, msg_type }) => [message.replace(/WX\S+/, ''), msg_type])).toContainEqual([
      '工单  客户已确认：同意2项，不做1项（价格）',
      4,
    ])
    // Sent twice, he is answered the same; another answer is refused. The page still shows what he said.
    expect((await answer(token, sent)).data).toEqual(data)
    expect(await answer(token, { ...sent, by: '别人' })).toMatchObject({ status: 400 })
    expect((await view(token)).data.answer).toEqual(data)
  })

  it('takes one answer of two that are sent at once', async () => {
    const { id } = await save(owner, routes, body())
    const token = await linkTo(id)
    const sent = await filled(token)
    const [one, two] = await Promise.all([answer(token, sent), answer(token, sent)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.data).toEqual(two.data)
    const confirmed = await shop.sql(
      `select id from audit_log where group_id = $1 and entity = 'work_order' and entity_id = $2 and action = 'confirm'`,
      id,
    )
    expect(confirmed).toHaveLength(1)
  })

  it('asks why he does without a line, and lets nobody decline the whole estimate', async () => {
    const { id } = await save(owner, routes, body())
    const token = await linkTo(id)
    const sent = await filled(token)
    const silent = sent.decisions.map((decision, i) => ({ ...decision, agrees: i > 0 }))
    expect(await answer(token, { ...sent, decisions: silent })).toMatchObject({
      status: 400,
      msg: '请选择不做的原因',
    })
    const none = sent.decisions.map((decision) => ({ ...decision, agrees: false, reason: '价格' }))
    expect(await answer(token, { ...sent, decisions: none })).toMatchObject({
      status: 400,
      msg: '您没有选择要做的项目；如果都不做，请直接联系门店',
    })
    expect(await answer(token, { ...sent, decisions: sent.decisions.slice(1) })).toMatchObject({ status: 400 })
    expect((await read(id)).header.state).toBe('estimating')
  })

  it('uses nothing up for work that he does without', async () => {
    const { id } = await save(owner, routes, body())
    const token = await linkTo(id)
    expect((await answer(token, await filled(token, { 更换机油机滤: '自备件' }))).status).toBe(200)
    expect((await read(id)).materials.map(({ agreement }) => agreement)).toEqual(['agreed', 'agreed', 'declined'])
  })

  it('tells what has changed since it was shown', async () => {
    const { id, version } = await save(owner, routes, body())
    const token = await linkTo(id)
    const sent = await filled(token)
    const lines = await read(id)
    const [filter, oil] = lines.materials
    await save(owner, routes, {
      ...body(),
      id,
      version,
      labour: [{ ...body().labour?.[0], id: lines.labour[0]?.id }],
      materials: [{ id: filter?.id, partId: filter?.partId, qty: '1', price: '48', labourNo: 1 }],
      extras: [{ name: '拖车费', price: '200' }],
    } as never)
    expect(oil).toBeDefined()
    expect(await answer(token, sent)).toMatchObject({
      status: 409,
      msg: expect.stringMatching(
        /^报价已更新；「.*」由45.00元改为48.00元；新增「拖车费」；有项目已撤下或已确认，请刷新后重新确认$/,
      ),
    })
    expect((await answer(token, await filled(token))).status).toBe(200)
  })

  it('confirms what was added while the work goes on', async () => {
    const order = await confirmedOrder(owner, body())
    const before = await read(order.id)
    const kept = {
      labour: before.labour.map(({ id }) => ({ ...body().labour?.[0], id })),
      materials: before.materials.map(({ id, partId, qty, price, isConsumable }) => ({
        id,
        partId,
        qty,
        price,
        isConsumable,
        labourNo: 1,
      })),
    }
    const extras = [{ name: '拖车费', price: '200' }]
    await save(owner, routes, { ...body(), id: order.id, version: order.version, ...kept, extras } as never)
    const token = await linkTo(order.id)
    const { content } = (await view(token)).data
    expect(content).toMatchObject({ agreedAmount: '369.00', openAmount: '200.00' })
    expect(content.lines.filter(({ isOpen }) => isOpen)).toMatchObject([{ name: '拖车费', isAdded: true }])
    // Everything that was added may be declined: the estimate stands.
    expect((await answer(token, await filled(token, { 拖车费: '暂不需要' }))).status).toBe(200)
    expect((await read(order.id)).header).toMatchObject({ state: 'confirmed', totalAmount: '369.00' })
  })

  it('shows the last finished report with its photos, and no other file of the order', async () => {
    const { id } = await save(owner, routes, body())
    const photo = (fileName: string) => attached(shop, owner, { kind: workOrder.kind, ownerId: id }, fileName)
    const [shown, other] = [await photo('刹车片.png'), await photo('行驶证.png')]
    const { rows: templates } = await owner.call(inspectionRoutes.templates, { query: {} })
    const usual = templates.find(({ name }) => name === '常规检查')
    const report = await owner.call(inspectionRoutes.start, {
      body: { workOrderId: id, templateId: usual?.id as number },
    })
    const params = { id: report.id }
    const [first, ...rest] = (await owner.call(inspectionRoutes.read, { params })).points
    const points = [
      { id: first?.id as number, value: '2.5', photoIds: [shown] },
      ...rest.map((point) => ({ id: point.id, level: 'green' as const })),
    ]
    const { version } = await owner.call(inspectionRoutes.save, { params, body: { version: report.version, points } })
    const token = await linkTo(id)
    const picture = (photo: number, from = token) =>
      fetch(`${shop.origin}/api-main/api/web/link/${from}/order_confirm/picture/${photo}`)
    // Nobody reads a report that is not finished.
    expect((await view(token)).data.content.findings).toEqual([])
    expect((await picture(shown)).status).toBe(404)
    await owner.call(inspectionRoutes.finish, { params, body: { version } })
    const { findings } = (await view(token)).data.content
    expect(findings).toHaveLength(28)
    expect(findings[0]).toMatchObject({ name: '前制动片厚度', level: 'red', value: '2.5000', photoIds: [shown] })
    const answered = await picture(shown)
    expect([answered.status, answered.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await picture(other)).status).toBe(404)
    const stranger = await save(owner, routes, body())
    expect((await picture(shown, await linkTo(stranger.id))).status).toBe(404)
  })

  it('opens nothing once it is over, ended, or its order cancelled', async () => {
    const order = await save(owner, routes, body())
    const token = await linkTo(order.id)
    const sent = await filled(token)
    await act(owner, routes, order, 'cancel', { reason: '客户不修了' })
    expect(await view(token)).toMatchObject({ status: 404, msg: linkGone })
    expect(await answer(token, sent)).toMatchObject({ status: 409, msg: '工单已变更，请刷新后查看' })
    expect(await make(order.id)).toMatchObject({ status: 400 })
    const { id } = await save(owner, routes, body())
    const late = await linkTo(id)
    await shop.sql(`update customer_link set expires_at = now() where group_id = $1 and subject_id = $2`, id)
    expect(await view(late)).toMatchObject({ status: 404, msg: linkGone })
  })

  it('ends when the order is of another customer, or of another car', async () => {
    const saved = await save(owner, routes, body())
    const token = await linkTo(saved.id)
    const sent = await filled(token)
    const { header } = body()
    const other = { ...body(), id: saved.id, version: saved.version, header: { ...header, partnerId: shop.customerId } }
    const after = await save(owner, routes, other)
    expect(await view(token)).toMatchObject({ status: 404, msg: linkGone })
    expect(await answer(token, sent)).toMatchObject({ status: 404, msg: linkGone })
    const log = await owner.call(routes.log, { params: { id: saved.id } })
    expect(log.map(({ action }) => action)).toContain('revoke-link')
    // A new one is of him alone: what was read by the name of another is read again.
    const now = await linkTo(saved.id)
    const read = await filled(now)
    await shop.sql(
      'update repair_document set partner_id = $3 where group_id = $1 and id = $2',
      after.id,
      workshop.partnerId,
    )
    expect(await answer(now, read)).toMatchObject({ status: 409 })
  })

  it('asks him for what he will owe, where prices are typed without tax', async () => {
    const admin = await shop.signIn(['owner', 'admin'])
    const withTax = async (priceTaxIncluded: boolean) => {
      const { version, config } = await admin.call(orgRoutes.read, { params: { id: shop.orgId } })
      await admin.call(orgRoutes.config, {
        body: { orgid: shop.orgId, version, config: { ...config, priceTaxIncluded } },
      })
    }
    await withTax(false)
    try {
      const labour = [{ name: '钣金', price: '100', taxRate: '0.13' }]
      const saved = await save(owner, routes, { header: body().header, labour })
      const { header, labour: lines } = await read(saved.id)
      expect(header).toMatchObject({ labourAmount: '113.00', totalAmount: '113.00', taxIncluded: false })
      const token = await linkTo(saved.id)
      const { content } = (await view(token)).data
      expect(content).toMatchObject({ openAmount: '113.00', lines: [{ amount: '113.00' }] })
      expect((await answer(token, await filled(token))).status).toBe(200)
      const { version, totalAmount } = (await read(saved.id)).header
      expect(totalAmount).toBe('113.00')
      const preview = await owner.call(settlementPreview, { body: { workOrderId: saved.id } })
      expect(preview.customerDue).toBe('113.00')
      // 106.60 at 6 % are 113.00, at 7 % they are dearer.
      const at = async (taxRate: string, known: number) => {
        const now = [{ name: '钣金', price: '106.6', taxRate, id: lines[0]?.id as number }]
        const next = await save(owner, routes, { header: body().header, labour: now, id: saved.id, version: known })
        const { agreement } = (await read(saved.id)).labour[0] ?? {}
        return [next.version, agreement] as const
      }
      const [next, same] = await at('0.06', version)
      expect(same).toBe('agreed')
      expect((await at('0.07', next))[1]).toBe('open')
    } finally {
      await withTax(true)
    }
  })
})
