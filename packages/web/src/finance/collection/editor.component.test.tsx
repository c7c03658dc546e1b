import { listEmployees, searchPartners } from '@chepu/contract/basics/lookups'
import { collection } from '@chepu/contract/finance/collection'
import { currentReceive, type OpenItemRow } from '@chepu/contract/finance/lookups'
import { accountRoutes } from '@chepu/contract/finance/store-account'
import type { DataOf } from '@chepu/contract/kernel/route'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { later, Refused } from '../../../test/server'
import CollectionEditor from './editor'

const item: OpenItemRow = {
  id: 8,
  partnerId: 6,
  partnerName: '客户甲',
  side: 'AR',
  sourceKind: 'sales_delivery',
  sourceId: 3,
  billNo: 'CK1',
  bizDate: '2026-11-01',
  dueOn: '2026-12-01',
  original: '180.00',
  settled: '0.00',
  discounted: '0.00',
  balance: '180.00',
  remark: '',
  payerType: null,
  overdueDays: 0,
} as never

const cash = {
  id: 1,
  code: '',
  name: '现金',
  kind: 'cash',
  bankName: '',
  bankNo: '',
  feeRate: '0',
  isDefaultIn: true,
  isDefaultOut: true,
  allowOverdraft: false,
  remark: '',
  isActive: true,
  sortNo: 0,
  version: 1,
} as never

test('a step waits for the items of a link: who is faster than they are settles them all the same', async () => {
  const open = later<DataOf<typeof currentReceive>>()
  server.on(accountRoutes.list, () => ({ rows: [cash], more: false }))
  server.on(listEmployees, () => ({ rows: [] }))
  server.on(searchPartners, () => ({
    rows: [{ id: 6, code: 'K00088', name: '客户甲', cusFlag: 1, mobile: null }],
    more: false,
  }))
  server.on(currentReceive, () => open.answer)
  server.on(collection.routes.save, () => {
    throw new Refused('refusal', '到此为止')
  })
  draw(<CollectionEditor />, { params: { new: '1', partnerId: '6', itemIds: '8' } })
  await expect.poll(() => server.asked(currentReceive)).toHaveLength(1)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  expect(server.asked(collection.routes.save)).toEqual([])
  open.give({ partner: { id: 6, name: '客户甲', cusFlag: 1 }, advances: [], rows: [item] })
  await expect.poll(() => server.asked(collection.routes.save)).toHaveLength(1)
  expect(server.asked(collection.routes.save)[0]?.body).toMatchObject({
    header: { partnerId: 6 },
    tenders: [{ amount: '180' }],
    items: [{ openItemId: 8, amount: '180' }],
  })
})
