// How two organisations send each other goods, and how each of them counts step by step, for a walk of both (trade-walk.ts).
import { add, max } from '@chepu/contract/kernel/decimal'
import { type CountHeader, type CountLine, enterCount } from '@chepu/contract/warehouse/stock-count'
import { isOfDest, type Outcome } from '@chepu/contract/warehouse/transfer-receipt'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { type Ground, type Maker, makerOf } from './makers'
import type { Shop } from './shop'

/** A line of a former document with what is left of it, in whole pieces. */
interface Left {
  documentId: number
  lineId: number
  partId: number
  qty: number
}

/** Lines with something left, of documents of a kind that an organisation is a party to. */
const left = (kind: string, states: string, party: 'org_id' | 'counter_org_id') => `
  select d.id as document_id, l.id as line_id, l.part_id, trunc(l.qty - l.executed_qty - l.closed_qty)::int as qty
  from goods_document d join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
  where d.group_id = $1 and d.${party} = $2 and d.kind = '${kind}' and d.state in (${states})
    and l.qty - l.executed_qty - l.closed_qty >= 1 order by l.id`
const wanted = left('transfer_request', `'approved', 'partial'`, 'counter_org_id')
const coming = left('transfer_order', `'shipped', 'partial'`, 'counter_org_id')
const sent = left('transfer_order', `'shipped', 'partial'`, 'org_id')

/** All that is left of one of the documents, none when there is none. */
async function oneOf({ shop, dice }: Ground, text: string): Promise<Left[]> {
  const rows = await shop.sql<Left>(text, shop.orgId)
  if (rows.length === 0) return []
  const { documentId } = dice.pick(rows)
  return rows.filter((row) => row.documentId === documentId)
}

const freeLines = ({ shop, dice }: Ground) =>
  Array.from({ length: dice.int(1, 2) }, () => ({
    partId: dice.pick(Object.values(shop.parts)),
    qty: String(dice.int(1, 9)),
  }))

/** Of a former line, mostly all. */
const someOf = ({ dice }: Ground, { lineId, partId, qty }: Left) => ({
  partId,
  sourceLineId: lineId,
  qty: String(dice.chance(0.6) ? qty : dice.int(1, qty)),
})

/** Mostly all of what is on its way came, else less, of which the rest may be short or broken. */
function arrivalOf({ dice }: Ground, { lineId, partId, qty: most }: Left) {
  const qty = dice.chance(0.6) ? most : dice.int(0, most)
  const rest = qty < most && dice.chance(0.5) ? { [dice.pick(['shortQty', 'damagedQty'])]: String(most - qty) } : {}
  return { partId, sourceLineId: lineId, qty: String(qty), ...rest }
}

/** Counts whose figures are known already, and counts that begin with nothing counted and let nothing move. */
const count: Maker = {
  weight: 2.5,
  body(ground) {
    const {
      shop: { parts, warehouseId },
      dice,
    } = ground
    if (dice.chance(0.5)) return makerOf('stock_count').body(ground, [])
    const chosen = dice.pick([[parts.pad], [parts.oil], [parts.pad, parts.oil]])
    const header = { bizDate: shanghaiDay(), warehouseId, scope: 'parts', isFreezing: true }
    return { header, lines: chosen.map((partId) => ({ partId })) }
  },
  async enter({ client, dice }, view) {
    const { header, lines } = view as { header: CountHeader; lines: CountLine[] }
    const entries = lines
      .filter(({ countedQty }) => countedQty === null && header.state !== 'draft')
      .map(({ partId, locationId, batchNo, bookQty = '0' }) => {
        const countedQty = max('0', add(bookQty, dice.pick(['0', '0', '1', '2', '-1', '-3'])))
        return { partId, locationId, batchNo, countedQty, add: false }
      })
    if (entries.length === 0) return null
    return client.ask(enterCount, { params: { id: header.id }, body: { lines: entries } })
  },
}

/** Makers that take the place of those of one organisation where `shops` trade with each other. */
export function jointMakers(shops: readonly Shop[]): Partial<Record<string, Maker>> {
  const headerOf = ({ shop }: Ground) => {
    const other = shops.find(({ orgId }) => orgId !== shop.orgId) as Shop
    const { warehouseId } = shop
    return { bizDate: shanghaiDay(), warehouseId, counterOrgId: other.orgId, toWarehouseId: other.warehouseId }
  }
  return {
    stock_count: count,
    // Goods are scarce, so that they are missed where something is undone.
    goods_receipt: { ...makerOf('goods_receipt'), weight: 3 },
    other_out: { ...makerOf('other_out'), weight: 4 },
    transfer_request: { weight: 4, body: (ground) => ({ header: headerOf(ground), lines: freeLines(ground) }) },
    transfer_order: {
      weight: 8,
      needs: ['transfer_request'],
      async body(ground) {
        const { dice } = ground
        const asked = dice.chance(0.5) ? await oneOf(ground, wanted) : []
        const lines = asked.length > 0 ? asked.map((line) => someOf(ground, line)) : freeLines(ground)
        const priced = lines.map((line) => ({ ...line, price: `${dice.int(1, 60)}.${dice.digits(2)}` }))
        return { header: headerOf(ground), lines: priced }
      },
    },
    transfer_receipt: {
      weight: 9,
      needs: ['transfer_order'],
      async body(ground) {
        const outcome = ground.dice.weighted<Outcome>(outcomes)
        const left = await oneOf(ground, isOfDest(outcome) ? coming : sent)
        if (left.length === 0) return null
        const line = outcome === 'arrived' ? arrivalOf : someOf
        return { header: { ...headerOf(ground), outcome }, lines: left.map((each) => line(ground, each)) }
      },
    },
  }
}

const outcomes = [
  ['arrived', 7],
  ['returned', 2],
  ['lost_source', 2],
  ['lost_dest', 2],
] as const
