// Transfers both ways at once while goods are sold, received and undone in any order: nobody waits in a circle, and nothing is lost.
import { add, sub } from '@chepu/contract/kernel/decimal'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRandom } from '../../../../../db/demo/random'
import { post, type Saved, tryAct, trySave } from '../../../test/desk'
import { shanghaiDay } from '../../kernel/base/calendar'
import { openTransfers } from './transfers.fixture'

let desk: Awaited<ReturnType<typeof openTransfers>>
// Closing the shop checks every invariant of the books.
beforeAll(async () => {
  desk = await openTransfers()
})
afterAll(() => desk.shop.close())

it(
  'keeps every piece and every fen, whoever sends, receives and undoes at the same time',
  { timeout: 300_000 },
  async () => {
    const { shop, main, sister, rear } = desk
    const { filter, pad } = shop.parts
    await post(sister.client, otherIn.routes, {
      header: { bizDate: shanghaiDay(), warehouseId: sister.warehouseId, reason: '盘盈外其他' },
      lines: [
        { partId: filter, qty: '30', price: '11' },
        { partId: pad, qty: '30', price: '9.99' },
      ],
    } as never)
    const random = createRandom('transfers', 7)
    const statuses: number[] = []
    const seen = <Answer extends { status: number }>(answer: Answer): Answer => {
      statuses.push(answer.status)
      return answer
    }
    const sent: { from: typeof main; to: typeof main; order: Saved }[] = []
    const received: { to: typeof main; receipt: Saved }[] = []
    let sold = '0'

    const send = async (from: typeof main, to: typeof main) => {
      const parts = random.chance(0.5) ? [filter, pad] : [pad, filter]
      const lines = parts.map((partId) => ({ partId, qty: String(random.int(1, 3)), price: '12.34' }))
      const saved = seen(await desk.trySaveOrder(from, to, lines))
      const approved = seen(await tryAct(from.client, transferOrder.routes, saved.data, 'approve'))
      if (approved.status !== 200) return
      const shipped = seen(await tryAct(from.client, transferOrder.routes, approved.data, 'ship'))
      if (shipped.status === 200) sent.push({ from, to, order: shipped.data })
    }
    const receive = async () => {
      if (sent.length === 0) return
      const { to, order } = random.pick(sent)
      const came: Parameters<typeof desk.tryReceive>[2] = random.chance(0.5) ? {} : { 1: { qty: '1' } }
      const answer = seen(await desk.tryReceive(to, order, came))
      if (answer.status === 200) received.push({ to, receipt: answer.data })
    }
    const undo = async () => {
      if (received.length === 0) return
      const { to, receipt } = random.pick(received)
      seen(await tryAct(to.client, transferReceipt.routes, receipt, random.pick(['unapprove', 'reverse'])))
    }
    const sell = async () => {
      const body = {
        header: { bizDate: shanghaiDay(), warehouseId: main.warehouseId, reason: '报损' },
        lines: [{ partId: filter, qty: '1' }],
      }
      const saved = seen(await trySave(main.client, otherOut.routes, body as never))
      const done = seen(await tryAct(main.client, otherOut.routes, saved.data, 'approve'))
      if (done.status === 200) sold = add(sold, '1')
    }
    for (let round = 0; round < 8; round += 1)
      await Promise.all([
        send(main, sister),
        send(sister, main),
        send(main, rear),
        receive(),
        receive(),
        undo(),
        sell(),
      ])

    expect(statuses.filter((status) => ![200, 400, 409].includes(status))).toEqual([])
    expect(received.length).toBeGreaterThan(3)
    expect(await shop.books.pool(filter)).toMatch(new RegExp(`^${sub('60', sold)}\\.0000 / `))
    expect(await shop.books.pool(pad)).toMatch(/^37\.0000 \/ /)
    const [row] = await shop.sql<{ deadlocks: number }>(
      `select deadlocks from pg_stat_database where datname = current_database() and $1::bigint is not null`,
    )
    expect(row?.deadlocks).toBe(0)
  },
)
