import { listWarehouses } from '@chepu/contract/basics/lookups'
import {
  type DeskRow,
  deskQueues,
  type DeskQueue,
  keeperDesk,
  type KeeperQueue,
} from '@chepu/contract/warehouse/keeper-desk'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoSideways } from '../../../test/desk-line'
import { draw, server } from '../../../test/page'
import { tellNews } from '../../kit/base/news'
import KeeperBoard from './board'

const row = (id: number): DeskRow => ({
  id,
  kind: 'goods_receipt',
  billNo: `RK000${id}`,
  state: '已审核',
  sideName: '江城博世汽车配件销售有限公司第一分公司',
  warehouseName: '主仓',
  lineCount: 2,
  qty: '6.5000',
  countedCount: null,
  since: '2026-03-05T01:30:00.000Z',
  days: id - 1,
})
const queue = (key: DeskQueue, count: number, rows: DeskRow[] = []): KeeperQueue => ({
  key,
  count,
  rows,
  places: [
    { title: '采购入库', count, screen: 'purWareHous', params: { tab: 'goods_receipt', warehouseId: '1' } },
    { title: '其他入库', count: 0, screen: 'purWareHous', params: { tab: 'other_in', warehouseId: '1' } },
  ],
})

/** The board with two receipts, nothing in the other queues, and one part that falls short; the receipts get fewer. */
function drawBoard() {
  let waiting = [row(1), row(2)]
  const warehouse = { id: 1, code: 'W1', name: '主仓', kind: 'main', isDefault: true, allowSale: true }
  server.on(listWarehouses, () => ({ rows: [warehouse] }))
  server.on(keeperDesk, () => ({
    queues: (Object.keys(deskQueues) as DeskQueue[]).map((key) =>
      key === 'inbound' ? queue(key, waiting.length, waiting) : queue(key, 0),
    ),
    low: {
      count: 1,
      rows: [
        {
          partId: 3,
          partCode: '04152-YZZA1',
          partName: '机油滤清器',
          unitName: '个',
          onHand: '2',
          minStock: '10',
          warehouseId: null,
          warehouseName: null,
        },
      ],
      place: { title: '低于下限', count: 1, screen: 'InventoryWarning', params: { tab: 'low' } },
    },
  }))
  return {
    tab: draw(<KeeperBoard />),
    done: () => {
      waiting = waiting.slice(1)
      tellNews()
    },
  }
}
const region = (name: string) => page.getByRole('region', { name, exact: true })

test('on a desk six queues stand side by side; number and rows lead to the board, and news renews them', async () => {
  const { tab, done } = drawBoard()
  await expect.element(region('待入库').getByRole('heading')).toHaveTextContent('待入库2单')
  await expect.element(region('待入库').getByRole('button', { name: /RK0002/ })).toHaveTextContent('1天')
  await expect.element(region('盘点中')).toHaveTextContent('没有盘点中的单据')
  await expect.element(region('预警')).toHaveTextContent('现存 2 / 下限 10 个')
  expectNoSideways(document.body)
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(900)
  await region('待入库').getByRole('heading').getByRole('button').click()
  await region('待入库')
    .getByRole('button', { name: /RK0001/ })
    .click()
  await region('预警').getByRole('button', { name: /04152/ }).click()
  const params = { tab: 'goods_receipt', warehouseId: '1' }
  expect(tab.opened).toEqual([
    { key: 'purWareHous', params },
    { key: 'purWareHous', params: { ...params, billNo: 'RK0001' } },
    { key: 'InventoryWarning', params: { tab: 'low', part: '04152-YZZA1' } },
  ])
  done()
  await expect.element(region('待入库').getByRole('heading')).toHaveTextContent('待入库1单')
})

test('on a phone queues open and close, and an empty one stays closed', async () => {
  await page.viewport(390, 844)
  const { tab } = drawBoard()
  const head = region('待入库').getByRole('heading').getByRole('button')
  await expect.element(head).toHaveAttribute('aria-expanded', 'true')
  await expect
    .element(region('待出库').getByRole('heading').getByRole('button'))
    .toHaveAttribute('aria-expanded', 'false')
  expectNoSideways(document.body)
  for (const button of page.getByRole('region').getByRole('button').elements())
    expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(40)
  await region('待入库').getByRole('button', { name: '采购入库 2' }).click()
  expect(tab.opened).toMatchObject([{ key: 'purWareHous', params: { tab: 'goods_receipt' } }])
  await head.click()
  await expect.element(region('待入库').getByRole('button', { name: /RK0001/ })).not.toBeInTheDocument()
})

test('keeps the warehouse that was chosen', async () => {
  drawBoard()
  await page.getByRole('combobox', { name: '仓库' }).fill('主')
  await page.getByRole('option', { name: /主仓/ }).click()
  await expect.poll(() => server.asked(keeperDesk).at(-1)?.query).toMatchObject({ warehouseId: 1 })
  expect(localStorage.getItem('chepu.desk.warehouse.1')).toBe('1')
})
