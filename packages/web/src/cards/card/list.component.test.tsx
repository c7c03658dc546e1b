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

test('the foot says whose cards it sums', async () => {
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(listCardTypes, () => ({ rows: [] }))
  server.on(cardList.list, () => ({ rows: [row], more: false }))
  server.on(cardList.totals, () => ({ count: 1, sums: { principal: '200.00', gift: '10.00', points: '0.00' } }))
  draw(<CardList />)
  await expect.element(page.getByRole('row', { name: /^可见客户合计/ })).toHaveTextContent('200.00')
})
