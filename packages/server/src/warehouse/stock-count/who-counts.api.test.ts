import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import { partStock } from '@chepu/contract/basics/lookups'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { describe, expect, it } from 'vitest'
import { act, save, tryAct, trySave } from '../../../test/desk'
import { openBranch, withdraw, worker } from '../../../test/people'
import { shanghaiDay } from '../../kernel/base/calendar'
import {
  body,
  counted,
  enter,
  keeper,
  manager,
  no,
  owner,
  pool,
  read,
  routes,
  shop,
  useCounting,
  warehouseId,
} from './stock-count.fixture'

useCounting()

describe('冻结', () => {
  const sale = (qty: string) =>
    trySave(owner, otherOut.routes, {
      header: { bizDate: shanghaiDay(), warehouseId, reason: '自用' },
      lines: [{ partId: shop.parts.filter, qty }],
      action: { name: 'approve' },
    } as never)

  it('keeps goods where they are until the count is over', async () => {
    const begun = await act(keeper, routes, await save(keeper, routes, body({ isFreezing: true })), 'begin')
    expect(await sale('1')).toMatchObject({
      status: 400,
      msg: `第1行 [04152-YZZA1] 正在盘点，盘点单 ${begun.billNo} 已冻结出入库`,
    })
    const query = { part: '04152-YZZA1', warehouseId }
    const [row] = (await owner.call(stockInquiry.warehouse.list, { query })).rows
    expect(row).toMatchObject({ onHand: '10.0000', locked: '10.0000', available: '0.0000' })
    const [place] = (await owner.call(partStock, { query: { partIds: String(shop.parts.filter), warehouseId } })).rows
    expect(place).toMatchObject({ locationCode: 'A-01', qty: '10.0000', available: '0.0000' })
    const told = await shop.sql<{ message: string }>(
      'select message from notification where group_id = $1 and message like $2',
      `%${begun.billNo}%`,
    )
    expect(told[0]?.message).toBe(`盘点仓${no} 盘点中，暂停出入库（${begun.billNo}）`)
    const other = await save(keeper, routes, body({ isFreezing: true }))
    expect((await tryAct(keeper, routes, other, 'begin')).msg).toContain('已被另一张盘点单冻结')
    await enter(keeper, begun.id, [counted(shop.parts.filter, '8')])
    await act(manager, routes, await act(keeper, routes, begun, 'submit'), 'approve')
    expect((await sale('1')).status).toBe(200)
    expect(await pool(shop.parts.filter)).toBe('7.0000 / 87.50')
  })

  it('lets goods go when the count is given up', async () => {
    const begun = await act(keeper, routes, await save(keeper, routes, body({ isFreezing: true })), 'begin')
    await act(keeper, routes, begun, 'void')
    expect((await sale('1')).status).toBe(200)
  })

  it('begins before or after a sale, never beside it', async () => {
    for (let round = 0; round < 8; round++) {
      const draft = await save(keeper, routes, body({ isFreezing: true }))
      const [sold, begun] = await Promise.all([sale('1'), tryAct(keeper, routes, draft, 'begin')])
      expect(begun.status).toBe(200)
      const before = (await read(draft.id)).lines[0]?.bookQty
      const now = await pool(shop.parts.filter)
      // Whatever left has left before the snapshot.
      expect([sold.status, `${before}`]).toEqual([sold.status, now.slice(0, now.indexOf(' '))])
      await act(keeper, routes, begun.data, 'void')
    }
  })
})

describe('who counts', () => {
  it('is not shown the book without the right, before it is posted', async () => {
    const blind = await worker(shop, 'warehouse_keeper')
    await shop.db.tenant(shop.groupId, (tx) =>
      tx.query({
        text: `insert into user_warehouse (group_id, user_id, warehouse_id, can_in, can_out, can_count, can_transfer, can_cost)
          values ($1, $2, $3, true, true, true, true, true) on conflict do nothing`,
        values: [tx.groupId, blind.userId, warehouseId],
      }),
    )
    await withdraw(shop, blind, { buttons: [126] })
    const made = await save(blind.client, routes, body({ scope: 'parts' }, [counted(shop.parts.filter, '9')]))
    const [line] = (await read(made.id, blind.client)).lines
    expect(line).toMatchObject({ countedQty: '9.0000' })
    for (const hidden of ['bookQty', 'diffQty', 'diffValue', 'unitCost']) expect(line).not.toHaveProperty(hidden)
    const done = await act(manager, routes, await act(blind.client, routes, made, 'submit'), 'approve')
    const posted = await read(done.id, blind.client)
    expect(posted.lines[0]).toMatchObject({ bookQty: '10.0000', diffQty: '-1.0000' })
    expect(posted.lines[0]).not.toHaveProperty('diffValue')
    expect(posted.header).not.toHaveProperty('lossAmount')
  })

  it('counts neither elsewhere nor what is over', async () => {
    const begun = await act(keeper, routes, await save(keeper, routes, body()), 'begin')
    const { orgId } = await openBranch(shop, `B${no}`, '盘点分店')
    const neighbour = await shop.signIn('warehouse_keeper', orgId)
    expect((await enter(neighbour, begun.id, [counted(shop.parts.filter, '1')])).status).toBe(404)
    expect((await enter(keeper, begun.id, [counted(999_999, '1')])).status).toBe(400)
    await enter(keeper, begun.id, [counted(shop.parts.filter, '10')])
    const sent = await act(keeper, routes, begun, 'submit')
    expect((await enter(keeper, begun.id, [counted(shop.parts.filter, '1')])).msg).toContain('当前为「待审核」')
    expect(
      await trySave(keeper, routes, { ...(body() as object), id: sent.id, version: sent.version } as never),
    ).toMatchObject({ status: 400 })
  })

  it('keeps what was counted in a draft, and lets it cover nothing else', async () => {
    const { filter, pad } = shop.parts
    const made = await save(keeper, routes, body({ scope: 'parts' }, [counted(filter, '9')]))
    const change = (lines: object[]) =>
      trySave(keeper, routes, {
        ...(body({ scope: 'parts' }, lines) as object),
        id: made.id,
        version: made.version,
      } as never)
    expect((await change([{ partId: filter }, { partId: pad }])).msg).toContain('已录入实盘数，范围不能再改')
    expect((await change([{ partId: filter }])).status).toBe(200)
    expect((await read(made.id)).lines).toMatchObject([{ partId: filter, countedQty: '9.0000' }])
  })

  it('changes nothing of what a begun count covers, but may still say what stands for nothing', async () => {
    const begun = await act(keeper, routes, await save(keeper, routes, body()), 'begin')
    const change = (header: object) =>
      trySave(keeper, routes, { ...(body(header) as object), id: begun.id, version: begun.version } as never)
    expect((await change({ scope: 'location', location: 'A' })).msg).toBe('盘点已开始，仓库、范围和冻结不能再改')
    expect((await change({ uncountedAsZero: true, remark: '夜盘' })).status).toBe(200)
  })
})
