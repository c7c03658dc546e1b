// A column of a kind's own is declared once: here a kind of the test lists who saw the loss, in a field that no kind of ours lists.
import { defineGoodsDocument } from '@chepu/contract/kernel/goods-document'
import { text255 } from '@chepu/contract/kernel/scalars'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { passwordInfo } from '@chepu/contract/shell/session'
import { shanghaiDay } from '../base/calendar'
import { loadRights } from '../caller/rights'
import { columnsFor } from '../goods/export'
import { documentTotals, listDocuments, selectRows } from '../goods/list'
import { traits as otherOutTraits } from '../../warehouse/other-out/traits'
import type { CallerTx } from '../db/db'

const lossReport = defineGoodsDocument({
  ...otherOut,
  title: '报损单',
  header: otherOut.header.extend({ shipTo: text255.nullable().default(null).meta({ title: '见证人' }) }),
  columns: { ...otherOut.columns, shipTo: { width: 80, filter: 'contains' } },
})
const { routes } = lossReport
const traits = { ...otherOutTraits, def: lossReport }

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  for (const witness of ['王五', '赵六', '王七']) await reported(witness)
})
afterAll(() => shop.close())

async function reported(witness: string): Promise<void> {
  const saved = await owner.call(otherOut.routes.save, {
    body: {
      header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: '报损' as never },
      lines: [{ partId: shop.parts.filter, qty: '2', price: '0' }],
    },
  })
  await shop.db.tenant(shop.groupId, (tx) =>
    tx.query({
      text: 'update goods_document set ship_to = $3 where group_id = $1 and id = $2',
      values: [shop.groupId, saved.id, witness],
    }),
  )
}

const asOwner = async <Result>(work: (tx: CallerTx) => Promise<Result>) => {
  const { userid } = (await owner.call(passwordInfo)).user
  const rights = await shop.db.tenant(shop.groupId, (tx) => loadRights(tx, userid, shop.orgId))
  if (!rights) throw new Error('the owner has no rights')
  return shop.db.as({ ...rights, deviceId: 'test', ip: '', requestId: '' }, work)
}
const asked = (query: Record<string, string>) => routes.list.query.parse(query)

it('is in rows, filters, order and totals of its list', async () => {
  const witnesses = async (sort: string) => {
    const page = await asOwner((tx) => listDocuments(tx, traits, asked({ sort })))
    return routes.list.data.parse(page).rows.map((row) => row.shipTo)
  }
  expect((await witnesses('shipTo')).toReversed()).toEqual(await witnesses('-shipTo'))
  expect((await witnesses('shipTo')).toSorted()).toEqual(['王七', '王五', '赵六'].toSorted())
  const named = asked({ shipTo: '王', sort: 'shipTo' })
  expect((await asOwner((tx) => listDocuments(tx, traits, named))).rows).toHaveLength(2)
  expect(await asOwner((tx) => documentTotals(tx, traits, named))).toMatchObject({ count: 2 })
})

it('is not asked of kinds that do not have it', async () => {
  expect(() => otherOut.routes.list.query.parse({ shipTo: '王' })).toThrow('shipTo')
})

it('is in the sheet, under the title of its field', async () => {
  await asOwner(async (tx) => {
    const column = { key: 'shipTo', title: '见证人', kind: 'text', width: 14 }
    expect(columnsFor(tx.caller, traits)).toContainEqual(column)
    const rows = await tx.select(await selectRows(tx, traits, asked({ shipTo: '赵' }), { words: true }))
    expect(rows).toMatchObject([{ shipTo: '赵六' }])
  })
})
