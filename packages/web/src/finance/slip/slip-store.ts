import { isEntered } from '@chepu/contract/kernel/states'
import { countsAs } from '@chepu/contract/finance/collection'
import { autoWriteOff } from '@chepu/contract/finance/auto-write-off'
import type { OpenItemRow } from '@chepu/contract/finance/lookups'
import { abs, add, type Decimal, isNegative, isZero, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { type MoneyDef, moneySections, slipFigures, type SlipFigures } from '@chepu/contract/kernel/money-document'
import { EditorStore, type HeaderValues } from '../../kit/document/document-editor-store'
import { EditorSection } from '../../kit/document/editor-section'
import { LineStore } from '../../kit/grid/line-grid-store'
import { type TenderLine, tenderRules, typedMoney } from '../../pickers/tender-lines'
import { type ItemLine, itemRules, type ItemRow, type Settled } from './slip-lines'

const noItems: readonly ItemRow[] = []
const nothing: Settled = { amount: '', discount: '' }

/** What a deep link wants settled: items by id, or all items of some documents. */
export interface Wanted {
  itemIds: readonly number[]
  sourceKind: string | undefined
  sourceIds: readonly number[]
}

/** The way of paying that a deep link begins with. */
export type FirstTender = Pick<TenderLine, 'amount' | 'tradeNo'> & { storeAccountId: number }

/** A money document in the editor: ways of paying, what it settles, and what of the partner is open. */
export class SlipStore {
  readonly editor: EditorStore
  readonly tenders = new LineStore<TenderLine>(tenderRules.blank, tenderRules.isBlank, false)
  readonly items = new LineStore<ItemLine>(itemRules.blank, itemRules.isBlank)
  private preset: number | null = null
  private offered: readonly ItemRow[] = noItems
  private kept: readonly ItemRow[] = noItems
  private shownRows: readonly ItemRow[] = noItems
  private chosenItems: ReadonlyMap<number, ItemLine> | undefined
  private readonly listeners = new Set<() => void>()

  constructor(
    def: MoneyDef,
    defaults: HeaderValues,
    private wanted: Wanted | undefined,
    private firstTender?: FirstTender | undefined,
  ) {
    const tenders = new EditorSection(moneySections.tenders, tenderRules, this.tenders)
    const items = new EditorSection(moneySections.items, itemRules, this.items)
    this.editor = new EditorStore(def, { tenders, items }, defaults)
    this.items.watch(() => this.forgetChosen())
    this.editor.watchHeader((before) => this.followHeader(before))
    this.editor.watchComing((how) => {
      if (how !== 'restored') this.kept = this.items.filled().flatMap(({ row }) => row ?? [])
      const { state, isRed } = this.editor.header()
      if (how === 'read' && (!isEntered(def, String(state)) || isRed === true)) this.offered = noItems
      this.arrange()
    })
  }

  /** Items to show: those that are open, and those of the document that no longer are. */
  rows = (): readonly ItemRow[] => this.shownRows

  /** Whether the items that a deep link asked for are still to come. */
  isAwaiting = (): boolean => this.wanted !== undefined

  /** What is settled, by item. */
  chosen = (): ReadonlyMap<number, ItemLine> => {
    this.chosenItems ??= new Map(this.items.filled().map((line) => [line.openItemId, line]))
    return this.chosenItems
  }

  /** Hears when other items are shown or settled. */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Money typed so far, before fees. */
  paid = (): Decimal => slipFigures(this.tenderFigures(), [], false).total

  /** Figures as the server will compute them (business/finance 2). */
  figures(): SlipFigures {
    return slipFigures(this.tenderFigures(), this.itemFigures(), this.isRefund())
  }

  /** Sum of what is settled of the items that `keep` names. */
  sumWhere(keep: (id: number) => boolean): Decimal {
    const kept = this.itemFigures().filter(({ openItemId }) => keep(openItemId))
    return money(sumOf(kept, ({ amount }) => amount))
  }

  /**
   * Takes over what is open of the partner; the items that a deep link asked for are settled in full, once. Figures that stand by then
   * were typed, and stay.
   */
  offer(rows: readonly OpenItemRow[]): void {
    this.offered = rows
    this.arrange()
    const { wanted } = this
    this.wanted = undefined
    if (!wanted) return
    const asked = rows.filter(
      ({ id, sourceKind, sourceId }) =>
        wanted.itemIds.includes(id) || (sourceKind === wanted.sourceKind && wanted.sourceIds.includes(sourceId)),
    )
    const untouched = asked.filter(({ id }) => !this.chosen().has(id))
    if (untouched.length === 0) return
    for (const row of untouched) this.choose(row.id, { amount: row.balance ?? '', discount: '' })
    if (this.tenders.all().every(({ amount }) => amount === '')) this.payWhatIsSettled()
  }

  /** Settles part of an item, or nothing of it. */
  choose(id: number, value: Settled | undefined): void {
    const line = this.chosen().get(id)
    const isNothing = !value || (value.amount === '' && value.discount === '')
    if (isNothing) this.items.remove(line ? [line.key] : [])
    else if (line) this.items.update(line.key, value)
    else this.items.append([{ openItemId: id, ...value }])
  }

  /** 自动核销: gives the typed money to the oldest items; discounts stay as typed. */
  settleAutomatically(): void {
    const rows = this.shownRows.filter((row) => !row.isGone && !this.isKeptBack(row))
    const keptBack = this.shownRows.filter((row) => this.isKeptBack(row))
    const given = autoWriteOff(
      add(
        this.paid(),
        sumOf(keptBack, ({ id }) => typedMoney(this.settledOf(id).amount)),
      ),
      rows.map((row) => ({ ...row, balance: sub(row.balance ?? '0', typedMoney(this.settledOf(row.id).discount)) })),
      this.isRefund(),
    )
    const settled = rows.flatMap(({ id }) => {
      const { discount } = this.settledOf(id)
      const amount = given.get(id) ?? ''
      return amount === '' && discount === '' ? [] : [{ openItemId: id, amount, discount }]
    })
    const kept = keptBack.flatMap(({ id }) => {
      const { amount, discount } = this.settledOf(id)
      return amount === '' ? [] : [{ openItemId: id, amount, discount }]
    })
    this.items.replaceAll([...settled, ...kept])
  }

  /** Puts the sum of what is settled on the first way of paying, whatever stands there. */
  payWhatIsSettled(): void {
    const sum = abs(slipFigures([], this.itemFigures(), false).writtenOff)
    const first = this.tenders.lineAt(0)
    if (!first || isZero(sum)) return
    this.tenders.update(first.key, { amount: money(sum), storeAccountId: first.storeAccountId ?? this.preset })
  }

  /** The account that money goes to when none was chosen. */
  setPreset(storeAccountId: number): void {
    this.preset = storeAccountId
    const [first, tender] = [this.tenders.lineAt(0), this.firstTender]
    this.firstTender = undefined
    if (tender && first && first.amount === '') this.tenders.update(first.key, tender)
    for (const line of this.tenders.filled())
      if (line.storeAccountId === null) this.tenders.update(line.key, { storeAccountId })
  }

  /** What is settled belongs to a partner and a purpose. */
  private followHeader(before: HeaderValues): void {
    const { partnerId, purpose } = this.editor.header()
    if (this.editor.isQuiet()) return
    if (partnerId !== before.partnerId) this.offered = this.kept = noItems
    else if (purpose === before.purpose) return
    this.items.replaceAll([])
    this.arrange()
  }

  /** What a carrier is owed himself, and keeps back of what he brings. */
  private isKeptBack = ({ side }: ItemRow): boolean => side === 'AP' && this.editor.header().purpose === 'cod'
  private isRefund = (): boolean => this.editor.header().purpose === 'refund'
  private settledOf = (id: number): Settled => this.chosen().get(id) ?? nothing

  /** Refunds settle returned goods only (business/finance 2). */
  private arrange(): void {
    const refund = this.isRefund()
    const open = new Set(this.offered.map((row) => row.id))
    const gone = this.kept
      .filter((row) => !open.has(row.id))
      .map((row) => ({ ...row, isGone: this.offered !== noItems }))
    const rows = this.offered.filter((row) => !refund || row.balance === undefined || isNegative(row.balance))
    this.shownRows = [...gone, ...rows]
    this.tell()
  }

  private forgetChosen(): void {
    this.chosenItems = undefined
    this.tell()
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
  }

  private tenderFigures() {
    return this.tenders.filled().map(({ amount, fee }) => ({ amount: typedMoney(amount), fee: typedMoney(fee) }))
  }

  private itemFigures() {
    const sides = new Map(this.shownRows.map(({ id, side }) => [id, side]))
    const { purpose } = this.editor.header()
    return this.items.filled().map(({ openItemId, amount, discount }) => ({
      openItemId,
      amount: countsAs(purpose, sides.get(openItemId), typedMoney(amount)),
      discount: typedMoney(discount),
    }))
  }
}
