import { listEmployees, listWarehouses, searchPartners } from '@chepu/contract/basics/lookups'
import { listBays, listBusinessTypes } from '@chepu/contract/repair/lookups'
import { readTableConfig } from '@chepu/contract/shell/config'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import ReservationEditor from './editor'

test('begins with the customer whom its link names', async () => {
  server.on(readTableConfig, () => ({ columns: [] }))
  for (const lookup of [listBays, listBusinessTypes, listEmployees, listWarehouses])
    server.on(lookup, () => ({ rows: [] }))
  server.on(basicsInfo, () => ({ basics: {}, tree: {} }))
  server.on(searchPartners, () => ({
    rows: [{ id: 6, code: 'K00088', name: '车主甲', cusFlag: 1, mobile: null }],
    more: false,
  }))
  draw(<ReservationEditor />, { params: { new: '1', partnerId: '6' } })
  await expect.element(page.getByLabelText('客户', { exact: true })).toHaveValue('车主甲')
  expect(server.asked(searchPartners)[0]?.query).toMatchObject({ ids: [6] })
})
