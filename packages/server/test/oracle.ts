// Second books, kept beside a random walk. They know what was typed and that the program took it, and work out by the rules of
// business/documents 3 and business/ledgers 3 to 5 what must stand in the program's books. They share no code with what they
// check but the decimals. They know what the makers (makers.ts) make: one warehouse, no carriers, no scrap. Transfers have books of their own
// (transfer-oracle.ts). Longer than most rooms, because second books split over several would be read as the first ones are.
import {
  abs,
  add,
  compare,
  type Decimal,
  div,
  equals,
  isNegative,
  isPositive,
  isZero,
  max,
  min,
  money,
  mul,
  neg,
  round,
  sub,
  sumOf,
} from '@chepu/contract/kernel/decimal'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import type { State } from '@chepu/contract/kernel/states'
import type { Body } from './makers'
import type { Shop } from './shop'
import type { Observer } from './trade-walk'

interface Rules {
  taxpayerKind: 'general' | 'small'
  freightToCost: boolean
}

/** A line of goods as it was typed, or as the second desk counted it. */
interface Line {
  id: number
  partId: number
  qty: Decimal
  price: Decimal
  discountRate: Decimal
  taxRate: Decimal
  netAmount: Decimal | null
  /** Of a direct trade: what it is bought for. */
  purchasePrice?: Decimal
  purchaseTaxRate?: Decimal
  sourceLineId: number | null
  /** Of a picking: the line of the order that it issues to. */
  workOrderLineId?: number
  /** Of a document of a kit: which line it is, and what part of its cost a component takes. */
  isKit?: boolean
  costRatio?: Decimal
  /** What successors have executed or brought back of it. */
  executed: Decimal
  /** Of a posted line: what it was worth in stock, what returns took of that, and what was charged and credited for it. */
  cost: Decimal
  returnedCost: Decimal
  charge: Charge
}

/** What was charged for a line, with the tax in or on it, and what returns have credited. */
interface Charge {
  amount: Decimal
  tax: Decimal
  credited: Decimal
  creditedTax: Decimal
}

interface Figures {
  net: Decimal
  untaxed: Decimal
  tax: Decimal
  taxed: Decimal
  share: Decimal
  shareUntaxed: Decimal
}

interface Pool {
  qty: Decimal
  value: Decimal
}

interface Item {
  partnerId: number
  side: 'AR' | 'AP'
  amount: Decimal
  settled: Decimal
}

/** All that a document has done to the books, so that it can be undone. */
interface Effects {
  moves: { line: Line; part: number; qty: Decimal; value: Decimal }[]
  items: Item[]
  settled: [Item, Decimal][]
  /** By 'advance partner account', 'account id' and 'pnl kind'. */
  sums: [string, Decimal][]
  sources: { line: Line; qty: Decimal; cost: Decimal; credit: Decimal; tax: Decimal }[]
}

interface Doc {
  kind: string
  id: number
  header: Record<string, string | number | boolean | null | undefined>
  lines: Line[]
  tenders: { storeAccountId: number; amount: Decimal; fee: Decimal }[]
  settles: { openItemId: number; amount: Decimal; discount: Decimal }[]
  state: State
  done: Effects | null
  /** An order that has taken what it names of quotations. */
  hasTaken: boolean
  postedAt: number
  /** An order as it was before a part of it was confirmed. */
  typed?: { orderDiscount: Doc['header'][string]; lines: Pick<Line, 'qty' | 'netAmount'>[] } | undefined
  /** Of a count: what the books said of each part, and what was counted. */
  books?: Map<number, Decimal> | undefined
  counts?: Map<number, Decimal>
}

const orders = ['purchase_order', 'sales_quotation', 'sales_order']
const notYet: readonly State[] = ['draft', 'submitted', 'voided']
const cents = (value: Decimal, rate: Decimal) => money(div(mul(value, rate), add('1', rate)))

export class Oracle implements Observer {
  private readonly docs = new Map<string, Doc>()
  private readonly lines = new Map<number, Line>()
  private readonly pools = new Map<number, Pool>()
  private readonly items = new Map<number, Item>()
  private readonly sums = new Map<string, Decimal>()
  private posted = 0
  private plans: Plan[] = []

  constructor(
    private readonly shop: Shop,
    private readonly rules: Rules = { taxpayerKind: 'small', freightToCost: false },
  ) {}

  async saved(def: DocumentDef, id: number, body: Body): Promise<void> {
    const rows = (body['lines'] ?? []) as Partial<Line>[]
    if (def.kind === 'stock_count') return this.counted(def, id, body)
    const ids = await this.shop.sql<{ id: number }>(
      'select id from goods_document_line where group_id = $1 and document_id = $2 order by line_no',
      rows.length > 0 ? id : 0,
    )
    const lines = rows.map((row, i): Line => ({
      price: '0',
      discountRate: '1',
      taxRate: '0',
      netAmount: null,
      sourceLineId: null,
      executed: '0',
      cost: '0',
      returnedCost: '0',
      charge: { amount: '0', tax: '0', credited: '0', creditedTax: '0' },
      ...(row as Pick<Line, 'partId' | 'qty'>),
      id: ids[i]?.id as number,
    }))
    for (const line of lines) this.lines.set(line.id, line)
    const tenders = (body['tenders'] ?? []) as Doc['tenders']
    const settles = ((body['items'] ?? []) as Doc['settles']).map((item) => ({
      ...item,
      discount: item.discount ?? '0',
    }))
    const header = body.header as Doc['header']
    const doc = {
      kind: def.kind,
      id,
      header,
      lines,
      tenders,
      settles,
      state: 'draft' as State,
      done: null,
      hasTaken: false,
      postedAt: 0,
    }
    this.docs.set(`${def.kind} ${id}`, doc)
  }

  /** A count compares with what the books said when it was first counted; a draft that is counted again keeps that. */
  private counted(def: DocumentDef, id: number, body: Body): void {
    const name = `${def.kind} ${id}`
    const before = this.docs.get(name)
    const rows = body['lines'] as { partId: number; countedQty: Decimal }[]
    const isKept = before !== undefined && rows.every(({ partId }) => before.books?.has(partId))
    const books = isKept ? before.books : new Map(rows.map(({ partId }) => [partId, this.pool(partId).qty]))
    const counts = new Map([
      ...(isKept ? (before.counts ?? []) : []),
      ...rows.map((row) => [row.partId, row.countedQty] as const),
    ])
    const header = body.header as Doc['header']
    const doc = { kind: def.kind, id, header, lines: [], tenders: [], settles: [], state: 'draft' as State, done: null }
    this.docs.set(name, { ...doc, hasTaken: false, postedAt: 0, books, counts })
  }

  /** What is there beyond the books comes in, what is not there leaves, each at the average. */
  private postCount({ books, counts }: Doc, effects: Effects): void {
    const lines = [...(counts ?? [])].map(([partId, counted]) => ({
      partId,
      diff: sub(counted, books?.get(partId) ?? '0'),
    }))
    for (const { partId, diff } of lines.filter((line) => isPositive(line.diff))) {
      const line = { partId, qty: diff } as Line
      effects.sums.push(['pnl stock_gain', this.enter(effects, line, this.usualCost(line))])
    }
    for (const { partId, diff } of lines.filter((line) => isNegative(line.diff)))
      effects.sums.push(['pnl stock_loss', this.leave(effects, { partId, qty: neg(diff) } as Line)])
  }

  async acted(def: DocumentDef, id: number, action: string, state: State, counted?: Counted): Promise<void> {
    const doc = this.docs.get(`${def.kind} ${id}`)
    if (!doc) return
    doc.state = state
    if (orders.includes(doc.kind)) {
      if (counted)
        doc.typed ??= { orderDiscount: doc.header['orderDiscount'], lines: doc.lines.map(({ ...line }) => line) }
      // What is taken up again is the whole of it (business/sales 1.1).
      if (state === 'draft' || action === 'reopen') this.forgetCount(doc)
    }
    if (counted) this.count(doc, counted)
    if (orders.includes(doc.kind)) return this.takeOffers(doc)
    if (state === 'done') await this.post(doc)
    else if (doc.done) this.undo(doc, doc.done)
  }

  /** An order executes the quotations that it was made of as long as it is approved (business/sales 1.7). */
  private takeOffers(doc: Doc): void {
    const takes = !notYet.includes(doc.state)
    if (takes === doc.hasTaken) return
    doc.hasTaken = takes
    for (const { sourceLineId, qty } of doc.lines) {
      const source = this.lines.get(sourceLineId ?? 0)
      if (source) source.executed = add(source.executed, takes ? qty : neg(qty))
    }
  }

  // Money of a document (business/documents 3).

  private figures(doc: Doc): Figures[] {
    const included = doc.header['taxIncluded'] === true
    const plain = doc.lines.map((line) => {
      const net =
        line.netAmount === null
          ? money(mul(money(mul(line.qty, line.price)), line.discountRate))
          : money(line.netAmount)
      const tax = included ? cents(net, line.taxRate) : money(mul(net, line.taxRate))
      return { net, tax }
    })
    const taxedOf = (net: Decimal, tax: Decimal) => (included ? net : add(net, tax))
    const shares = spread(
      text(doc.header['orderDiscount']),
      plain.map(({ net, tax }) => taxedOf(net, tax)),
      true,
    )
    const charges = new Map<number, Charge & { returned: Decimal }>()
    return plain.map(({ net, tax: byRate }, i) => {
      const line = doc.lines[i] as Line
      const share = shares[i] as Decimal
      const shareUntaxed = money(sub(share, cents(share, line.taxRate)))
      const source = isReturn(doc) && line.sourceLineId !== null ? this.lines.get(line.sourceLineId) : undefined
      let tax = byRate
      if (source) {
        const before = charges.get(source.id) ?? { ...source.charge, returned: source.executed }
        const credit = sub(net, included ? share : shareUntaxed)
        const ofCredit = returnedTax(before, source.qty, line.qty, credit)
        const own = included ? min(ofCredit, credit) : ofCredit
        charges.set(source.id, {
          ...before,
          returned: add(before.returned, line.qty),
          credited: add(before.credited, credit),
          creditedTax: add(before.creditedTax, own),
        })
        tax = add(own, sub(share, shareUntaxed))
      }
      const untaxed = included ? sub(net, tax) : net
      return { net, untaxed, tax, taxed: add(untaxed, tax), share, shareUntaxed }
    })
  }

  /** What the second desk counted takes the place of what was typed (business/documents 4.4). */
  private count(doc: Doc, { lines }: Counted): void {
    const whole = this.figures(doc)
    const qtyOf = (line: Line) => lines.find(({ lineId }) => lineId === line.id)?.qty ?? line.qty
    const borne = sumOf(doc.lines, (line) => part(whole[doc.lines.indexOf(line)]?.share ?? '0', qtyOf(line), line.qty))
    for (const line of doc.lines) {
      const qty = qtyOf(line)
      if (line.netAmount !== null) line.netAmount = money(part(line.netAmount, qty, line.qty))
      line.qty = qty
    }
    if (isReturn(doc)) this.limitCredits(doc)
    const goods = sumOf(this.figures({ ...doc, header: { ...doc.header, orderDiscount: '0' } }), ({ taxed }) => taxed)
    doc.header['orderDiscount'] = money(min(money(borne), goods))
  }

  /** An order that is a draft again waits for all that was typed, whatever part of it was confirmed. */
  private forgetCount(doc: Doc): void {
    doc.typed?.lines.forEach(({ qty, netAmount }, i) => Object.assign(doc.lines[i] as Line, { qty, netAmount }))
    if (doc.typed) doc.header['orderDiscount'] = doc.typed.orderDiscount
    doc.typed = undefined
  }

  private limitCredits(doc: Doc): void {
    const taken = new Map<number, { qty: Decimal; credit: Decimal }>()
    for (const line of doc.lines) {
      const source = this.lines.get(line.sourceLineId ?? 0)
      if (!source || line.netAmount === null) continue
      const { qty, credit } = taken.get(source.id) ?? { qty: source.executed, credit: source.charge.credited }
      const upTo = money(part(source.charge.amount, min(add(qty, line.qty), source.qty), source.qty))
      const most = money(max('0', sub(upTo, credit)))
      line.netAmount = min(line.netAmount, most)
      taken.set(source.id, { qty: add(qty, line.qty), credit: add(credit, most) })
    }
  }

  // What documents do to the books (business/ledgers 4 and 5).

  private async post(doc: Doc): Promise<void> {
    const effects: Effects = { moves: [], items: [], settled: [], sums: [], sources: [] }
    doc.done = effects
    this.posted += 1
    doc.postedAt = this.posted
    if (doc.counts) this.postCount(doc, effects)
    else if (doc.lines.length > 0) this.postGoods(doc, effects)
    else this.postSlip(doc, effects)
    for (const [name, amount] of effects.sums) this.add(name, amount)
    const known = [...this.items.keys()]
    const rows = await this.shop.sql<{ id: number }>(
      `select i.id from open_item i
        left join goods_document m on m.group_id = i.group_id and m.kind = i.source_kind and m.id = i.source_id
        left join goods_document d on d.group_id = m.group_id and d.id = m.made_by and d.kind = $2
        where i.group_id = $1 and (i.source_kind = $2 and i.source_id = $3 or d.id = $3) and i.original <> 0
          and i.id <> all ($4::bigint[]) order by i.id`,
      doc.kind,
      doc.id,
      known,
    )
    for (const [i, { id }] of rows.entries()) {
      const item = effects.items[i]
      if (item) this.items.set(id, item)
    }
  }

  private postGoods(doc: Doc, effects: Effects): void {
    const { header } = doc
    const all = this.figures(doc)
    const included = header['taxIncluded'] === true
    const freight = text(header['freight'])
    const [isOurs, isTheirs] = [header['freightPayer'] === 'us', header['freightPayer'] === 'partner']
    const bill = (charged: boolean) =>
      add(
        sub(
          sumOf(all, ({ taxed }) => taxed),
          sumOf(all, ({ share }) => share),
        ),
        charged ? freight : '0',
      )
    const rows = doc.lines.flatMap((line, i) => (isPositive(line.qty) ? [{ line, figures: all[i] as Figures }] : []))
    const basis = ({ untaxed, taxed, share, shareUntaxed }: Figures) =>
      this.rules.taxpayerKind === 'general' && header['invoiceKind'] === 'special'
        ? sub(untaxed, shareUntaxed)
        : sub(taxed, share)
    const owe = (side: 'AR' | 'AP', amount: Decimal) => {
      if (!isZero(amount)) effects.items.push({ partnerId: header['partnerId'] as number, side, amount, settled: '0' })
    }
    const credited = (figures: Figures) => (isReturn(doc) ? chargeOf(figures, included) : { amount: '0', tax: '0' })
    const pnl = (kind: string, amount: Decimal) => effects.sums.push([`pnl ${kind}`, amount])

    if (doc.kind === 'goods_receipt') {
      const isCost = isTheirs && this.rules.freightToCost
      const taxed = rows.map(({ figures }) => figures.taxed)
      const weights = taxed.some(isPositive) ? taxed : rows.map(({ line }) => line.qty)
      const onTop = isCost ? spread(freight, weights) : []
      rows.forEach(({ line, figures }, i) => {
        this.enter(effects, line, add(basis(figures), onTop[i] ?? '0'))
        this.countAt(effects, line, '0', credited(figures))
      })
      owe('AP', bill(isTheirs))
      if (isTheirs && !isCost) pnl('other_expense', freight)
    }
    if (doc.kind === 'purchase_return') {
      for (const { line, figures } of rows) {
        const credit = basis(figures)
        const origin = this.origin(line)
        const asked = origin ?? credit
        this.leave(effects, line, asked)
        pnl('stock_variance', sub(credit, asked))
        this.countAt(effects, line, asked, credited(figures))
      }
      owe('AP', neg(bill(isTheirs)))
      if (isTheirs) pnl('other_income', freight)
    }
    const isTrade = doc.kind === 'direct_trade'
    if (isTrade) this.buy(doc, effects)
    if (doc.kind === 'sales_delivery' || doc.kind === 'sales_return' || isTrade) {
      const back = doc.kind === 'sales_return'
      const signed = (amount: Decimal) => (back ? neg(amount) : amount)
      for (const { line, figures } of rows) {
        const origin = back ? this.origin(line) : undefined
        const goes = () =>
          back ? this.enter(effects, line, origin ?? this.usualCost(line)) : this.leave(effects, line)
        const value = isTrade ? line.cost : goes()
        pnl('cogs_part', signed(value))
        this.countAt(effects, line, value, credited(figures))
      }
      pnl('revenue_part', signed(sumOf(rows, ({ figures }) => figures.untaxed)))
      pnl('discount', signed(sumOf(rows, ({ figures }) => figures.shareUntaxed)))
      owe('AR', signed(bill(back ? isOurs : isTheirs)))
      if (back && isOurs) pnl('other_expense', freight)
      if (!back && isTheirs) pnl('other_income', freight)
    }
    if (doc.kind === 'picking' || doc.kind === 'picking_return') this.postIssued(doc, effects)
    if (doc.kind === 'other_in')
      for (const { line, figures } of rows) pnl('stock_gain', this.enter(effects, line, figures.net))
    if (doc.kind === 'other_out') for (const { line } of rows) pnl('stock_loss', this.leave(effects, line))

    if (doc.kind === 'assembly' || doc.kind === 'disassembly') {
      this.postKit(doc, effects, freight)
      if (header['partnerId']) owe('AP', freight)
      else pnl('other_expense', neg(freight))
    }

    if (doc.kind === 'cost_adjustment') this.adjustCosts(doc, effects)
    for (const { line, figures } of rows)
      line.charge = { ...chargeOf(figures, included), credited: '0', creditedTax: '0' }
  }

  /** What is issued to an order is work in progress, which is neither profit nor loss, until it comes back at its share. */
  private postIssued({ kind, lines }: Doc, effects: Effects): void {
    for (const line of lines.filter(({ qty }) => isPositive(qty))) {
      if (kind === 'picking') this.leave(effects, line)
      else {
        const value = this.enter(effects, line, this.origin(line) as Decimal)
        this.countAt(effects, line, value, { amount: '0', tax: '0' })
      }
    }
  }

  /** What goods cost changes; what their pool cannot bear is a variance. */
  private adjustCosts({ lines }: Doc, effects: Effects): void {
    for (const line of lines) {
      const value = line.netAmount as Decimal
      effects.sums.push(['pnl other_expense', neg(value)])
      if (!this.revalue(effects, line, value)) effects.sums.push(['pnl stock_variance', neg(value)])
    }
  }

  /** The purchase of a direct trade: what its goods come at they leave at, so that nothing of them stays in the pool. */
  private buy(doc: Doc, { items }: Effects): void {
    const { header, lines } = this.boughtBy(doc)
    const all = this.figures({ ...doc, header, lines })
    const amount = sumOf(all, ({ taxed }) => taxed)
    if (!isZero(amount)) items.push({ partnerId: header['supplierId'] as number, side: 'AP', amount, settled: '0' })
    const isDeducted = this.rules.taxpayerKind === 'general' && header['invoiceKind'] === 'special'
    doc.lines.forEach((line, i) => {
      line.cost = (isDeducted ? all[i]?.untaxed : all[i]?.taxed) ?? '0'
    })
  }

  /** The purchase of a direct trade as a document of its own. */
  private boughtBy(doc: Doc): Doc {
    const { header } = doc
    const lines = doc.lines.map((line) => ({
      ...line,
      price: text(line.purchasePrice),
      taxRate: text(line.purchaseTaxRate),
      discountRate: '1',
      netAmount: null,
    }))
    const terms = { taxIncluded: header['purchaseTaxIncluded'], invoiceKind: header['purchaseInvoiceKind'] }
    return { ...doc, lines, header: { ...header, ...terms, orderDiscount: '0' } }
  }

  /** Components make up a kit, or share what it was worth by their ratios, to the fen; with the fee on top (business/ledgers 4.6). */
  private postKit({ kind, lines }: Doc, effects: Effects, fee: Decimal): void {
    const kit = lines.find((line) => line.isKit) as Line
    const components = lines.filter((line) => !line.isKit)
    if (kind === 'assembly') {
      const taken = components.map((line) => this.leave(effects, line))
      this.enter(effects, kit, add(fee, ...taken))
      return
    }
    const shares = spread(
      add(fee, this.leave(effects, kit)),
      components.map((line) => line.costRatio as Decimal),
    )
    components.forEach((line, i) => this.enter(effects, line, shares[i] as Decimal))
  }

  /** Value that a line takes of the one it returns: in proportion, the last takes the remainder (business/ledgers 4.2, 4.3). */
  private origin(line: Line): Decimal | undefined {
    const source = this.lines.get(line.sourceLineId ?? 0)
    if (!source) return undefined
    const isLast = equals(add(source.executed, line.qty), source.qty)
    return money(isLast ? sub(source.cost, source.returnedCost) : part(source.cost, line.qty, source.qty))
  }

  private countAt(effects: Effects, line: Line, cost: Decimal, { amount, tax }: Pick<Charge, 'amount' | 'tax'>): void {
    const source = this.lines.get(line.sourceLineId ?? 0)
    if (!source) return
    effects.sources.push({ line: source, qty: line.qty, cost, credit: amount, tax })
    source.executed = add(source.executed, line.qty)
    source.returnedCost = add(source.returnedCost, cost)
    source.charge.credited = add(source.charge.credited, amount)
    source.charge.creditedTax = add(source.charge.creditedTax, tax)
  }

  /** What goods without a delivery come back at: the average, else what the last paid receipt cost. */
  private usualCost(line: Line): Decimal {
    const pool = this.pool(line.partId)
    if (isPositive(pool.qty)) return money(part(pool.value, line.qty, pool.qty))
    const receipts = [...this.docs.values()]
      .filter(({ kind, state }) => (kind === 'goods_receipt' || kind === 'direct_trade') && state === 'done')
      .map((doc) => (doc.kind === 'direct_trade' ? this.boughtBy(doc) : doc))
    const [last] = receipts
      .flatMap((doc) => doc.lines.map((each, no) => ({ doc, each, no })))
      .filter(({ each }) => each.partId === line.partId && isPositive(each.qty) && isPositive(priceOf(each)))
      .toSorted(
        (a, b) =>
          text(b.doc.header['bizDate']).localeCompare(text(a.doc.header['bizDate'])) ||
          b.doc.postedAt - a.doc.postedAt ||
          b.no - a.no,
      )
    if (!last) throw new Error(`the program found a cost for part ${line.partId} where there is none`)
    return money(mul(div(last.each.cost, last.each.qty), line.qty))
  }

  private pool(partId: number): Pool {
    const pool = this.pools.get(partId) ?? { qty: '0', value: '0' }
    this.pools.set(partId, pool)
    return pool
  }

  private enter(effects: Effects, line: Line, value: Decimal): Decimal {
    const pool = this.pool(line.partId)
    pool.qty = add(pool.qty, line.qty)
    pool.value = add(pool.value, value)
    line.cost = value
    line.returnedCost = '0'
    effects.moves.push({ line, part: line.partId, qty: line.qty, value })
    return value
  }

  /** Goods out at the average, or as near as the pool allows to what was asked; the difference is variance (business/ledgers 4.1). */
  private leave(effects: Effects, line: Line, asked?: Decimal): Decimal {
    const given = this.take(line.partId, line.qty, asked)
    line.cost = given
    line.returnedCost = '0'
    effects.moves.push({ line, part: line.partId, qty: neg(line.qty), value: given })
    if (asked !== undefined) effects.sums.push(['pnl stock_variance', sub(asked, given)])
    return given
  }

  /** Goods that are there are worth more or less, but never less than nothing; whether they could bear it. */
  private revalue(effects: Effects, line: Line, value: Decimal): boolean {
    const pool = this.pool(line.partId)
    const after = add(pool.value, value)
    if (!isPositive(pool.qty) || isNegative(after)) return false
    pool.value = after
    effects.moves.push({ line, part: line.partId, qty: '0', value: neg(value) })
    return true
  }

  private take(partId: number, qty: Decimal, asked?: Decimal): Decimal {
    const pool = this.pool(partId)
    const rest = { qty: sub(pool.qty, qty), value: sub(pool.value, asked ?? '0') }
    const free = isZero(rest.qty) ? pool.value : min(money(part(pool.value, qty, pool.qty)), pool.value)
    const isSensible =
      asked !== undefined &&
      isPositive(rest.qty) &&
      !isNegative(rest.value) &&
      compare(mul(rest.value, pool.qty), mul('10', mul(pool.value, rest.qty))) <= 0
    const given = isSensible ? asked : free
    pool.qty = rest.qty
    pool.value = sub(pool.value, given)
    return given
  }

  private postSlip(doc: Doc, effects: Effects): void {
    const { kind, header, settles, tenders } = doc
    const partnerId = header['partnerId'] as number
    const { purpose } = header
    const put = (name: string, amount: Decimal) => effects.sums.push([name, amount])
    for (const { openItemId, amount, discount } of settles) {
      const item = this.items.get(openItemId)
      if (!item) throw new Error(`${kind} ${doc.id} settles open item ${openItemId}, which no document has opened`)
      effects.settled.push([item, add(amount, discount)])
      item.settled = add(item.settled, amount, discount)
    }
    const settled = sumOf(settles, ({ amount }) => amount)
    if (kind === 'collection' || kind === 'payment') {
      const isIn = kind === 'collection'
      const isBack = purpose === 'refund'
      for (const { storeAccountId, amount, fee } of tenders)
        put(`account ${storeAccountId}`, sub(isIn === isBack ? neg(amount) : amount, fee))
      const paid = sumOf(tenders, ({ amount }) => amount)
      const total = isBack ? neg(paid) : paid
      if (purpose === 'other') put(`pnl ${isIn ? 'other_income' : 'other_expense'}`, total)
      else put(`advance ${partnerId} ${isIn ? 'ADV_IN' : 'ADV_OUT'}`, sub(total, settled))
      put(
        `pnl ${isIn ? 'discount' : 'other_income'}`,
        sumOf(settles, ({ discount }) => discount),
      )
      put(
        'pnl other_expense',
        sumOf(tenders, ({ fee }) => fee),
      )
    }
    if (purpose === 'bad_debt') put('pnl discount', settled)
    if (purpose === 'advance_ar') put(`advance ${partnerId} ADV_IN`, neg(settled))
    if (purpose === 'advance_ap') put(`advance ${partnerId} ADV_OUT`, neg(settled))
    if (purpose === 'transfer')
      for (const { amount } of settles)
        effects.items.push({ partnerId: header['payerId'] as number, side: 'AR', amount, settled: '0' })
    if (kind === 'fund_transfer') {
      const [total, fee] = [text(header['total']), text(header['fee'])]
      put(`account ${header['accountId']}`, neg(add(total, fee)))
      put(`account ${header['counterAccountId']}`, total)
      put('pnl other_expense', fee)
    }
    if (kind === 'other_income' || kind === 'other_expense') this.postOtherMoney(doc, effects)
    if (kind === 'balance_adjustment') {
      const total = text(header['total'])
      const side = header['side'] as 'AR' | 'AP'
      effects.items.push({ partnerId, side, amount: total, settled: '0' })
      const [raised, lowered] = side === 'AR' ? ['other_income', 'discount'] : ['other_expense', 'other_income']
      put(`pnl ${isPositive(total) ? raised : lowered}`, abs(total))
    }
  }

  /** Money that is no trade: on the accounts less their fees, or owed by its partner or to him (business/money-slips 1). */
  private postOtherMoney({ kind, header, tenders }: Doc, effects: Effects): void {
    const isIn = kind === 'other_income'
    const put = (name: string, amount: Decimal) => effects.sums.push([name, amount])
    for (const { storeAccountId, amount, fee } of tenders) {
      put(`account ${storeAccountId}`, sub(isIn ? amount : neg(amount), fee))
      put('pnl other_expense', fee)
    }
    const isOwed = header['purpose'] === 'owed'
    const total = isOwed ? text(header['total']) : sumOf(tenders, ({ amount }) => amount)
    put(`pnl ${kind}`, total)
    const partnerId = header['partnerId'] as number
    if (isOwed) effects.items.push({ partnerId, side: isIn ? 'AR' : 'AP', amount: total, settled: '0' })
  }

  /** What came in leaves at its value as far as the pool can give it, what left comes back at its value (business/ledgers 4.4). */
  private undo(doc: Doc, { moves, items, settled, sums, sources }: Effects): void {
    for (const [name, amount] of sums) this.add(name, neg(amount))
    for (const { part: partId, qty, value } of moves) {
      const pool = this.pool(partId)
      if (isPositive(qty)) this.add('pnl stock_variance', sub(value, this.take(partId, qty, value)))
      else {
        pool.qty = sub(pool.qty, qty)
        pool.value = add(pool.value, value)
      }
    }
    for (const item of items) item.amount = '0'
    for (const [item, amount] of settled) item.settled = sub(item.settled, amount)
    for (const { line, qty, cost, credit, tax } of sources) {
      line.executed = sub(line.executed, qty)
      line.returnedCost = sub(line.returnedCost, cost)
      line.charge.credited = sub(line.charge.credited, credit)
      line.charge.creditedTax = sub(line.charge.creditedTax, tax)
    }
    doc.done = null
  }

  private add(name: string, amount: Decimal): void {
    this.sums.set(name, add(this.sums.get(name) ?? '0', amount))
  }

  // What must stand in the books now.

  /** Every figure in which the program's books and these differ; none when all is well. */
  async differences(): Promise<string[]> {
    const { sql } = this.shop
    const stock = await sql<{ partId: number; qty: string; value: string; inBins: string }>(
      `select c.part_id, c.qty, c.value, (select coalesce(sum(b.qty), 0) from stock_balance b
          where b.group_id = c.group_id and b.warehouse_id = c.warehouse_id and b.part_id = c.part_id) as in_bins
        from stock_cost c where c.group_id = $1`,
    )
    const held = await sql<{ partId: number; held: string; waiting: string }>(
      `select part_id, sum(qty - released_qty - backorder_qty) as held, sum(backorder_qty) as waiting
        from stock_reservation where group_id = $1 and is_live group by part_id`,
    )
    const balances = await sql<{ name: string; amount: string }>(
      `select case when account like 'ADV%' then 'advance ' || partner_id || ' ' || account
            else 'owed ' || partner_id || ' ' || account end as name, balance as amount from partner_balance where group_id = $1
        union all
        select 'item ' || id, balance from open_item where group_id = $1 and (original <> 0 or balance <> 0)
        union all
        select 'account ' || id, balance - opening_balance from store_account where group_id = $1
        union all
        select 'pnl ' || kind, sum(amount) from pnl_ledger where group_id = $1 group by kind
        union all
        select 'executed ' || l.id, l.executed_qty + l.returned_qty from goods_document_line l
          join goods_document d on d.group_id = l.group_id and d.id = l.document_id and not d.is_red where l.group_id = $1`,
    )
    const found = new Map<string, Decimal>(balances.map(({ name, amount }) => [name, amount]))
    for (const { partId, qty, value, inBins } of stock) {
      found.set(`qty of part ${partId}`, qty)
      found.set(`value of part ${partId}`, value)
      found.set(`in bins of part ${partId}`, inBins)
    }
    for (const row of held) {
      found.set(`held of part ${row.partId}`, row.held)
      found.set(`waiting of part ${row.partId}`, row.waiting)
    }
    // What customers have agreed to; how much of it is out follows from what was typed since.
    this.plans = await sql<Plan>(
      `select l.id, l.part_id, l.qty from repair_line l join repair_document d on d.group_id = l.group_id and d.id = l.document_id
        where l.group_id = $1 and d.kind = 'work_order' and l.section = 'materials' and l.agreement = 'agreed'
          and d.state in ('confirmed', 'in_progress', 'paused', 'waiting_check')`,
    )
    const wanted = this.figuresNow()
    const known = new Set(this.items.keys())
    return [...new Set([...found.keys(), ...wanted.keys()])].flatMap((name) => {
      const [here, there] = [wanted.get(name) ?? '0', found.get(name) ?? '0']
      // The items of red documents are settled with those that they undo.
      const isRed = name.startsWith('item ') && !known.has(Number.parseInt(name.slice(5), 10))
      return equals(here, there) || (isRed && isZero(there)) ? [] : [`${name}: ${there}, should be ${here}`]
    })
  }

  private figuresNow(): Map<string, Decimal> {
    const wanted = new Map(this.sums)
    const more = (name: string, amount: Decimal) => wanted.set(name, add(wanted.get(name) ?? '0', amount))
    for (const [id, { partnerId, side, amount, settled }] of this.items) {
      more(`item ${id}`, sub(amount, settled))
      more(`owed ${partnerId} ${side}`, sub(amount, settled))
    }
    for (const line of this.lines.values()) if (this.isCurrent(line)) more(`executed ${line.id}`, line.executed)
    for (const partId of Object.values(this.shop.parts)) {
      const { qty, value } = this.pool(partId)
      const asked = this.askedOf(partId)
      more(`qty of part ${partId}`, qty)
      more(`in bins of part ${partId}`, qty)
      more(`value of part ${partId}`, value)
      more(`held of part ${partId}`, min(asked, qty))
      more(`waiting of part ${partId}`, sub(asked, min(asked, qty)))
    }
    return wanted
  }

  /** A line that its draft has been saved without since is gone. */
  private readonly isCurrent = (line: Line) => [...this.docs.values()].some(({ lines }) => lines.includes(line))

  /** What open orders and what waits for the warehouse want of a part (business/ledgers 3.2). */
  private askedOf(partId: number): Decimal {
    const docs = [...this.docs.values()]
    const linesOf = (kinds: readonly string[], states: readonly State[]) =>
      docs
        .filter(({ kind, state }) => kinds.includes(kind) && states.includes(state))
        .flatMap(({ lines }) => lines.filter((line) => line.partId === partId))
    const leaving = linesOf(['sales_delivery', 'purchase_return'], ['approved'])
    const ordered = linesOf(['sales_order'], ['approved', 'partial'])
    const rest = ordered.map((line) => {
      const onTheWay = leaving.filter(({ sourceLineId }) => sourceLineId === line.id)
      return max(
        '0',
        sub(
          line.qty,
          add(
            line.executed,
            sumOf(onTheWay, ({ qty }) => qty),
          ),
        ),
      )
    })
    return add(
      ...rest,
      sumOf(leaving, ({ qty }) => qty),
      ...this.plans
        .filter((plan) => plan.partId === partId)
        .map((plan) => max('0', sub(plan.qty, this.netOf(plan.id)))),
    )
  }

  /** What is out for a line of an order. */
  private netOf(lineId: number): Decimal {
    const done = (kind: string) =>
      [...this.docs.values()].filter((doc) => doc.kind === kind && doc.state === 'done').flatMap(({ lines }) => lines)
    const isOf = (line: Line | undefined) => line?.workOrderLineId === lineId
    const back = done('picking_return').filter((line) => isOf(this.lines.get(line.sourceLineId ?? 0)))
    return sub(
      sumOf(done('picking').filter(isOf), ({ qty }) => qty),
      sumOf(back, ({ qty }) => qty),
    )
  }
}

/** A material line of an order: what the customer has agreed to. */
interface Plan {
  id: number
  partId: number
  qty: Decimal
}

interface Counted {
  lines: readonly { lineId: number; qty: Decimal }[]
}

const isReturn = ({ kind }: Doc) => kind === 'purchase_return' || kind === 'sales_return'
/** What a line charges or credits in the tax mode of its document, and the tax in or on it. */
const chargeOf = ({ net, tax, share, shareUntaxed }: Figures, included: boolean) => ({
  amount: sub(net, included ? share : shareUntaxed),
  tax: sub(tax, sub(share, shareUntaxed)),
})
const text = (value: unknown): string => (typeof value === 'string' ? value : '0')
const part = (amount: Decimal, of: Decimal, whole: Decimal): Decimal =>
  isZero(whole) ? '0' : div(mul(amount, of), whole)
const priceOf = ({ price, netAmount, qty, discountRate }: Line): Decimal =>
  netAmount === null ? price : round(div(netAmount, mul(qty, discountRate)), 4)

/** The tax of a credit: what the money credited up to and with it bears of the tax charged, less the tax of earlier credits. */
function returnedTax(
  before: Charge & { returned: Decimal },
  wholeQty: Decimal,
  qty: Decimal,
  credit: Decimal,
): Decimal {
  const [now, earlier, whole] = isZero(before.amount)
    ? [qty, before.returned, wholeQty]
    : [credit, before.credited, before.amount]
  if (isZero(now)) return '0'
  return money(max('0', sub(money(part(before.tax, min(add(earlier, now), whole), whole)), before.creditedTax)))
}

/** Shares of an amount by weight; the last weight that is not zero takes the remainder. Limited ones stay within 0 and their weight. */
function spread(total: Decimal, weights: readonly Decimal[], isLimited = false): Decimal[] {
  const whole = add(...weights)
  const last = weights.findLastIndex((weight) => !isZero(weight))
  const shares = weights.map((weight, i) => (i < last ? money(part(total, weight, whole)) : '0'))
  if (last >= 0) shares[last] = sub(total, add(...shares))
  if (!isLimited) return shares
  let over: Decimal = '0'
  for (let i = last; i >= 0; i -= 1) {
    const wanted = add(shares[i] as Decimal, over)
    shares[i] = max('0', min(wanted, weights[i] as Decimal))
    over = sub(wanted, shares[i] as Decimal)
  }
  return shares
}
