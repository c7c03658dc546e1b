// Random trade of two organisations and three warehouses that send each other goods, step by step beside second books (transfer-oracle.ts).
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import type { Random } from '../../../db/demo/random'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { tryAct, trySave } from './desk'
import type { Client, Shop } from './shop'
import type { At, Outcome, TransferBooks } from './transfer-oracle'

interface Place extends At {
  client: Client
}
interface Line {
  lineId: number
  partId: number
  qty: string
  price: string
  requestLineId: number | null
}
interface Transfer {
  id: number
  from: Place
  to: Place
  lines: Line[]
}
/** A bought or sold document, or a receipt, that may be undone. */
interface Done {
  def: AnyDocument
  id: number
  name: string
  client: Client
}

const bizDate = shanghaiDay()

/** One walk: what may happen next is drawn of what stands. */
export class TransferWalk {
  /** Steps that went through. */
  readonly done = new Set<string>()
  /** Answers that no walk may get. */
  readonly failures: string[] = []
  private readonly bills: Done[] = []
  private readonly receipts: Done[] = []
  private readonly asked: Transfer[] = []
  private readonly requests: Transfer[] = []
  private readonly drafts: Transfer[] = []
  private readonly waiting: Transfer[] = []
  private readonly sent: Transfer[] = []

  constructor(
    private readonly shop: Shop,
    private readonly places: readonly Place[],
    private readonly books: TransferBooks,
    private readonly dice: Random,
  ) {}

  /** Takes one random step. */
  async step(): Promise<void> {
    const steps: [() => Promise<void>, number][] = [
      [() => this.buy(), 5],
      [() => this.sell(), 3],
      [() => this.undoOf(this.bills), 2],
      [() => this.ask(), 4],
      [() => this.decideRequest(), 4],
      [() => this.closeRequest(), 1],
      [() => this.order(), 6],
      [() => this.approveAgain(), 2],
      [() => this.ship(), 7],
      [() => this.giveUp(), 2],
      [() => this.takeBack(), 3],
      [() => this.receive(), 8],
      [() => this.decide(), 4],
      [() => this.undoOf(this.receipts), 3],
    ]
    await this.dice.weighted(steps)()
  }

  private async buy(): Promise<void> {
    const at = this.dice.pick(this.places)
    const lines = this.parts().map((partId) => ({
      partId,
      qty: String(this.dice.int(1, 20)),
      price: this.price(),
      taxRate: '0',
    }))
    const header = { bizDate, partnerId: this.shop.supplierId, warehouseId: at.warehouseId }
    await this.bill(goodsReceipt, at, { header, lines }, (name) =>
      this.books.bought(name, at, lines, this.shop.supplierId),
    )
  }

  private async sell(): Promise<void> {
    const at = this.dice.pick(this.places)
    const lines = this.parts().map((partId) => ({
      partId,
      qty: String(this.dice.int(1, 4)),
      price: this.price(),
      taxRate: '0',
    }))
    const header = { bizDate, partnerId: this.shop.customerId, warehouseId: at.warehouseId }
    await this.bill(salesDelivery, at, { header, lines }, (name) =>
      this.books.sold(name, at, lines, this.shop.customerId),
    )
  }

  private async bill(def: AnyDocument, { client }: Place, body: object, note: (name: string) => void): Promise<void> {
    const id = await this.save(def, client, body)
    if (id === null || !(await this.act(def, client, id, 'approve'))) return
    const name = `${def.kind} ${id}`
    note(name)
    this.bills.push({ def, id, name, client })
  }

  private async ask(): Promise<void> {
    const [to, from] = this.dice.sample(this.places, 2) as [Place, Place]
    const wanted = this.parts().map((partId) => ({ partId, qty: String(this.dice.int(1, 6)) }))
    const header = {
      bizDate,
      warehouseId: to.warehouseId,
      toWarehouseId: from.warehouseId,
      counterOrgId: facing(to, from),
    }
    const id = await this.save(transferRequest, to.client, { header, lines: wanted })
    if (id === null || !(await this.act(transferRequest, to.client, id, 'submit'))) return
    this.asked.push({ id, from, to, lines: await this.linesOf(transferRequest, to.client, id) })
  }

  /** The supplying side approves what was asked for, whole or in part, or does not. */
  private async decideRequest(): Promise<void> {
    const request = this.take(this.asked)
    if (!request) return
    const { id, from, to } = request
    if (this.dice.chance(0.1)) return void (await this.act(transferRequest, from.client, id, 'reject'))
    if (this.dice.chance(0.1)) return void (await this.act(transferRequest, to.client, id, 'withdraw'))
    const approved = request.lines.map((line) =>
      this.dice.chance(0.6) ? line : { ...line, qty: String(this.dice.int(0, Number.parseInt(line.qty, 10))) },
    )
    const input = { lines: approved.map(({ lineId, qty }) => ({ lineId, qty })) }
    if (!(await this.act(transferRequest, from.client, id, 'approve', input))) return
    this.books.promised(id, from, approved)
    this.requests.push({ ...request, lines: approved })
  }

  private async closeRequest(): Promise<void> {
    const request = this.dice.chance(0.5) ? undefined : this.some(this.requests)
    if (!request || !(await this.act(transferRequest, request.to.client, request.id, 'close'))) return
    this.books.withdrawn(request.id)
    this.requests.splice(this.requests.indexOf(request), 1)
  }

  /** An order, of a request or by itself. */
  private async order(): Promise<void> {
    const request = this.dice.chance(0.6) ? this.some(this.requests) : undefined
    const [from, to] = request ? [request.from, request.to] : (this.dice.sample(this.places, 2) as [Place, Place])
    const ofRequest = request?.lines.flatMap(({ lineId, partId }) => {
      const most = Number(this.books.wanted(request.id, lineId))
      return most > 0
        ? [{ partId, sourceLineId: lineId, qty: String(this.dice.int(1, most)), price: this.price() }]
        : []
    })
    const free = () => this.parts().map((partId) => ({ partId, qty: String(this.dice.int(1, 6)), price: this.price() }))
    const lines = ofRequest && ofRequest.length > 0 ? ofRequest : free()
    const header = {
      bizDate,
      warehouseId: from.warehouseId,
      toWarehouseId: to.warehouseId,
      counterOrgId: facing(from, to),
      invoiceKind: 'special',
    }
    const id = await this.save(transferOrder, from.client, { header, lines })
    if (id === null) return
    this.drafts.push({ id, from, to, lines: await this.linesOf(transferOrder, from.client, id) })
    await this.approve(this.drafts.at(-1) as Transfer)
  }

  private async approveAgain(): Promise<void> {
    const order = this.some(this.drafts)
    if (order) await this.approve(order)
  }

  private async approve(order: Transfer): Promise<void> {
    if (!(await this.act(transferOrder, order.from.client, order.id, 'approve'))) return
    this.books.orderApproved(order.id, order.from, order.lines)
    this.move(order, this.drafts, this.waiting)
  }

  private async ship(): Promise<void> {
    const order = this.some(this.waiting)
    if (!order) return
    const counted = order.lines.map((line) =>
      this.dice.chance(0.75) ? line : { ...line, qty: String(this.dice.int(0, Number.parseInt(line.qty, 10))) },
    )
    const input = { lines: counted.map(({ lineId, qty }) => ({ lineId, qty, locationId: null, batchNo: '' })) }
    if (!(await this.act(transferOrder, order.from.client, order.id, 'ship', input))) return
    order.lines = counted
    this.books.shipped(order.id, order.from, counted)
    this.move(order, this.waiting, this.sent)
  }

  /** An order that waits is given up, or becomes a draft again. */
  private async giveUp(): Promise<void> {
    const order = this.some(this.waiting)
    if (!order) return
    const action = this.dice.pick(['close', 'unapprove'])
    if (!(await this.act(transferOrder, order.from.client, order.id, action))) return
    this.books.orderGivenUp(order.id)
    this.move(order, this.waiting, action === 'unapprove' ? this.drafts : [])
  }

  /** Goods that were sent are back, as long as nothing has become of them. */
  private async takeBack(): Promise<void> {
    const order = this.some(this.sent)
    if (!order) return
    const action = this.dice.pick(['unapprove', 'reverse'])
    if (!(await this.act(transferOrder, order.from.client, order.id, action))) return
    this.books.undone(`order ${order.id}`)
    this.move(order, this.sent, action === 'unapprove' ? this.drafts : [])
  }

  /** What came of one order, or of two that go the same way: all of it, or less, with what is missing or broken. */
  private async receive(): Promise<void> {
    const first = this.some(this.sent)
    if (!first) return
    const sameWay = this.sent.filter((each) => each !== first && each.from === first.from && each.to === first.to)
    const orders = sameWay.length > 0 && this.dice.chance(0.3) ? [first, this.dice.pick(sameWay)] : [first]
    await this.receipt('arrived', orders, (most) => {
      if (this.dice.chance(0.6)) return { qty: String(most) }
      const qty = this.dice.int(0, most)
      return {
        qty: String(qty),
        ...(this.dice.chance(0.5) && { [this.dice.pick(['shortQty', 'damagedQty'])]: String(most - qty) }),
      }
    })
  }

  /** What a side says of goods that did not arrive. */
  private async decide(): Promise<void> {
    const order = this.some(this.sent)
    const outcome = this.dice.pick(['returned', 'lost_source', 'lost_dest'] as const)
    if (order) await this.receipt(outcome, [order], (most) => ({ qty: String(this.dice.int(0, most)) }))
  }

  private async receipt(
    outcome: Outcome,
    orders: readonly Transfer[],
    countOf: (most: number) => { qty: string; shortQty?: string; damagedQty?: string },
  ): Promise<void> {
    const [{ from, to }] = orders as [Transfer]
    const [own, other] = outcome === 'arrived' || outcome === 'lost_dest' ? [to, from] : [from, to]
    const open = orders.flatMap(({ lines }) => lines.filter(({ lineId }) => this.books.left(lineId) > 0n))
    const counted = open.map((line) => ({ ...line, count: countOf(Number(this.books.left(line.lineId))) }))
    const lines = counted.map(({ lineId, partId, count }) => ({ partId, sourceLineId: lineId, ...count }))
    const header = {
      bizDate,
      warehouseId: own.warehouseId,
      toWarehouseId: other.warehouseId,
      counterOrgId: facing(own, other),
      outcome,
    }
    const id = open.length > 0 ? await this.save(transferReceipt, own.client, { header, lines }) : null
    if (id === null || !(await this.act(transferReceipt, own.client, id, 'approve'))) return
    this.done.add(`transfer_receipt.${outcome}`)
    const taken = counted.map((line) => ({ ...line, taken: line.count.qty }))
    this.books.settled(id, outcome, from, to, taken)
    this.receipts.push({ def: transferReceipt, id, name: `receipt ${id}`, client: own.client })
  }

  private async undoOf(list: Done[]): Promise<void> {
    const doc = this.some(list)
    if (!doc || !(await this.act(doc.def, doc.client, doc.id, this.dice.pick(['unapprove', 'reverse'])))) return
    this.books.undone(doc.name)
    list.splice(list.indexOf(doc), 1)
  }

  private async save({ kind, routes }: AnyDocument, client: Client, body: object): Promise<number | null> {
    const answer = await trySave(client, routes, body as never)
    return this.went(`${kind}.save`, answer) ? answer.data.id : null
  }

  /** Acts on the document as it stands now; whether it went through. */
  private async act({ kind, routes }: AnyDocument, client: Client, id: number, action: string, input?: object) {
    const { header } = await client.call(routes.read, { params: { id } })
    const known = { id, version: header['version'] as number }
    return this.went(`${kind}.${action}`, await tryAct(client, routes, known, action, { input }))
  }

  private went(step: string, { status, msg }: { status: number; msg: string }): boolean {
    if (status === 200) this.done.add(step)
    else if (status !== 400) this.failures.push(`${step}: ${status} ${msg}`)
    return status === 200
  }

  private async linesOf({ routes }: AnyDocument, client: Client, id: number): Promise<Line[]> {
    const read: unknown = await client.call(routes.read, { params: { id } })
    const rows = (
      read as { lines: (Pick<Line, 'partId' | 'qty' | 'price'> & { id: number; sourceLineId: number | null })[] }
    ).lines
    return rows.map((line) => ({
      lineId: line.id,
      partId: line.partId,
      qty: line.qty,
      price: line.price,
      requestLineId: line.sourceLineId,
    }))
  }

  private readonly parts = () => this.dice.sample(Object.values(this.shop.parts), this.dice.int(1, 2))
  /** Mostly of one size, and now and then one that leaves a pool no sensible average. */
  private readonly price = () =>
    this.dice.chance(0.15)
      ? `0.0${this.dice.int(1, 9)}`
      : `${this.dice.int(1, this.dice.chance(0.2) ? 900 : 30)}.${this.dice.digits(2)}`
  private readonly some = <T>(list: readonly T[]): T | undefined => (list.length > 0 ? this.dice.pick(list) : undefined)

  private take<T>(list: T[]): T | undefined {
    const found = this.some(list)
    if (found !== undefined) list.splice(list.indexOf(found), 1)
    return found
  }

  private move(order: Transfer, from: Transfer[], to: Transfer[]): void {
    from.splice(from.indexOf(order), 1)
    to.push(order)
  }
}

/** The organisation that a document of the one names beside its own. */
const facing = (own: At, other: At): number | null => (own.orgId === other.orgId ? null : other.orgId)
