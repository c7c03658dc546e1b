import { customerOverview } from '@chepu/contract/customers/customer-view'
import { reservation } from '@chepu/contract/repair/reservation'
import { readTableConfig } from '@chepu/contract/shell/config'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import CustomerDetail from './page'

const customer = {
  id: 6,
  code: 'K00088',
  name: '车主甲',
  kind: 'person',
  level: '',
  category: '',
  mobile: '13900000088',
  contactName: null,
  address: '',
  salespersonName: null,
  isSystem: false,
  isActive: true,
  isBlacklisted: false,
  remark: '',
  creditDays: 0,
  lastOn: null,
  visits: 0,
  yearVisits: 0,
  openFollowUps: 0,
}

test('appointments of a customer stand in a tab, and a new one begins with him', async () => {
  server.on(customerOverview, () => customer)
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(reservation.routes.list, () => ({ rows: [], more: false }) as never)
  server.on(reservation.routes.totals, () => ({ count: 0, sums: {} }))
  const tab = draw(<CustomerDetail />, { params: { id: '6', tab: 'appointments' } })
  await page.getByRole('button', { name: '新预约' }).click()
  expect(tab.opened).toMatchObject([{ params: { new: 1, partnerId: 6 } }])
  expect(server.asked(reservation.routes.list)[0]?.query).toMatchObject({ partnerId: 6 })
})
