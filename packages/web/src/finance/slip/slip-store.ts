import { autoWriteOff } from '@chepu/contract/finance/auto-write-off'
import type { OpenItemRow } from '@chepu/contract/finance/lookups'
import { abs, type Decimal, isNegative, isPositive, isZero, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import type { FieldError } from '@chepu/contract/kernel/errors'
import {
  moneyItem,
  moneyTender,
  type MoneyItemView,
  slipFigures,
  type SlipFigures,
} from '@chepu/contract/kernel/money-document'
import {
  type DocumentData,
  EditorStore,
  fieldErrors,
  fieldTitle,
  lineFault,
  type HeaderValues,
  picked,
} from '../../kit/document-editor-store'
import type { Draft } from '../../kit/drafts'
import { type GridLine, type LineErrors, LineStore, type Values } from '../../kit/line-grid-store'
import { isDecimal } from '@chepu/contract/kernel/typed'

/** One way of paying, as typed. */
export interface TenderLine extends GridLine {
  readonly storeAccountId: number | null
  /** Name of the account as the document tells it: another organisation's accounts are in no list. */
  readonly accountName?: string
  readonly amount: string
  readonly fee: string
  readonly tradeNo: string
}

/** What is settled of one item, as typed; '' is nothing. */
export interface Settled {
  amount: string
  discount: string
}

/** An item that may be settled, and whether it is still open. */
export type ItemRow = Omit<OpenItemRow, 'partnerId' | 'partnerName'> & { isGone?: boolean }

const noItems: readonly ItemRow[] = []
const nothing: Settled = { amount: '', discount: '' }
const blankTender = (): Values<TenderLine> => ({ storeAccountId: null, amount: '', fee: '', tradeNo: '' })
const isBlankTender = (line: TenderLine): boolean => line.amount === '' && line.tradeNo === ''
const decimal = (value: string): Decimal => (isDecimal(value) ? value : '0')

/** What a deep link wants settled: items by id, or all items of some documents. */
export interface Wanted {
  itemIds: readonly number[]
  sourceKind: string | undefined
  sourceIds: readonly number[]
}

/** One open money document: header and errors as of any document, ways of paying, and what is settled. */
export class SlipStore extends EditorStore {
  override readonly hasGoods = false
  // A line without an amount can be typed into like any other; one such line always waits at the end.
  readonly tenders = new LineStore<TenderLine>(blankTender, () => false, false)
  private mayAdd = true
  private preset: number | null = null
  private offered: readonly ItemRow[] = noItems
  private kept: readonly ItemRow[] = noItems
  private shownRows: readonly ItemRow[] = noItems
  private settlements: ReadonlyMap<number, Settled> = new Map()
  private faults: Readonly<Record<number, string>> = {}

  constructor(
    def: DocumentDef,
    defaults: HeaderValues,
    private wanted: Wanted | undefined,
  ) {
    super(def, defaults)
    this.tenders.watch((before, after) => {
      const blank = (line: TenderLine | undefined) => line === undefined || isBlankTender(line)
      if (!blank(before) || !blank(after)) this.touch()
      queueMicrotask(() => this.keepSpare())
    })
    this.keepSpare()
  }

  /** Items to show: those that are open, and those of the document that no longer are. */
  rows = (): readonly ItemRow[] => this.shownRows
  chosen = (): ReadonlyMap<number, Settled> => this.settlements
  itemFaults = (): Readonly<Record<number, string>> => this.faults

  /** Money typed so far, before fees. */
  paid = (): Decimal => slipFigures(this.tenderBody(), [], false).total

  /** Figures as the server will compute them (DOMAIN 8.2). */
  figures(): SlipFigures {
    return slipFigures(this.tenderBody(), this.itemBody(), this.headerValues['purpose'] === 'refund')
  }

  /** Sum of what is settled of the items that `keep` names. */
  sumWhere(keep: (id: number) => boolean): Decimal {
    return money(
      sumOf(
        this.itemBody().filter(({ openItemId }) => keep(openItemId)),
        ({ amount }) => amount,
      ),
    )
  }

  /** Takes over what is open of the partner; the items that a deep link asked for are settled in full, once. */
  offer(rows: readonly OpenItemRow[]): void {
    this.offered = rows
    this.arrange()
    const { wanted } = this
    this.wanted = undefined
    if (wanted) {
      const asked = rows.filter(
        ({ id, sourceKind, sourceId }) =>
          wanted.itemIds.includes(id) || (sourceKind === wanted.sourceKind && wanted.sourceIds.includes(sourceId)),
      )
      if (asked.length > 0) {
        for (const row of asked) this.choose(row.id, { amount: row.balance ?? '', discount: '' })
        this.payWhatIsSettled()
      }
    }
    this.tell()
  }

  /** Settles part of an item, or nothing of it. */
  choose(id: number, value: Settled | undefined): void {
    const next = new Map(this.settlements)
    if (value && (value.amount !== '' || value.discount !== '')) next.set(id, value)
    else next.delete(id)
    this.settlements = next
    const { [id]: _, ...rest } = this.faults
    this.faults = rest
    this.touch()
    this.tell()
  }

  /** 自动核销: gives the typed money to the oldest items; discounts stay as typed. */
  settleAutomatically(): void {
    const isRefund = this.headerValues['purpose'] === 'refund'
    const rows = this.shownRows.filter((row) => !row.isGone)
    const given = autoWriteOff(
      this.paid(),
      rows.map((row) => ({ ...row, balance: sub(row.balance ?? '0', decimal(this.settledOf(row.id).discount)) })),
      isRefund,
    )
    this.settlements = new Map(
      rows.flatMap(({ id }): [number, Settled][] => {
        const { discount } = this.settledOf(id)
        const amount = given.get(id) ?? ''
        return amount === '' && discount === '' ? [] : [[id, { amount, discount }]]
      }),
    )
    this.faults = {}
    this.touch()
    this.tell()
  }

  /** Puts the sum of what is settled on the first way of paying. */
  payWhatIsSettled(): void {
    const sum = abs(slipFigures([], this.itemBody(), false).writtenOff)
    const first = this.tenders.lineAt(0)
    if (!first || isZero(sum)) return
    this.tenders.update(first.key, { amount: money(sum), storeAccountId: first.storeAccountId ?? this.preset })
  }

  /** The account that money goes to when none was chosen. */
  setPreset(storeAccountId: number): void {
    this.preset = storeAccountId
    for (const line of this.filledTenders())
      if (line.storeAccountId === null) this.tenders.update(line.key, { storeAccountId })
  }

  override setHeader(patch: HeaderValues): void {
    const before = this.headerValues
    super.setHeader(patch)
    const changed = (name: string) => name in patch && patch[name] !== before[name]
    if (changed('partnerId')) this.offered = this.kept = noItems
    if (!changed('partnerId') && !changed('purpose')) return
    this.settlements = new Map()
    this.faults = {}
    this.arrange()
    this.tell()
  }

  override load(data: DocumentData, mayEdit: boolean): void {
    const { tenders, items } = data as unknown as { tenders: Values<TenderLine>[]; items: MoneyItemView[] }
    const editable = mayEdit && data.header['state'] === 'draft' && data.header['isRed'] !== true
    if (!editable) this.offered = noItems
    this.kept = items.map(({ openItemId, ...item }) => ({ ...item, id: openItemId, overdueDays: 0 }))
    this.settlements = new Map(items.map(({ openItemId, amount, discount }) => [openItemId, { amount, discount }]))
    this.faults = {}
    this.arrange()
    this.fill(tenders, editable)
    super.load({ ...data, lines: [] }, mayEdit)
  }

  override draft(): Draft {
    return {
      ...super.draft(),
      header: { ...this.headerValues, settlements: [...this.settlements] },
      lines: this.filledTenders().map(({ key: _key, ...line }) => line),
    }
  }

  override restore(draft: Draft): void {
    const { settlements, ...header } = draft.header
    super.restore({ ...draft, header, lines: [] })
    this.settlements = new Map(settlements as [number, Settled][])
    this.fill(draft.lines as Values<TenderLine>[], true)
    this.arrange()
    this.tell()
  }

  override payload(): ReturnType<EditorStore['payload']> {
    const body = {
      header: picked(this.headerValues, this.def.header.shape),
      tenders: this.tenderBody(),
      items: this.itemBody(),
    }
    return { body: body as unknown as ReturnType<EditorStore['payload']>['body'], keys: [], revision: this.revision }
  }

  override check(): FieldError[] {
    const header = picked(this.headerValues, this.def.header.shape)
    const rowErrors = (part: string, shape: typeof moneyTender | typeof moneyItem, rows: readonly object[]) =>
      rows.flatMap((row, i) =>
        fieldErrors(
          shape.safeParse(row),
          row as HeaderValues,
          (name) => fieldTitle(shape.shape, name),
          `${part}.${i}`,
        ).map((fault) => ({ ...fault, message: lineFault(shape.shape, row as HeaderValues, fault) })),
      )
    return [
      ...this.headerFaults(header),
      ...rowErrors('tenders', moneyTender, this.tenderBody()),
      ...rowErrors('items', moneyItem, this.itemBody()),
    ]
  }

  override showErrors(errors: readonly FieldError[]): string[] {
    const lines = new Map<number, LineErrors>()
    const faults: Record<number, string> = {}
    const filled = this.filledTenders()
    const ids = this.itemBody().map((item) => item.openItemId)
    const rest = super.showErrors(
      errors.filter(({ path }) => !/^(body\.)?(tenders|items)\.\d/.test(path)),
      [],
    )
    for (const { path, message } of errors) {
      const [part, row = '', field = ''] = path.replace(/^body\./, '').split('.')
      const at = Number.parseInt(row, 10)
      const line = part === 'tenders' ? filled[at] : undefined
      const itemId = part === 'items' ? ids[at] : undefined
      if (line) lines.set(line.key, { ...lines.get(line.key), [field]: message })
      if (itemId !== undefined) faults[itemId] = message
    }
    this.tenders.setErrors(lines)
    this.faults = faults
    this.tell()
    return rest
  }

  private settledOf = (id: number): Settled => this.settlements.get(id) ?? nothing

  private fill(tenders: Values<TenderLine>[], editable: boolean): void {
    this.loading = true
    this.mayAdd = editable
    this.tenders.replaceAll(tenders, false)
    this.keepSpare()
    this.loading = false
  }

  private keepSpare(): void {
    const last = this.tenders.lineAt(this.tenders.length - 1)
    if (this.mayAdd && (!last || !isBlankTender(last))) this.tenders.append([{}])
  }

  private filledTenders = (): TenderLine[] => this.tenders.all().filter((line) => !isBlankTender(line))

  /** Refunds settle returned goods only (DOMAIN 8.2). */
  private arrange(): void {
    const refund = this.headerValues['purpose'] === 'refund'
    const open = new Set(this.offered.map((row) => row.id))
    const gone = this.kept
      .filter((row) => !open.has(row.id))
      .map((row) => ({ ...row, isGone: this.offered !== noItems }))
    const rows = this.offered.filter((row) => !refund || row.balance === undefined || isNegative(row.balance))
    this.shownRows = [...gone, ...rows]
  }

  private tenderBody() {
    return this.filledTenders().map(({ storeAccountId, amount, fee, tradeNo }) => ({
      storeAccountId: storeAccountId as number,
      amount: decimal(amount),
      fee: decimal(fee),
      tradeNo,
    }))
  }

  private itemBody() {
    return [...this.settlements].map(([openItemId, { amount, discount }]) => ({
      openItemId,
      amount: decimal(amount),
      discount: decimal(discount),
    }))
  }
}

/** A typed figure with the sign of the item: people type 50 for a return of −50. */
export function signedLike(text: string, balance: Decimal | undefined): string {
  if (!isDecimal(text) || isZero(text) || balance === undefined) return text
  return isNegative(balance) && isPositive(text) ? `-${text}` : text
}
