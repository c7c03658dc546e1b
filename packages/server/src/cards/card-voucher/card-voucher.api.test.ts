import { button } from '@chepu/contract/access/catalogue'
import { cardRoutes } from '@chepu/contract/cards/card'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { writeOff } from '@chepu/contract/finance/write-off'
import { addDays } from '@chepu/contract/kernel/calendar'
import { readBell } from '@chepu/contract/shell/bell'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeVoucher, newCard, newCardPackage, newCardType, voucherBody } from '../../../test/cards'
import { act, post, save, tryAct, trySave } from '../../../test/desk'
import { newAccount, newPartner } from '../../../test/finance'
import { withdraw, worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { type Workshop, workshopOf } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

let shop: Shop
let owner: Client
let workshop: Workshop
let goldId: number
let timesId: number
let packageId: number
let bankId: number

const today = shanghaiDay()
const onCredit = button('repair_settlement', 'on_credit')
const { routes } = cardVoucher

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  goldId = await newCardType(shop, {
    name: '金卡',
    recharge_rules: JSON.stringify([
      { pay: '1000', gift: '60' },
      { pay: '3000', giftRate: '0.1' },
    ]),
    min_first_recharge: '500',
    valid_days: 365,
  })
  timesId = await newCardType(shop, { name: '次卡', kind: 'package' })
  packageId = await newCardPackage(shop, {
    name: '保养三次',
    salePrice: '400',
    valid_days: 180,
    lines: [
      { partId: shop.parts.filter, times: '3', listPrice: '50', allocPrice: '33.3333', allocTotal: '100' },
      { partId: shop.parts.oil, times: '12', listPrice: '30', allocPrice: '25', allocTotal: '300' },
    ],
  })
  bankId = await newAccount(shop, '工行', 'bank', '10000')
})
afterAll(() => shop.close())

const cash = (amount: string, storeAccountId = shop.cashId) => [{ storeAccountId, amount }]
const cardOf = async (id: number) => {
  const [card] = await shop.sql<Record<string, unknown>>(
    `select card_no, former_nos, principal, gift, points, valid_until, state, vehicle_id from card where group_id = $1 and id = $2`,
    id,
  )
  return card
}
const itemsOf = (id: number) =>
  shop.sql<{ timesLeft: string; valueLeft: string }>(
    'select times_left, value_left from card_item where group_id = $1 and card_id = $2 order by id',
    id,
  )
const refusalOf = async (body: ReturnType<typeof voucherBody>) => (await trySave(owner, routes, body)).msg

describe('办卡单', () => {
  it('opens a card with a first recharge and a package in one call', async () => {
    const partnerId = await newPartner(shop, '开卡')
    const before = await shop.books.account(shop.cashId)
    const opened = await makeVoucher(
      owner,
      { purpose: 'open', partnerId, cardTypeId: goldId, principalChange: '1000', cardPackageId: packageId },
      cash('1400'),
    )
    expect(opened).toMatchObject({ state: 'done', billNo: expect.stringMatching(/^KK01\d{10}$/) })
    expect(await cardOf(opened.cardId)).toMatchObject({
      cardNo: expect.stringMatching(/^VIP\d{12}$/),
      principal: '1000.00',
      gift: '60.00',
      state: 'active',
    })
    expect(await itemsOf(opened.cardId)).toEqual([
      { timesLeft: '3.0000', valueLeft: '100.00' },
      { timesLeft: '12.0000', valueLeft: '300.00' },
    ])
    const view = await owner.call(routes.read, { params: { id: opened.id } })
    expect(view.header).toMatchObject({
      amountDue: '1400.00',
      total: '1400.00',
      giftChange: '60.00',
      packageChange: '400.00',
      cardTypeName: '金卡',
      cardPackageName: '保养三次',
    })
    expect(view.can).toEqual(['reverse'])
    expect(Number.parseFloat(await shop.books.account(shop.cashId)) - Number.parseFloat(before)).toBe(1400)
    expect(await shop.books.pnl('card_voucher', opened.id)).toEqual({})
    const { rows } = await owner.call(routes.list, { query: { cardNo: view.header.cardNo, sort: '-amountDue' } })
    expect(rows).toMatchObject([{ cardNo: view.header.cardNo, amountDue: '1400.00', principalChange: '1000.00' }])
    const sums = await owner.call(routes.totals, { query: { cardNo: view.header.cardNo } })
    expect(sums.sums).toMatchObject({ amountDue: '1400.00', packageChange: '400.00', total: '1400.00' })
  })

  it('recharges by the rule, and gives more only to who may grant', async () => {
    const partnerId = await newPartner(shop, '充值')
    const cardId = await newCard(shop, owner, { partnerId, cardTypeId: goldId, principalChange: '500' })
    const recharge = (principalChange: string, giftChange: string | null = null) =>
      voucherBody({ purpose: 'recharge', partnerId, cardId, principalChange, giftChange }, cash(principalChange))
    expect(await refusalOf(recharge('4500.01'))).toBe('充值后本金 5,000.01，超过单张卡上限 5,000.00')
    const clerk = await worker(shop, 'owner')
    await withdraw(shop, clerk, { buttons: [185] })
    expect((await trySave(clerk.client, routes, recharge('3000', '300.01'))).msg).toBe(
      '赠金 300.01 超过充值规则的 300.00，需要「赠送」权限',
    )
    const given = await save(clerk.client, routes, recharge('3000'))
    expect(await cardOf(cardId)).toMatchObject({ principal: '3500.00', gift: '300.00' })
    await act(owner, routes, given, 'reverse')
    expect(await cardOf(cardId)).toMatchObject({ principal: '500.00', gift: '0.00' })
  })

  it('refuses what the type, the rule and the package forbid, and says why', async () => {
    const partnerId = await newPartner(shop, '拒绝')
    const open = { purpose: 'open', partnerId, cardTypeId: goldId } as const
    expect(await refusalOf(voucherBody({ ...open, principalChange: '499' }, cash('499')))).toBe(
      '卡类型 金卡 首次充值不少于 500.00',
    )
    expect(await refusalOf(voucherBody({ ...open, cardTypeId: timesId, principalChange: '500' }, cash('500')))).toBe(
      '卡类型 次卡 是次卡，不能储值',
    )
    expect(await refusalOf(voucherBody({ ...open, vehicleId: workshop.vehicleId }))).toBe(
      '绑定车辆不是该客户的，或已停用',
    )
    expect(await refusalOf(voucherBody({ ...open, principalChange: '600' }, cash('700')))).toBe(
      '实收 700.00 大于应收 600.00',
    )
    expect(await refusalOf(voucherBody({ purpose: 'recharge', partnerId, principalChange: '600' }))).toBe(
      '请选择会员卡',
    )
    expect(await refusalOf(voucherBody({ purpose: 'expire', partnerId }))).toBe('「过期结转」由系统生成')
    const bound = await newCardPackage(shop, { name: '限车', salePrice: '0', is_vehicle_bound: true, lines: [] })
    expect(await refusalOf(voucherBody({ ...open, cardPackageId: bound }))).toBe('套餐 限车 限定车辆，请选择车辆')
    const elsewhere = await newCardPackage(shop, { name: '别店', salePrice: '0', org_ids: [999], lines: [] })
    expect(await refusalOf(voucherBody({ ...open, cardPackageId: elsewhere }))).toBe('套餐 别店 不在本店销售')
    const draft = await newCardPackage(shop, { name: '草稿', salePrice: '0', state: 'draft', lines: [] })
    expect(await refusalOf(voucherBody({ ...open, cardPackageId: draft }))).toBe('套餐 草稿 未启用')
  })

  it('leaves what is not paid owed by the customer, by who may', async () => {
    const partnerId = await newPartner(shop, '挂账')
    // Long ago: what was due then is undone by a document of today.
    const bizDate = addDays(today, -40)
    const cardId = await newCard(shop, owner, { partnerId, cardTypeId: timesId, bizDate })
    const sale = { purpose: 'package_sale', partnerId, cardId, cardPackageId: packageId, bizDate } as const
    const body = voucherBody(sale, cash('150'))
    const clerk = await worker(shop, 'owner')
    await withdraw(shop, clerk, { buttons: [onCredit] })
    expect((await trySave(clerk.client, routes, body)).msg).toContain('没有挂账的结算方式')
    const sold = await save(owner, routes, body)
    expect(await shop.books.balance(partnerId, 'AR')).toBe('250.00')
    await act(owner, routes, sold, 'reverse')
    expect(await shop.books.balance(partnerId, 'AR')).toBe('0.00')
    expect(await itemsOf(cardId)).toMatchObject([{ timesLeft: '0.0000' }, { timesLeft: '0.0000', valueLeft: '0.00' }])
  })

  it('tells who may take it back of a large recharge, and nobody of a small one', async () => {
    const partnerId = await newPartner(shop, '大额')
    const manager = await shop.signIn('manager')
    const cardId = await newCard(shop, owner, { partnerId, cardTypeId: goldId, cardNo: 'BIG', principalChange: '500' })
    const news = async (client: Client) => (await client.call(readBell)).news.map(({ message }) => message)
    expect(await news(manager)).toEqual([])
    const { billNo } = await makeVoucher(
      owner,
      { purpose: 'recharge', partnerId, cardId, principalChange: '3000' },
      cash('3000'),
    )
    expect(await news(manager)).toEqual([`大额充值：会员卡 BIG 3,000.00，单据 ${billNo}`])
    expect((await news(owner)).filter((message) => message.includes('BIG'))).toEqual([])
  })

  it('grants and takes back gift and points, and never more than there is', async () => {
    const partnerId = await newPartner(shop, '赠送')
    const cardId = await newCard(shop, owner, { partnerId, cardTypeId: goldId })
    const grant = (giftChange: string, pointsChange = '0') => ({
      purpose: 'grant' as const,
      partnerId,
      cardId,
      giftChange,
      pointsChange,
    })
    await makeVoucher(owner, grant('88', '10'))
    await makeVoucher(owner, grant('-8'))
    expect(await cardOf(cardId)).toMatchObject({ gift: '80.00', points: '10.00', principal: '0.00' })
    expect(await refusalOf(voucherBody(grant('-80.01')))).toContain('赠金余额 80.00，不足 80.01')
    expect(await refusalOf(voucherBody(grant('4920.01')))).toBe('赠送后赠金 5,000.01，超过单张卡上限 5,000.00')
    const recharge = { purpose: 'recharge' as const, partnerId, cardId, principalChange: '10', giftChange: '4920.01' }
    expect(await refusalOf(voucherBody(recharge, cash('10')))).toBe('赠送后赠金 5,000.01，超过单张卡上限 5,000.00')
    expect(await refusalOf(voucherBody(grant('0', '0.5')))).toBe('积分±应为整数')
    expect(await refusalOf(voucherBody(grant('0', '1000001')))).toBe('积分一次不超过 1,000,000')
    const manager = await shop.signIn('manager')
    await manager.call(readBell)
    const { billNo } = await makeVoucher(owner, grant('3000'))
    const { news } = await manager.call(readBell)
    expect(news.map(({ message }) => message)[0]).toMatch(
      new RegExp(`^大额赠送：会员卡 VIP\\d{12} 3,000.00，单据 ${billNo}$`),
    )
  })

  it('gives a new number, and the old one never again', async () => {
    const partnerId = await newPartner(shop, '换卡')
    const cardId = await newCard(shop, owner, { partnerId, cardTypeId: goldId, cardNo: 'A001' })
    await makeVoucher(owner, { purpose: 'lost', partnerId, cardId })
    expect(
      await refusalOf(voucherBody({ purpose: 'recharge', partnerId, cardId, principalChange: '900' }, cash('900'))),
    ).toBe('会员卡 A001 当前为「已挂失」，不能办理')
    const replaced = await makeVoucher(owner, { purpose: 'replace', partnerId, cardId, cardNo: 'A002' })
    expect(await cardOf(cardId)).toMatchObject({ cardNo: 'A002', formerNos: ['A001'], state: 'active' })
    for (const cardNo of ['A001', 'A002'])
      expect(await refusalOf(voucherBody({ purpose: 'open', partnerId, cardTypeId: goldId, cardNo }))).toBe(
        `卡号 ${cardNo} 已被使用或曾被使用`,
      )
    for (const cardNo of ['卡 号', 'A 3', 'A_3', 'É3']) {
      const message = '卡号只能由字母、数字和短横线组成'
      expect(await refusalOf(voucherBody({ purpose: 'replace', partnerId, cardId, cardNo }))).toBe(message)
      expect(await refusalOf(voucherBody({ purpose: 'open', partnerId, cardTypeId: goldId, cardNo }))).toBe(message)
    }
    await act(owner, routes, replaced, 'reverse')
    expect(await cardOf(cardId)).toMatchObject({ cardNo: 'A001', formerNos: ['A002'], state: 'lost' })
    // A card of before keeps its number, and is served by it.
    await makeVoucher(owner, { purpose: 'found', partnerId, cardId })
    await shop.sql(`update card set card_no = '旧 1' where group_id = $1 and id = $2`, cardId)
    const shownBy = { partnerId, cardId, cardNo: '旧 1', principalChange: '900' }
    await makeVoucher(owner, { purpose: 'recharge', ...shownBy }, cash('900'))
    expect(await cardOf(cardId)).toMatchObject({ cardNo: '旧 1', principal: '900.00' })
    // Its documents know it by the number that it got.
    await shop.sql(`update card set card_no = 'A001' where group_id = $1 and id = $2`, cardId)
    await shop.sql(`update money_slip set card_no = 'A001' where group_id = $1 and card_no = '旧 1'`)
  })

  it('takes a change of state back only while it is the last one', async () => {
    const { partnerId, vehicleId } = workshop
    const cardId = await newCard(shop, owner, { partnerId, cardTypeId: goldId })
    const bound = await makeVoucher(owner, { purpose: 'rebind', partnerId, cardId, vehicleId })
    expect(await cardOf(cardId)).toMatchObject({ vehicleId })
    const frozen = await makeVoucher(owner, { purpose: 'freeze', partnerId, cardId })
    await makeVoucher(owner, { purpose: 'unfreeze', partnerId, cardId })
    expect((await tryAct(owner, routes, frozen, 'reverse')).msg).toContain('在此单之后又有变动')
    await act(owner, routes, bound, 'reverse')
    expect(await cardOf(cardId)).toMatchObject({ vehicleId: null, state: 'active' })
  })

  it('sells a package as it was when the document was saved', async () => {
    const cardPackageId = await newCardPackage(shop, {
      name: '改内容',
      salePrice: '100',
      lines: [{ partId: shop.parts.oil, times: '1', listPrice: '100', allocPrice: '100', allocTotal: '100' }],
    })
    const partnerId = await newPartner(shop, '改内容')
    const cardId = await newCard(shop, owner, { partnerId, cardTypeId: goldId })
    const { action: _, ...body } = voucherBody(
      { purpose: 'package_sale', partnerId, cardId, cardPackageId },
      cash('100'),
    )
    const draft = await save(owner, routes, body)
    const changed = 'update card_package set version = version + 1 where group_id = $1 and id = $2'
    await shop.sql(
      `update card_package_line set times = 50, alloc_price = 2 where group_id = $1 and package_id = $2`,
      cardPackageId,
    )
    await shop.sql(changed, cardPackageId)
    expect((await tryAct(owner, routes, draft, 'approve')).msg).toBe('套餐 改内容 在保存之后有变化，请重新保存后再审核')
    expect(await itemsOf(cardId)).toEqual([])
    await act(owner, routes, draft, 'void', { reason: '套餐已改' })
  })

  it('pays nothing back that was not paid in', async () => {
    const partnerId = await newPartner(shop, '欠款退卡')
    const cardId = await newCard(shop, owner, { partnerId, cardTypeId: goldId, principalChange: '1000' })
    const charged = await makeVoucher(owner, { purpose: 'recharge', partnerId, cardId, principalChange: '2000' })
    const payee = {
      payeeName: '欠款退卡',
      payeeBank: '工行',
      payeeAccount: '6222000000000000',
      payeeIdNo: '91350100M000100Y43',
    }
    const back = (penalty: string, amount: string) =>
      voucherBody({ purpose: 'refund_card', partnerId, cardId, penalty, ...payee }, cash(amount, bankId))
    const told = `该卡还有 2,000.00 元办卡款未收（${charged.billNo}），请先收款或核销`
    expect(await refusalOf(back('0', '3000'))).toBe(told)
    const preview = (penalty: string) =>
      owner.call(cardRoutes.refundPreview, { params: { id: cardId }, query: { penalty } })
    expect(await preview('0')).toMatchObject({ refundable: '3000.00', refusals: [told] })
    const [item] = await shop.sql<{ id: number }>(
      `select id from open_item where group_id = $1 and source_kind = 'card_voucher' and source_id = $2`,
      charged.id,
    )
    const lost = { purpose: 'bad_debt', bizDate: today, partnerId, remark: '失联' } as const
    const written = await post(owner, writeOff.routes, {
      header: lost,
      items: [{ openItemId: item?.id, amount: '2000' }],
    } as never)
    expect(await refusalOf(back('0', '3000'))).toContain('该卡有 2,000.00 元办卡款已作坏账或优惠核销')
    expect((await preview('2000')).refusals).toEqual([])
    await act(owner, writeOff.routes, written, 'reverse', { reason: '收到了' })
    expect(await refusalOf(back('0', '3000'))).toBe(told)
  })

  it('pays back a card: the whole, to an account in the name of its holder', async () => {
    const partnerId = await newPartner(shop, '退卡')
    const cardId = await newCard(shop, owner, {
      partnerId,
      cardTypeId: goldId,
      principalChange: '1000',
      cardPackageId: packageId,
      paid: '1400',
    })
    const refund = (tenders: { storeAccountId: number; amount: string }[], more = {}) =>
      voucherBody({ purpose: 'refund_card', partnerId, cardId, penalty: '20', ...more }, tenders)
    const payee = {
      payeeName: '退卡',
      payeeBank: '工行',
      payeeAccount: '6222000000000000',
      payeeIdNo: '91350100M000100Y43',
    }
    expect(await refusalOf(refund(cash('1379')))).toBe('应退 1,380.00，退款合计 1,379.00，应当相等')
    expect(await refusalOf(refund(cash('1380')))).toBe('现金退款 1,380.00 超过 100.00，请转入客户本人账户')
    expect(await refusalOf(refund(cash('1380', bankId)))).toBe('退款转入客户本人账户，请填写收款人')
    expect(await refusalOf(refund([], { penalty: '1400.01' }))).toContain('违约金 1,400.01 大于')
    const closed = await save(owner, routes, refund([...cash('100'), ...cash('1280', bankId)], payee))
    expect(await cardOf(cardId)).toMatchObject({ principal: '0.00', gift: '0.00', state: 'closed' })
    expect(await shop.books.pnl('card_voucher', closed.id)).toEqual({ other_income: '20.00' })
    const { header, tenders } = await owner.call(routes.read, { params: { id: closed.id } })
    expect(header).toMatchObject({
      total: '-1380.00',
      amountDue: '-1380.00',
      principalChange: '-1000.00',
      packageChange: '-400.00',
    })
    expect(tenders.map(({ amount }) => amount)).toEqual(['100.00', '1280.00'])
    await act(owner, routes, closed, 'reverse')
    expect(await cardOf(cardId)).toMatchObject({ principal: '1000.00', gift: '60.00', state: 'active' })
    expect(await itemsOf(cardId)).toMatchObject([
      { timesLeft: '3.0000' },
      { timesLeft: '12.0000', valueLeft: '300.00' },
    ])
  })

  it('closes a card whose 开卡 is taken back, once nothing else is on it', async () => {
    const partnerId = await newPartner(shop, '红冲开卡')
    const opened = await makeVoucher(
      owner,
      { purpose: 'open', partnerId, cardTypeId: goldId, principalChange: '600' },
      cash('600'),
    )
    const { cardId } = opened
    const more = await makeVoucher(
      owner,
      { purpose: 'recharge', partnerId, cardId, principalChange: '100' },
      cash('100'),
    )
    expect((await tryAct(owner, routes, opened, 'reverse')).msg).toContain('上还有开卡之后的余额或套餐')
    await act(owner, routes, more, 'reverse')
    await act(owner, routes, opened, 'reverse')
    expect(await cardOf(cardId)).toMatchObject({ principal: '0.00', state: 'closed' })
  })

  it('gives the salesperson his part', async () => {
    const partnerId = await newPartner(shop, '提成')
    const salespersonId = workshop.technicianId
    const opened = await makeVoucher(
      owner,
      { purpose: 'open', partnerId, cardTypeId: goldId, principalChange: '1000', salespersonId },
      cash('1000'),
    )
    const earned = () =>
      shop.sql<{ amount: string }>(
        'select sum(amount) as amount from commission_entry where group_id = $1 and employee_id = $2',
        salespersonId,
      )
    expect(await earned()).toEqual([{ amount: '30.00' }])
    await act(owner, routes, opened, 'reverse')
    expect(await earned()).toEqual([{ amount: '0.00' }])
  })

  it('lets two recharges that are each within the limit not pass it together', async () => {
    const partnerId = await newPartner(shop, '并发')
    const cardId = await newCard(shop, owner, { partnerId, cardTypeId: goldId, principalChange: '1000' })
    const body = voucherBody({ purpose: 'recharge', partnerId, cardId, principalChange: '2500' }, cash('2500'))
    const answers = await Promise.all([trySave(owner, routes, body), trySave(owner, routes, body)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await cardOf(cardId)).toMatchObject({ principal: '3500.00' })
  })

  it('is a draft that waits, where it is not approved at once', async () => {
    const partnerId = await newPartner(shop, '草稿')
    const { action: _action, ...body } = voucherBody(
      { purpose: 'open', partnerId, cardTypeId: goldId, principalChange: '700' },
      cash('700'),
    )
    const draft = await save(owner, routes, body)
    const { header, tenders } = await owner.call(routes.read, { params: { id: draft.id } })
    const again = await save(owner, routes, {
      id: draft.id,
      version: draft.version,
      header: { ...header, principalChange: '800' },
      tenders: cash('800'),
    } as never)
    expect(tenders).toHaveLength(1)
    const done = await act(owner, routes, await act(owner, routes, again, 'submit'), 'approve')
    expect(done.state).toBe('done')
    expect(header.bizDate).toBe(today)
  })
})
