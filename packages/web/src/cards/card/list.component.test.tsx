import { type CardRow, cardList } from '@chepu/contract/cards/card'
import { listCardTypes } from '@chepu/contract/cards/lookups'
import { readTableConfig } from '@chepu/contract/shell/config'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import CardList from './list'

const row: CardRow = {
  id: 5,
  orgId: 2,
  partnerId: 6,
  cardTypeId: 2,
  vehicleId: null,
  isSeen: true,
  hasPin: false,
  cardNo: 'VIP00000005',
  cardTypeName: '金卡',
  partnerName: '车主甲',
  mobile: '13900001130',
  plate: null,
  principal: '200.00',
  gift: '10.00',
  points: '0.00',
  packages: '',
  orgName: '城西店',
  issuedOn: '2026-11-26',
  validUntil: null,
  state: 'active',
  remark: '',
}

const answers = (shown: CardRow) => {
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(listCardTypes, () => ({ rows: [] }))
  server.on(cardList.list, () => ({ rows: [shown], more: false }))
  server.on(cardList.totals, () => ({ count: 1, sums: { principal: '200.00', gift: '10.00', points: '0.00' } }))
}

test('the foot says whose cards it sums', async () => {
  answers(row)
  draw(<CardList />)
  await expect.element(page.getByRole('row', { name: /^可见客户合计/ })).toHaveTextContent('200.00')
})

test('on a phone a card tells its car and what is left of its packages', async () => {
  await page.viewport(390, 844)
  const packages = '洗车套餐 3次'
  answers({ ...row, plate: '京A88888', packages })
  draw(<CardList />)
  const card = page.getByRole('article')
  await expect.element(card).toHaveTextContent('京A88888')
  await expect.element(card).toHaveTextContent(packages)
  await expect.element(card).toHaveTextContent('赠金10.00')
})
