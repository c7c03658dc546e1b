import { enterCount, stockCount } from '@chepu/contract/warehouse/stock-count'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { shanghaiDay } from '../packages/server/src/kernel/base/calendar'
import { act, save } from '../packages/server/test/desk'
import { Client, one, signIn } from '../packages/server/test/stage'
import { repeat, took } from './measure'
import { figure, note, percentile, rounded, section } from './report'
import { type Counting, sentBy } from './sent'
import { fillStock, openStage, type Stage } from './stage'

/** Two people of one shop, since who has counted does not approve, and the two warehouses between which goods go. */
interface House {
  stage: Stage
  keeper: Client
  owner: Client
  toWarehouseId: number
}

/** One document of so many lines, up to its posting; `posting` is told which call that is. */
type Deed = (house: House, lines: number, posting: Counting) => Promise<unknown>

interface Measured {
  name: string
  deed: Deed
  /** The same with so few lines asks the database as often. */
  few: number
  many: number
  /** How often it is done before it is measured, and then. */
  warmUp: number
  count: number
}

const deeds: Measured[] = [
  { name: 'transfer of 10 lines, shipped', deed: ships, few: 2, many: 10, warmUp: 100, count: 100 },
  { name: 'transfer of 2,000 lines, shipped', deed: ships, few: 2, many: 2000, warmUp: 2, count: 5 },
  { name: 'count of 2,000 lines, approved', deed: counts, few: 2, many: 2000, warmUp: 2, count: 5 },
]

/** What a warehouse posts by itself: the one call that posts, of documents that are there. */
export async function measureWarehouse(): Promise<void> {
  section('Warehouse: the posting call of a shipment and of a count over HTTP, 1 client')
  const stage = await openStage({ parts: 2000 })
  try {
    await fillStock(stage)
    await stage.owner.query('vacuum analyze')
    const house = await houseOf(stage)
    for (const each of deeds) await measure(house, each)
  } finally {
    await stage.close()
  }
}

async function measure(house: House, { name, deed, few, many, warmUp, count }: Measured): Promise<void> {
  const times: number[] = []
  const timed: Counting = async (work) => {
    const started = performance.now()
    const result = await work()
    times.push(performance.now() - started)
    return result
  }
  await repeat({ clients: 1, count: warmUp }, () => deed(house, many, (work) => work()))
  const { others } = await took(house.stage, () => repeat({ clients: 1, count }, () => deed(house, many, timed)))
  const [least, most] = [await sentOf(house, deed, few), await sentOf(house, deed, many)]
  figure('warehouse', `${name}: statements`, most.statements)
  figure('warehouse', `${name}: statements more than of ${few} lines`, most.statements - least.statements)
  figure('warehouse', `${name}: median`, percentile(times, 0.5), ' ms', others)
  note(`${name}: round trips`, `${most['round trips']}`)
  note(`${name}: p95`, `${rounded(percentile(times, 0.95))} ms`)
}

const sentOf = (house: House, deed: Deed, lines: number) =>
  sentBy(house.stage, (origin, counted) => {
    const at = ({ token }: Client) => new Client(origin, token)
    return deed({ ...house, keeper: at(house.keeper), owner: at(house.owner) }, lines, counted)
  })

async function ships({ stage, keeper, toWarehouseId }: House, lines: number, posting: Counting): Promise<void> {
  const { routes } = transferOrder
  const header = { bizDate: shanghaiDay(), warehouseId: stage.shop.warehouseId, counterOrgId: null, toWarehouseId }
  const body = { header, lines: stage.parts.slice(0, lines).map((partId) => ({ partId, qty: '2' })) }
  const approved = await act(keeper, routes, await save(keeper, routes, body as never), 'approve')
  await posting(() => act(keeper, routes, approved, 'ship'))
}

let turn = 0

/** Of each part another quantity than is there, more of every second and less of the others. */
async function counts({ stage, keeper, owner }: House, lines: number, posting: Counting): Promise<void> {
  const { routes } = stockCount
  turn += 1
  const parts = stage.parts.slice(0, lines)
  const header = { bizDate: shanghaiDay(), warehouseId: stage.shop.warehouseId, scope: 'parts', isFreezing: true }
  const draft = await save(keeper, routes, { header, lines: parts.map((partId) => ({ partId })) } as never)
  const begun = await act(keeper, routes, draft, 'begin')
  const counted = parts.map((partId, i) => ({ partId, countedQty: String(95_000 + (i % 2 === 0 ? turn : -turn)) }))
  await keeper.call(enterCount, { params: { id: begun.id }, body: { lines: counted } as never })
  const sent = await act(keeper, routes, begun, 'submit')
  await posting(() => act(owner, routes, sent, 'approve'))
}

async function houseOf(stage: Stage): Promise<House> {
  const { db, groupId, shop } = stage
  const toWarehouseId = await db.tenant(groupId, async (tx) => {
    const id = await one(tx, 'warehouse', { org_id: shop.orgId, code: 'HC', name: '后仓' })
    await one(tx, 'location', { warehouse_id: id, code: '默认', is_default: true })
    return id
  })
  const person = () => signIn(stage, shop.orgId, 'owner')
  return { stage, toWarehouseId, keeper: await person(), owner: await person() }
}
