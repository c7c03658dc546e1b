// How documents between the station and a manufacturer are made, for the tests that take every kind.
import { oldParts } from '@chepu/contract/warranty/old-part'
import { shanghaiDay } from '../src/kernel/base/calendar'
import type { Maker } from './makers'

/** A parcel of the newest old part in the store. */
const oldPartReturn: Maker = {
  weight: 0,
  needs: ['warranty_bill'],
  hasNoMoney: true,
  inputs: { pack: undefined },
  async body({ shop, client }) {
    const { rows } = await client.call(oldParts.list, { query: { state: 'stored', page: 1, rows: 20 } })
    const row = rows.find(({ returnNo }) => returnNo === null)
    if (!row) return null
    return {
      header: { bizDate: shanghaiDay(), partnerId: row.manufacturerId, carrierId: shop.carrierId, waybillNo: 'SF1' },
      tags: [{ oldPartId: row.id }],
    }
  },
}

export const warrantyMakers: Readonly<Record<string, Maker>> = { old_part_return: oldPartReturn }
