import { cardList, cardRoutes } from '@chepu/contract/cards/card'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { readBell } from '@chepu/contract/shell/bell'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCaller } from '../../../test/caller'
import { makeVoucher, newCard, newCardPackage, newCardType, voucherBody } from '../../../test/cards'
import { act, trySave } from '../../../test/desk'
import { newPartner } from '../../../test/finance'
import { openBranch, withdraw, worker } from '../../../test/people'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { type Workshop, workshopOf } from '../../../test/workshop'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { makeVoucher as makeByProgram } from '../card-voucher/at-once'
import { checkPin } from '../pin'

let shop: Shop
let owner: Client
let branch: Client
let branchId: number
let workshop: Workshop
let goldId: number
let localId: number
let packageId: number

const today = shanghaiDay()
const { routes } = cardVoucher

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  branchId = (await openBranch(shop)).orgId
  branch = await shop.signIn('owner', branchId)
  goldId = await newCardType(shop, { valid_days: 365, labour_rate: '0.9' })
  localId = await newCardType(shop, { name: '本店卡', is_cross_org: false })
  packageId = await newCardPackage(shop, {
    salePrice: '300',
    valid_days: 20,
    lines: [{ partId: shop.parts.oil, times: '12', listPrice: '30', allocPrice: '25', allocTotal: '300' }],
  })
})
afterAll(() => shop.close())

const cash = (amount: string, storeAccountId = shop.cashId) => [{ storeAccountId, amount }]

describe('会员卡', () => {
  it('are listed, found at counters, and shown with what is on them and how it came', async () => {
    const { partnerId, vehicleId } = workshop
    const cardId = await newCard(shop, owner, {
      partnerId,
      vehicleId,
      cardTypeId: goldId,
      cardNo: 'C100',
      principalChange: '800',
      giftChange: '50',
      cardPackageId: packageId,
      paid: '1100',
    })
    const listed = async (query: object) =>
      (await owner.call(cardList.list, { query })).rows.map(({ cardNo }) => cardNo)
    for (const query of [
      { q: 'C10' },
      { q: '0088' },
      { q: '88888' },
      { q: '车主甲' },
      { plate: '88888' },
      { mobile: '0088' },
      { cardNo: '100' },
      { partner: '车主' },
    ])
      expect(await listed(query), JSON.stringify(query)).toEqual(['C100'])
    expect(await listed({ ending: 'true', balanceFrom: '850', balanceTo: '850', state: 'active' })).toEqual(['C100'])
    expect(await listed({ balanceFrom: '850.01' })).toEqual([])
    const { rows } = await owner.call(cardList.list, { query: { partnerId } })
    expect(rows).toMatchObject([
      { principal: '800.00', gift: '50.00', packages: '机油×12', plate: '京A88888', validUntil: addDays(today, 365) },
    ])
    expect((await owner.call(cardList.totals, { query: { partnerId } })).sums).toMatchObject({ principal: '800.00' })
    const view = await owner.call(cardRoutes.read, { params: { id: cardId } })
    expect(view).toMatchObject({
      hasPin: false,
      items: [{ name: '机油', timesLeft: '12.0000', valueLeft: '300.00', validUntil: addDays(today, 20) }],
    })
    const moved = await owner.call(cardRoutes.movements, { params: { id: cardId } })
    expect(moved.rows).toMatchObject([
      { billNo: expect.stringMatching(/^KK/), principal: '800.00', giftAfter: '50.00', itemName: '' },
      { itemName: '保养套餐 机油', times: '12.0000', timesAfter: '12.0000' },
    ])
    const totals = (query = {}) => owner.call(cardRoutes.movementTotals, { params: { id: cardId }, query })
    expect(await totals({ from: today, to: today })).toEqual({
      count: 2,
      principal: { before: '0.00', came: '800.00', went: '0.00', after: '800.00' },
      gift: { before: '0.00', came: '50.00', went: '0.00', after: '50.00' },
      points: { before: '0.00', came: '0.00', went: '0.00', after: '0.00' },
      packages: { before: '0.00', came: '300.00', went: '0.00', after: '300.00' },
    })
    const tomorrow = addDays(today, 1)
    expect(await totals({ from: tomorrow })).toMatchObject({
      count: 0,
      principal: { before: '800.00', came: '0.00', after: '800.00' },
    })
    expect(await totals({ move: 'used' })).toMatchObject({
      count: 0,
      packages: { before: null, came: '0.00', after: null },
    })
    for (const query of [{ from: tomorrow }, { to: addDays(today, -1) }, { move: 'used' as const }])
      expect((await owner.call(cardRoutes.movements, { params: { id: cardId }, query })).rows).toEqual([])
    for (const q of ['c100', '0088', '88888'])
      expect((await owner.call(cardRoutes.lookup, { query: { q } })).rows, q).toMatchObject([
        { id: cardId, labourRate: '0.9000', items: [{ timesLeft: '12.0000' }] },
      ])
    expect((await owner.call(cardRoutes.lookup, { query: { q: '088' } })).rows).toEqual([])
    expect((await owner.call(cardRoutes.lookup, { query: { partnerId } })).rows).toHaveLength(1)
  })

  it('tells beforehand what a recharge and a refund come to', async () => {
    const partnerId = await newPartner(shop, '试算')
    const cardId = await newCard(shop, owner, {
      partnerId,
      cardTypeId: goldId,
      principalChange: '1000',
      cardPackageId: packageId,
      paid: '1300',
    })
    const params = { id: cardId }
    expect(await owner.call(cardRoutes.rechargePreview, { params, query: { principal: '200' } })).toMatchObject({
      principalAfter: '1200.00',
      gift: '0.00',
      refusals: [],
    })
    const high = await owner.call(cardRoutes.rechargePreview, { params, query: { principal: '4000.01' } })
    expect(high.refusals).toEqual(['充值后本金 5,000.01，超过单张卡上限 5,000.00'])
    expect(await owner.call(cardRoutes.refundPreview, { params, query: { penalty: '30' } })).toMatchObject({
      principal: '1000.00',
      packages: '300.00',
      refundable: '1270.00',
      cashLimit: '100.00',
      refusals: [],
    })
  })

  it('of a type that is good in one shop are not told to others', async () => {
    const partnerId = await newPartner(shop, '跨店')
    const own = await newCard(shop, owner, { partnerId, cardTypeId: localId, cardNo: 'L1', principalChange: '100' })
    const shared = await newCard(shop, owner, { partnerId, cardTypeId: goldId, cardNo: 'L2', principalChange: '100' })
    const seen = async (client: Client) =>
      (await client.call(cardList.list, { query: { partnerId } })).rows.map(({ id }) => id)
    expect(await seen(owner)).toEqual([shared, own])
    expect(await seen(branch)).toEqual([shared])
    expect((await branch.ask(cardRoutes.read, { params: { id: own } })).status).toBe(404)
    expect((await branch.call(cardRoutes.lookup, { query: { q: 'L1' } })).rows).toEqual([])
    expect((await branch.call(cardRoutes.lookup, { query: { q: 'L2' } })).rows).toMatchObject([{ id: shared }])
    expect((await trySave(branch, routes, voucherBody({ purpose: 'freeze', partnerId, cardId: own }))).msg).toBe(
      '会员卡不存在或不能在本店使用',
    )
    // A counter is told why a card is not good, by its whole number alone.
    for (const cardId of [own, shared]) await makeVoucher(owner, { purpose: 'lost', partnerId, cardId })
    const stopped = async (client: Client, q: string) =>
      (await client.call(cardRoutes.lookup, { query: { q } })).stopped
    expect(await stopped(branch, 'L1')).toBeNull()
    expect(await stopped(branch, 'L2')).toEqual({ cardNo: 'L2', state: 'lost' })
    expect(await stopped(owner, 'L')).toBeNull()
  })

  it('of another shop are recharged here: who took the money owes it to who issued the card', async () => {
    const partnerId = await newPartner(shop, '异店充值')
    const cardId = await newCard(shop, owner, { partnerId, cardTypeId: goldId, principalChange: '100' })
    const till = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'store_account', {
        org_id: branchId,
        code: 'XJ2',
        name: '分店现金',
        kind: 'cash',
        opening_on: '2026-01-01',
        opening_balance: '0',
        balance: '0',
      }),
    )
    const charged = await makeVoucher(
      branch,
      { purpose: 'recharge', partnerId, cardId, principalChange: '600' },
      cash('600', till),
    )
    const between = async () =>
      (await shop.books.openItems('card_voucher', charged.id)).map(({ side, balance }) => `${side} ${balance}`)
    expect(await between()).toEqual(['AR -600.00', 'AP -600.00'])
    const sold = await makeVoucher(
      branch,
      { purpose: 'package_sale', partnerId, cardId, cardPackageId: packageId },
      cash('300', till),
    )
    expect(await shop.books.openItems('card_voucher', sold.id)).toEqual([])
    expect((await trySave(branch, routes, voucherBody({ purpose: 'refund_card', partnerId, cardId }))).msg).toContain(
      '请到发卡门店退卡',
    )
    const bankId = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'store_account', {
        org_id: shop.orgId,
        code: 'YH',
        name: '银行',
        kind: 'bank',
        opening_on: '2026-01-01',
        opening_balance: '5000',
        balance: '5000',
      }),
    )
    const payee = { payeeName: '异店充值', payeeBank: '工行', payeeAccount: '6222', payeeIdNo: '91350100M000100Y43' }
    const closed = await makeVoucher(
      owner,
      { purpose: 'refund_card', partnerId, cardId, ...payee },
      cash('1000', bankId),
    )
    expect(
      (await shop.books.openItems('card_voucher', closed.id)).map(({ side, balance }) => `${side} ${balance}`),
    ).toEqual(['AR 300.00', 'AP 300.00'])
    await act(owner, routes, closed, 'reverse')
    await act(branch, routes, sold, 'reverse')
    await act(branch, routes, charged, 'reverse')
  })

  it('has a payment code that nobody guesses, however he tries', async () => {
    const partnerId = await newPartner(shop, '密码')
    const cardId = await newCard(shop, owner, { partnerId, cardTypeId: goldId, cardNo: 'PIN1' })
    const params = { id: cardId }
    await owner.call(cardRoutes.setPin, { params, body: { pin: '135246' } })
    expect((await owner.ask(cardRoutes.setPin, { params, body: { pin: '12345' } })).msg).toBe('请输入6位数字支付密码')
    for (const pin of ['111111', '123456', '543210', '567890'])
      expect((await owner.ask(cardRoutes.setPin, { params, body: { pin } })).errors).toEqual([
        { path: 'pin', message: '支付密码过于简单，请不要用相同或连续的数字' },
      ])
    const clerk = await worker(shop, 'owner')
    await withdraw(shop, clerk, { buttons: [186] })
    expect((await clerk.client.ask(cardRoutes.setPin, { params, body: { pin: '224466' } })).msg).toBe(
      '您没有会员卡「重置密码」的权限',
    )
    const caller = await testCaller(shop, 'owner')
    const type = (code: string): Promise<string> =>
      shop.db
        .as(caller, (tx) => checkPin(tx, cardId, code))
        .then(
          () => 'right',
          (error: Error) => error.message,
        )
    expect(await type('000000')).toBe('会员卡 PIN1 支付密码不正确，还可以输入4次')
    expect(await type('135246')).toBe('right')
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, i) => type(`00000${i % 10}`)))
    const locked = '会员卡 PIN1 支付密码连续输错5次，请15分钟后再试'
    expect(guesses.filter((said) => said === locked)).toHaveLength(8)
    expect(await type('135246')).toBe(locked)
    await shop.sql(
      `update card_pin_try set locked_until = now() - interval '1 second' where group_id = $1 returning card_id`,
    )
    expect(await type('000000')).toBe('会员卡 PIN1 支付密码不正确，还可以输入4次')
    await owner.call(cardRoutes.setPin, { params, body: { pin: '642531' } })
    expect(await type('642531')).toBe('right')
    const [stored] = await shop.sql<{ pinHash: string }>(
      'select pin_hash from card where group_id = $1 and id = $2',
      cardId,
    )
    expect(stored?.pinHash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(await owner.call(cardRoutes.read, { params }))).not.toContain('argon2')
  })

  it('goes over to the customer into whom its holder is merged', async () => {
    const [target, source] = [await newPartner(shop, '留下'), await newPartner(shop, '并入')]
    const cardId = await newCard(shop, owner, { partnerId: source, cardTypeId: goldId, principalChange: '100' })
    const moves = (
      await owner.call(partnerRoutes.mergePreview, { params: { id: target }, query: { sourceId: source } })
    ).moves
    expect(moves).toContainEqual({ what: '会员卡', detail: '1张' })
    await owner.call(partnerRoutes.merge, { params: { id: target }, body: { sourceId: source } })
    expect(await owner.call(cardRoutes.read, { params: { id: cardId } })).toMatchObject({
      partnerId: target,
      principal: '100.00',
    })
  })

  it('keeps its holder from being switched off as long as he is owed something on it', async () => {
    const partnerId = await newPartner(shop, '停用客户')
    const cardId = await newCard(shop, owner, {
      partnerId,
      cardTypeId: goldId,
      cardNo: 'OWE1',
      principalChange: '80',
      cardPackageId: packageId,
      paid: '380',
    })
    const off = () =>
      owner.ask(partnerRoutes.enable, { params: { id: partnerId }, body: { isActive: false, version: 1 } })
    expect((await off()).msg).toBe(
      '“停用客户”还有会员卡余额：会员卡 OWE1 本金 80.00 套餐余值 300.00。请先办理退卡，或把客户合并到另一客户，再停用',
    )
    await makeVoucher(owner, { purpose: 'refund_card', partnerId, cardId, penalty: '300' }, cash('80'))
    expect((await off()).status).toBe(200)
  })

  it("is told of when the car that it is bound to is another customer's, or is switched off", async () => {
    const [holder, buyer] = [await newPartner(shop, '卖车'), await newPartner(shop, '买车')]
    const { id: carId } = await owner.call(vehicleRoutes.save, {
      body: { plate: '京A77777', partnerId: holder } as never,
    })
    await newCard(shop, owner, { partnerId: holder, vehicleId: carId, cardTypeId: goldId, cardNo: 'CAR1' })
    const manager = await shop.signIn('manager')
    const news = async () => (await manager.call(readBell)).news.map(({ message }) => message)
    const car = await owner.call(vehicleRoutes.read, { params: { id: carId } })
    await owner.call(vehicleRoutes.transfer, {
      params: { id: carId },
      body: { partnerId: buyer, since: today, version: car.version },
    })
    expect(await news()).toEqual(['会员卡 CAR1 绑定的车辆 京A77777 已过户，不能再使用，请办理改绑车辆'])
    const { id: otherId } = await owner.call(vehicleRoutes.save, {
      body: { plate: '京A66666', partnerId: holder } as never,
    })
    await newCard(shop, owner, { partnerId: holder, vehicleId: otherId, cardTypeId: goldId, cardNo: 'CAR2' })
    await owner.call(vehicleRoutes.enable, { params: { id: otherId }, body: { isActive: false, version: 1 } })
    expect(await news()).toContain('会员卡 CAR2 绑定的车辆 京A66666 已停用，不能再使用，请办理改绑车辆')
  })

  it('loses what has expired by a document of the program, and none of its paid money', async () => {
    const partnerId = await newPartner(shop, '过期')
    const cardId = await newCard(shop, owner, {
      partnerId,
      cardTypeId: goldId,
      principalChange: '500',
      giftChange: '30',
      cardPackageId: packageId,
      paid: '800',
    })
    await shop.sql(`update card set valid_until = '2026-01-31' where group_id = $1 and id = $2 returning id`, cardId)
    await shop.sql(
      `update card_item set valid_until = '2026-01-31' where group_id = $1 and card_id = $2 returning id`,
      cardId,
    )
    const caller = await testCaller(shop, 'owner')
    const made = await shop.db.as(caller, (tx) =>
      makeByProgram(tx, { purpose: 'expire', partnerId, cardId, bizDate: today }),
    )
    expect(await owner.call(cardRoutes.read, { params: { id: cardId } })).toMatchObject({
      principal: '500.00',
      gift: '0.00',
      items: [],
    })
    expect(await shop.books.pnl('card_voucher', made.id)).toEqual({ card_breakage: '300.00' })
    const opened = await shop.db.as(caller, (tx) =>
      makeByProgram(tx, {
        purpose: 'opening',
        partnerId,
        cardTypeId: goldId,
        cardNo: 'OLD1',
        principalChange: '200',
        giftChange: '20',
        bizDate: '2026-01-01',
      }),
    )
    expect(await owner.call(cardRoutes.read, { params: { id: opened.cardId } })).toMatchObject({
      principal: '200.00',
      gift: '20.00',
    })
    expect((await owner.call(routes.read, { params: { id: opened.id } })).header).toMatchObject({
      state: 'done',
      cardNo: 'OLD1',
      amountDue: '0.00',
    })
  })
})
