// 三包单 that waited: the day of its settlement stays its day.
import { orgRoutes } from '@chepu/contract/access/org'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, tryAct, undo } from '../../../test/desk'
import { today } from '../../../test/finance'
import { openClaims } from '../../../test/settled-claims'
import { addDays } from '../../kernel/base/calendar'

const { routes } = warrantyBill
let station: Awaited<ReturnType<typeof openClaims>>
beforeAll(async () => {
  station = await openClaims()
})
afterAll(() => station.shop.close())

/** Makes it a bill of so many days ago, as one that lay there. */
async function aged(id: number, days: number): Promise<string> {
  const day = addDays(today, -days)
  await station.shop.sql(
    `update repair_document set biz_date = $3, period = to_char($3::date, 'YYYYMM')::int where group_id = $1 and id = $2`,
    id,
    day,
  )
  return day
}
async function allow(backdateDays: number): Promise<void> {
  const { owner, shop } = station
  const { version, config } = await owner.call(orgRoutes.read, { params: { id: shop.orgId } })
  await owner.call(orgRoutes.config, { body: { orgid: shop.orgId, version, config: { ...config, backdateDays } } })
}

it('of an order is approved however long it waited for its photos; one without an order only within the days of 补录', async () => {
  const { owner } = station
  await allow(3)
  const ofOrder = await undo(owner, routes, await station.approved())
  await aged(ofOrder.id, 8)
  const approved = await act(owner, routes, await act(owner, routes, ofOrder, 'submit'), 'approve')
  expect(approved.state).toBe('approved')
  expect((await undo(owner, routes, approved)).state).toBe('draft')

  const alone = await undo(owner, routes, await station.claims.bill(['', '50'], station.shop.parts.pad))
  const day = await aged(alone.id, 8)
  const refused = await tryAct(owner, routes, await act(owner, routes, alone, 'submit'), 'approve')
  expect(refused.msg).toBe(`业务日期 ${day} 超出允许补录的 3 天`)
})
