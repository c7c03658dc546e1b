// Which open items are bills that invoices are for (business/invoices 1.1).
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import { pendingIssued, pendingReceived } from '@chepu/contract/finance/invoice-pending'
import { otherExpense, otherIncome } from '@chepu/contract/finance/other-money'
import { writeOff } from '@chepu/contract/finance/write-off'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, post } from '../../../test/desk'
import { newAccount, newPartner, openItem, today } from '../../../test/finance'
import { openBranch } from '../../../test/people'
import { type Client, one, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false } })
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

const waiting = async (partnerId: number, query = pendingIssued, client = owner) =>
  (await client.call(query.list, { query: { page: 1, rows: 50, partnerId } })).rows.map((row) => [
    row.sourceKind,
    row.rest,
  ])
const openOf = async (partnerId: number) =>
  (
    await shop.sql<{ sourceKind: string }>(
      'select source_kind from open_item where group_id = $1 and partner_id = $2 order by id',
      partnerId,
    )
  ).map(({ sourceKind }) => sourceKind)
const categoryOf = async (direction: 'in' | 'out') => {
  const text = 'select id from expense_category where group_id = $1 and direction = $2 order by id limit 1'
  return (await shop.sql<{ id: number }>(text, direction))[0]?.id as number
}
/** An organisation's own company, so that what it does for others is a sale. */
async function join(orgId: number, name: string): Promise<void> {
  const id = await shop.db.tenant(shop.groupId, (tx) => one(tx, 'company', { name, taxpayer_kind: 'general' }))
  await shop.sql('update org set company_id = $2 where group_id = $1 and id = $3 returning id', id, orgId)
}

it('are what a partner owes or is owed of other income and expenses', async () => {
  const partnerId = await newPartner(shop, '房东', 3)
  const header = { bizDate: today, remark: '房租', purpose: 'owed' as const, partnerId }
  await post(owner, otherIncome.routes, { header: { ...header, categoryId: await categoryOf('in'), total: '500' } })
  await post(owner, otherExpense.routes, { header: { ...header, categoryId: await categoryOf('out'), total: '300' } })
  expect(await waiting(partnerId)).toEqual([['other_income', '500.00']])
  expect(await waiting(partnerId, pendingReceived)).toEqual([['other_expense', '300.00']])
})

it('are what 散客 owe, who stand for the shop itself in no other way than by name', async () => {
  const [walkIn] = await shop.sql<{ id: number }>(
    `select id from partner where group_id = $1 and system_kind = 'walk_in' and system_org_id = $2`,
    shop.orgId,
  )
  const partnerId = walkIn?.id as number
  const header = { bizDate: today, remark: '洗车', purpose: 'owed' as const, partnerId, total: '40' }
  await post(owner, otherIncome.routes, { header: { ...header, categoryId: await categoryOf('in') } })
  expect(await waiting(partnerId)).toEqual([['other_income', '40.00']])
})

it('are not what a debt became that went over to somebody else', async () => {
  const [from, to] = [await newPartner(shop, '让出'), await newPartner(shop, '受让')]
  const { id: openItemId } = await openItem(shop, owner, { partnerId: from, side: 'AR', total: '200' })
  const header = { bizDate: today, partnerId: from, purpose: 'transfer' as const, payerId: to, remark: '协议' }
  await post(owner, writeOff.routes, { header, items: [{ openItemId, amount: '200' }] })
  expect([await openOf(to), await waiting(to)]).toEqual([['write_off'], []])
  expect(await waiting(from)).toEqual([['balance_adjustment', '200.00']])

  const [kept, doubled] = [await newPartner(shop, '留下'), await newPartner(shop, '并入')]
  await openItem(shop, owner, { partnerId: doubled, side: 'AR', total: '60' })
  await owner.call(partnerRoutes.merge, { params: { id: kept }, body: { sourceId: doubled } })
  expect([await openOf(kept), await waiting(kept)]).toEqual([['partner_merge'], []])
})

it('are not money that sister shops of different companies send to each other', async () => {
  const { orgId } = await openBranch(shop)
  await join(shop.orgId, '甲公司')
  await join(orgId, '乙公司')
  const sister = await shop.signIn('owner', orgId)
  const sisters = await shop.sql<{ id: number; orgId: number }>(
    `select id, system_org_id as org_id from partner where group_id = $1 and system_kind = 'sister_org'`,
  )
  const partnerOf = (wanted: number) => sisters.find((each) => each.orgId === wanted)?.id as number
  const accountId = await newAccount(shop, '总店银行', 'bank', '5000')
  const theirs = await newAccount(shop, '分店银行', 'bank', '0', orgId)
  const header = { bizDate: today, purpose: 'to_sister' as const, partnerId: partnerOf(orgId), accountId, total: '800' }
  const sent = await post(owner, fundTransfer.routes, { header })
  await act(sister, fundTransfer.routes, sent, 'confirm', { input: { accountId: theirs } })
  expect([await openOf(partnerOf(orgId)), await waiting(partnerOf(orgId))]).toEqual([['fund_transfer'], []])
  expect([
    await openOf(partnerOf(shop.orgId)),
    await waiting(partnerOf(shop.orgId), pendingReceived as never, sister),
  ]).toEqual([['fund_transfer'], []])
})
