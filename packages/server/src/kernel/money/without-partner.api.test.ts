// A kind of money that has no partner and settles nothing goes through the same calls: here the interest that a bank pays.
import { button, pageOf } from '@chepu/contract/access/catalogue'
import { add, neg, sumOf } from '@chepu/contract/kernel/decimal'
import { postingActions } from '@chepu/contract/kernel/document'
import { defineMoneyDocument, moneyHeader, moneySections } from '@chepu/contract/kernel/money-document'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Client, Shop } from '../../../test/shop'
import { shanghaiDay } from '../base/calendar'
import type { MoneyActions, MoneySlip, MoneyTraits } from './types'

// The kind is known to a program of this file's own: registries are kept by the process, which other files share.
vi.resetModules()
const { openShop } = await import('../../../test/shop')
const { newAccount } = await import('../../../test/finance')
const { entryHandlers } = await import('../document/entry')
const { bindMoneyDocument } = await import('./routes')
const { postSlip, reverseSlip, unpostSlip } = await import('./lifecycle')

const approve = button('collection', 'approve')
const interest = defineMoneyDocument({
  kind: 'bank_interest',
  title: '利息收入单',
  prefix: 'LX',
  path: 'bank-interest',
  area: 'finance',
  partnerTitle: '往来单位',
  buttons: { view: pageOf('collection'), add: approve, update: approve },
  header: moneyHeader.omit({ partnerId: true }).extend({ purpose: z.literal('interest').default('interest') }),
  sections: { tenders: moneySections.tenders },
  actions: postingActions({
    submit: approve,
    approve,
    unapprove: approve,
    reverse: approve,
    void: approve,
  }),
})
const { routes } = interest
const traits: MoneyTraits<typeof interest> = {
  def: interest,
  purposes: { interest: '利息' },
  figures: ({ tenders }) => ({
    total: sumOf(tenders, ({ amount }) => amount),
    fee: sumOf(tenders, ({ fee }) => fee),
    writtenOff: '0',
    discount: '0',
    advance: '0',
  }),
}
const postingOf = ({ tenders, total, fee }: MoneySlip) => ({
  cash: tenders.map((tender) => ({
    storeAccountId: tender.storeAccountId,
    amount: add(tender.amount, neg(tender.fee)),
    remark: '',
  })),
  pnl: [
    { kind: 'other_income' as const, amount: total },
    { kind: 'other_expense' as const, amount: fee },
  ],
})
const actions: MoneyActions<typeof interest> = {
  ...entryHandlers,
  approve: (tx, slip) => postSlip(tx, traits, slip, postingOf(slip)),
  unapprove: (tx, slip) => unpostSlip(tx, traits, slip),
  reverse: (tx, slip) => reverseSlip(tx, traits, slip),
}

let shop: Shop
let owner: Client
let bank: number
let accounts = 0
beforeAll(async () => {
  shop = await openShop({ bind: ({ bind }) => bindMoneyDocument(bind, { ...traits, actions }) })
  owner = await shop.signIn('owner')
})
beforeEach(async () => {
  accounts += 1
  bank = await newAccount(shop, `利息户${accounts}`, 'bank')
})
afterAll(async () => {
  await shop.close()
  vi.resetModules()
})

const save = (amount: string, more: { id?: number; version?: number; items?: never[] } = {}) =>
  owner.ask(routes.save, {
    body: { ...more, header: { bizDate: shanghaiDay() }, tenders: [{ storeAccountId: bank, amount, fee: '0.50' }] },
  })
const act = (doc: { id: number; version: number }, action: string, reason?: string) =>
  owner.ask(routes.act, { params: { id: doc.id, action }, body: { version: doc.version, reason } })

it('is saved, changed and posted: the money stands on the account, the interest in the profit', async () => {
  const draft = (await save('30')).data
  const changed = (await save('12.50', draft)).data
  expect(changed).toMatchObject({ id: draft.id, state: 'draft' })
  expect(await act(changed, 'approve')).toMatchObject({ status: 200, data: { state: 'done' } })
  expect(await shop.books.account(bank)).toBe('12.00')
  expect(await shop.books.pnl('bank_interest', draft.id)).toEqual({ other_income: '12.50', other_expense: '0.50' })
  const shown = await owner.call(routes.read, { params: { id: draft.id } })
  expect(shown).toMatchObject({ header: { total: '12.50', purpose: 'interest' }, items: [] })
  expect(shown.header).not.toHaveProperty('partnerId')
})

it('is listed, summed and printed without a partner', async () => {
  const saved = (await save('7')).data
  const { rows } = await owner.call(routes.list, { query: { page: 1, rows: 20, billNo: saved.billNo } })
  expect(rows).toMatchObject([
    { billNo: saved.billNo, partnerId: null, partnerName: null, accountNames: `利息户${accounts}` },
  ])
  expect(await owner.call(routes.totals, { query: { billNo: saved.billNo } })).toMatchObject({ count: 1 })
  expect((await owner.call(routes.print, { params: { id: saved.id } })).printCount).toBe(1)
  expect(await owner.call(routes.related, { params: { id: saved.id } })).toEqual([])
})

it('settles nothing: it takes no items', async () => {
  const items = [{ openItemId: 1, amount: '1' }]
  const body = { header: { bizDate: shanghaiDay() }, tenders: [], items }
  expect(await owner.ask(routes.save, { body })).toMatchObject({ status: 400 })
})

it('is undone, and reversed by a red document of the opposite money', async () => {
  const undone = (await act((await act((await save('9')).data, 'approve')).data, 'unapprove', '金额错')).data
  expect(undone).toMatchObject({ state: 'draft' })
  expect(await shop.books.account(bank)).toBe('0.00')
  const posted = (await act(undone, 'approve')).data
  expect(await act(posted, 'reverse', '银行退回')).toMatchObject({ status: 200, data: { state: 'reversed' } })
  expect(await shop.books.account(bank)).toBe('0.00')
  const related = await owner.call(routes.related, { params: { id: posted.id } })
  expect(related).toMatchObject([{ relation: 'red', kind: 'bank_interest', stateName: '已完成' }])
})
