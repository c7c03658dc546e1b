// Random postings whose values hang together, against a small model of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom, type Random } from '../../../../../db/demo/random'
import { type Ledgers, openLedgers } from '../../../test/ledgers'
import { post, reverse } from '.'
import { Failure } from '../base/errors'
import { statementCount } from '../db/statement'
import type { DocumentRef, LineCosts, StockMove, ValueSource } from './types'
import { type At, fen, Model, part, type Place, Refused, type Row } from './linked-model.fixture'

let books: Ledgers
let places: Place[]
beforeAll(async () => {
  books = await openLedgers()
  places = [
    { warehouseId: books.warehouseId, locationId: books.locationId },
    await books.warehouse('分仓'),
    await books.warehouse('二库'),
  ]
  places.push({ ...(await books.transit()), isTransit: true })
})
afterAll(() => books.close())

let lastLine = 0
const move = (direction: StockMove['direction'], at: At, qty: bigint, costing: StockMove['costing']): StockMove => ({
  direction,
  lineId: (lastLine += 1),
  lineNo: 1,
  partId: at.partId,
  partCode: 'P',
  warehouseId: at.place.warehouseId,
  locationId: at.place.locationId,
  batchNo: at.batch,
  qty: String(qty),
  costing,
})
const free = { at: 'free' } as const
const linked = (source: ValueSource, weight?: bigint): StockMove['costing'] => ({
  at: 'linked',
  source,
  ...(weight !== undefined && { weight: String(weight) }),
})

interface Step {
  moves: StockMove[]
  /** What it should do; refuses by throwing. */
  expected: (model: Model) => void
  /** Keeps shipments once it was posted, and again once it was undone. */
  posted?: () => void
  undone?: () => void
  mayBeUndone?: () => boolean
}

interface Shipment {
  at: At
  to: At
  qty: bigint
  value: bigint
  parts: number
}

/** The shapes of postings, each drawn at random. */
class Shapes {
  readonly shipments: Shipment[] = []
  constructor(readonly random: Random) {}

  private readonly qty = () => BigInt(this.random.int(1, 12))
  private readonly money = () => BigInt(this.random.int(0, this.random.pick([300, 50_000])))
  private readonly at = (batch = this.random.pick(['', '', 'a', 'b'])): At => ({
    place: this.random.pick(places.slice(0, 3)),
    partId: this.random.pick([books.parts.filter, books.parts.pad]),
    batch,
  })

  receipt = (): Step => {
    const [at, qty, value] = [this.at(), this.qty(), this.money()]
    return {
      moves: [move('in', at, qty, { at: 'value', value: fen(value) })],
      expected: (model) => void model.enter(at, qty, value),
    }
  }

  issue = (): Step => {
    const [at, qty] = [this.at(), this.qty()]
    return { moves: [move('out', at, qty, free)], expected: (model) => void model.leave(at, qty) }
  }

  /** 移位, also to a place of the same pool, and on from there: A to B to C. */
  chain = (): Step => {
    const [from, qty] = [this.at(), this.qty()]
    const moves = [move('out', from, qty, free)]
    const stops = this.random.sample(['a', 'b', 'c'], this.random.int(1, 2)).map((batch) => {
      return { ...this.at(batch), partId: from.partId }
    })
    stops.forEach((stop, i) => {
      moves.push(move('in', stop, qty, linked({ moves: [moves.at(-1) as StockMove] })))
      if (i < stops.length - 1) moves.push(move('out', stop, qty, linked({ moves: [moves.at(-1) as StockMove] })))
    })
    return {
      moves,
      expected(model) {
        const value = model.leave(from, qty)
        stops.forEach((stop, i) => {
          model.enter(stop, qty, value)
          if (i < stops.length - 1) model.leave(stop, qty, { value, isExact: true })
        })
      },
    }
  }

  /** 组装: the product stands first and costs what its components took, and the fee. */
  assembly = (): Step => {
    const components = [this.at(), this.at()].map((at) => ({ at, qty: this.qty() }))
    const [product, qty, fee] = [this.at(), this.qty(), this.money()]
    const outs = components.map((each) => move('out', each.at, each.qty, free))
    return {
      moves: [move('in', product, qty, linked({ moves: outs, plus: fen(fee) })), ...outs],
      expected(model) {
        const value = components.reduce((sum, each) => sum + model.leave(each.at, each.qty), fee)
        model.enter(product, qty, value)
      },
    }
  }

  /** 拆装: the components share the product's value by weight, the last one taking the remainder. */
  disassembly = (): Step => {
    const [product, qty] = [this.at(), this.qty()]
    const components = [1, 2, 3].map(() => ({ at: this.at(), qty: this.qty(), weight: BigInt(this.random.int(1, 9)) }))
    const out = move('out', product, qty, free)
    const source = { moves: [out] }
    return {
      moves: [...components.map((each) => move('in', each.at, each.qty, linked(source, each.weight))), out],
      expected(model) {
        const value = model.leave(product, qty)
        const weights = components.reduce((sum, each) => sum + each.weight, 0n)
        let rest = value
        components.forEach((each, i) => {
          const share = i === components.length - 1 ? rest : part(value, each.weight, weights)
          const own = share < rest ? share : rest
          model.enter(each.at, each.qty, own)
          rest -= own
        })
      },
    }
  }

  /** 直销: what was bought goes out at its own value, whatever else lies there. */
  direct = (): Step => {
    const [at, qty, value] = [this.at('d'), this.qty(), this.money()]
    const bought = move('in', at, qty, { at: 'value', value: fen(value) })
    return {
      moves: [bought, move('out', at, qty, linked({ moves: [bought] }))],
      expected(model) {
        model.enter(at, qty, value)
        model.leave(at, qty, { value, isExact: true })
      },
    }
  }

  adjustment = (): Step => {
    const [at, amount] = [this.at(), this.money() * (this.random.chance(0.5) ? 1n : -1n)]
    return {
      moves: [move('revalue', at, 0n, { at: 'value', value: fen(amount) })],
      expected: (model) => model.revalue(at, amount),
    }
  }

  /** 发货 into transit at what left. */
  shipment = (): Step => {
    const [from, to, qty] = [this.at(), this.at(), this.qty()]
    const transit: At = { place: places[3] as Place, partId: from.partId, batch: `s${(lastLine += 1)}` }
    const out = move('out', from, qty, free)
    const shipment: Shipment = { at: transit, to: { ...to, partId: from.partId }, qty, value: 0n, parts: 0 }
    return {
      moves: [out, move('in', transit, qty, linked({ moves: [out] }))],
      expected(model) {
        shipment.value = model.leave(from, qty)
        model.enter(transit, qty, shipment.value)
      },
      posted: () => void this.shipments.push(shipment),
      mayBeUndone: () => shipment.parts === 0,
      undone: () => void this.shipments.splice(this.shipments.indexOf(shipment), 1),
    }
  }

  /** 到货: a part of a shipment leaves transit at its share, the last part taking the remainder. */
  arrival = (): Step => {
    const shipment = this.shipments.find((each) => each.qty > 0n)
    if (!shipment) return this.shipment()
    const qty = BigInt(this.random.int(1, Number(shipment.qty)))
    const value = qty === shipment.qty ? shipment.value : part(shipment.value, qty, shipment.qty)
    const out = move('out', shipment.at, qty, { at: 'specified', value: fen(value) })
    const take = (sign: bigint) => () => {
      shipment.qty -= sign * qty
      shipment.value -= sign * value
      shipment.parts += Number(sign)
    }
    return {
      moves: [out, move('in', shipment.to, qty, linked({ moves: [out] }))],
      expected(model) {
        if (model.leave(shipment.at, qty, { value, isExact: true }) !== value)
          throw new Error('transit gave another value')
        model.enter(shipment.to, qty, value)
      },
      posted: take(1n),
      undone: take(-1n),
    }
  }

  any = (): Step => {
    const { receipt, issue, chain, assembly, disassembly, direct, adjustment, shipment, arrival } = this
    const { random } = this
    const shape = random.weighted([
      [receipt, 6],
      ...[issue, adjustment].map((each) => [each, 1] as const),
      ...[chain, assembly, disassembly, direct, shipment, arrival].map((each) => [each, 2] as const),
    ])
    return shape()
  }
}

interface Posted {
  doc: DocumentRef
  step: Step
  rows: Row[]
}

const undo = ({ doc, step }: Posted, target: DocumentRef) =>
  books.tenant((tx) =>
    reverse(
      tx,
      doc,
      target,
      step.moves.map(({ lineId }) => ({ lineId, lineNo: 1, partCode: 'P', targetLineId: lineId })),
    ),
  )

const poolsInBooks = async () => {
  const rows = await books.tenant((tx) =>
    tx.query<{ warehouseId: number; partId: number; qty: string; value: string }>({
      text: 'select warehouse_id, part_id, qty::int::text as qty, value from stock_cost where group_id = $1 and qty <> 0',
      values: [tx.groupId],
    }),
  )
  return rows.map((row) => `${row.warehouseId}/${row.partId}: ${row.qty} ${row.value}`).sort()
}
const poolsInModel = ({ pools }: Model) =>
  [...pools]
    .filter(([, pool]) => pool.qty !== 0n)
    .map(([key, pool]) => `${key}: ${pool.qty} ${fen(pool.value)}`)
    .sort()

/** What the document has written, in the order of its rows. */
const rowsInBooks = (doc: DocumentRef) =>
  books.tenant((tx) =>
    tx.query<{ qty: string; value: string; variance: string; batchNo: string }>({
      text: `select qty::int::text as qty, value, variance, batch_no from stock_ledger
        where group_id = $1 and doc_kind = $2 and doc_id = $3 order by id`,
      values: [tx.groupId, doc.kind, doc.id],
    }),
  )
const rowsInModel = (rows: readonly Row[]) =>
  rows.map((row) => ({
    qty: String(row.qty),
    value: fen(row.value),
    variance: fen(row.variance),
    batchNo: row.batch,
  }))

/** The model after a step, or nothing where the step is to be refused. */
function foreseen(model: Model, act: (next: Model) => void): Model | undefined {
  const next = model.copy()
  try {
    act(next)
    return next
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

async function carriedOut(work: () => Promise<LineCosts>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

describe('random postings whose values are made of each other', () => {
  let model = new Model()
  it.each([1, 2, 3])('agree with the model to the fen, seed %i', { timeout: 240_000 }, async (seed) => {
    const random = createRandom('linked', seed)
    const shapes = new Shapes(random)
    const done: Posted[] = []
    const seen = { posted: 0, refused: 0, undone: 0 }
    for (let i = 0; i < 150; i += 1) {
      const back = random.chance(0.2) ? random.pick(done.length > 0 ? done : [undefined]) : undefined
      if (back && (back.step.mayBeUndone?.() ?? true)) {
        const next = foreseen(model, (each) => each.undo(back.rows))
        const red = random.chance(0.5) ? books.doc() : back.doc
        expect([i, await carriedOut(() => undo(back, red))]).toEqual([i, next !== undefined])
        if (!next) continue
        const all = red === back.doc ? [...back.rows, ...next.rows] : next.rows
        expect([i, await rowsInBooks(red)]).toEqual([i, rowsInModel(all)])
        done.splice(done.indexOf(back), 1)
        back.step.undone?.()
        model = next
        seen.undone += 1
        continue
      }
      const step = shapes.any()
      const doc = books.doc()
      const next = foreseen(model, step.expected)
      const isPosted = await carriedOut(() => books.tenant((tx) => post(tx, doc, { stock: step.moves })))
      expect([i, isPosted]).toEqual([i, next !== undefined])
      seen[isPosted ? 'posted' : 'refused'] += 1
      if (!next) continue
      expect([i, await rowsInBooks(doc)]).toEqual([i, rowsInModel(next.rows)])
      step.posted?.()
      done.push({ doc, step, rows: next.rows })
      model = next
    }
    expect(await poolsInBooks()).toEqual(poolsInModel(model))
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(5)
  })
})

describe('a posting of linked values', () => {
  it('takes as many statements for 40 lines as for one', async () => {
    const at: At = { place: places[0] as Place, partId: books.parts.oil, batch: '' }
    const receipt = move('in', at, 100n, { at: 'value', value: '100.00' })
    await books.tenant((tx) => post(tx, books.doc(), { stock: [receipt] }))
    const statements = async (lines: number) => {
      const outs = Array.from({ length: lines }, () => move('out', at, 1n, free))
      const ins = outs.map((out, i) => move('in', { ...at, batch: `n${i}` }, 1n, linked({ moves: [out] })))
      const before = statementCount.total
      await books.tenant((tx) => post(tx, books.doc(), { stock: [...ins, ...outs] }))
      return statementCount.total - before
    }
    expect(await statements(40)).toBe(await statements(1))
  })
})
