import type { DeclinedLine, GuaranteedLine } from '@chepu/contract/repair/car-offers'
import type { LookupServiceItem } from '@chepu/contract/repair/lookups'
import { atAssessed, type ExcessTaker, excessTakers } from '@chepu/contract/repair/assessed-line'
import type { Payer } from '@chepu/contract/repair/payer'
import { atTerms } from '@chepu/contract/warranty/claim-terms'
import type { RadarOffer } from '@chepu/contract/warranty/radar'
import { workOrder } from '@chepu/contract/repair/work-order'
import {
  compare,
  type Decimal,
  div,
  equals,
  isPositive,
  isZero,
  money,
  mul,
  round,
  sub,
  trimZeros,
} from '@chepu/contract/kernel/decimal'
import { type RepairLineAnswer, type RepairSection, repairSectionNames } from '@chepu/contract/kernel/repair-document'
import { repairTotals } from '@chepu/contract/kernel/repair-figures'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { call } from '../../kit/base/call'
import { type DocumentData, EditorStore, type SentKeys } from '../../kit/document/document-editor-store'
import { EditorSection, type FieldValues } from '../../kit/document/editor-section'
import type { LineValues } from '../../kit/goods/document-lines'
import { LineStore } from '../../kit/grid/line-grid-store'
import { saysItsCar } from '../../pickers/named-car'
import { showWholeMileage } from '../../pickers/whole-mileage'
import {
  countedOf,
  excessOf,
  lineOfDeclined,
  lineOfItem,
  lineOfRework,
  repeating,
  lineOfView,
  moneyOf,
  type OrderLine,
  type OrderLineValues,
  orderRules,
} from './order-lines'

/** Fields of a line that a part of it has, too; all else of it happened to the line as it was. */
const splitFields = [
  'name',
  'serviceItemId',
  'serviceItemCode',
  'workerTypeId',
  'workerTypeName',
  'pricingMode',
  'stdHours',
  'partId',
  'partCode',
  'partName',
  'brandName',
  'spec',
  'unitName',
  'supplierId',
  'supplierName',
  'price',
  'priceSource',
  'discountRate',
  'taxRate',
  'payer',
  'payerPartnerId',
  'payerPartnerName',
  'labourRef',
  'isConsumable',
  'isCustomerSupplied',
  'qualityKm',
  'qualityDays',
  'remark',
] as const satisfies readonly (keyof OrderLine)[]

const pickedLine = (line: FieldValues): OrderLineValues =>
  Object.fromEntries(splitFields.map((name) => [name, line[name]])) as OrderLineValues

/** What a new order takes of the header of a former one. */
const carried = [
  'vehicleId',
  'plate',
  'vin',
  'modelText',
  'lastMileage',
  'partnerId',
  'partnerName',
  'businessTypeId',
  'businessTypeName',
  'warehouseId',
  'warehouseName',
  'contactName',
  'contactMobile',
  'repairForm',
] as const

/** What makes a new order a rework. */
interface Rework {
  header: FieldValues
  only: number | undefined
}

/** 工单 in the editor: its four tables of lines and what they come to. */
export class OrderStore {
  readonly editor: EditorStore
  readonly sections: Readonly<Record<RepairSection, LineStore<OrderLine>>>
  private payer: Payer = 'customer'
  private readonly refs = {
    refAt: (no: number) => this.sections.labour.lineAt(no - 1)?.ref ?? '',
    noOf: (ref: string) => this.placeOf(ref),
  }

  /** `labourRate` is the tax rate that work and fees begin with. */
  constructor(labourRate: Decimal) {
    const made = repairSectionNames.map((name) => {
      const rules = orderRules(name, { payer: () => this.payer, labourRate }, this.refs)
      // What has no catalogue is typed straight away.
      const isLookedUp = name === 'labour' || name === 'materials'
      const lines = new LineStore<OrderLine>(rules.blank, rules.isBlank, isLookedUp)
      return [name, new EditorSection(workOrder.sections[name], rules, lines)] as const
    })
    const sections = Object.fromEntries(made) as Record<RepairSection, EditorSection<OrderLine>>
    this.sections = Object.fromEntries(made.map(([name, { lines }]) => [name, lines])) as typeof this.sections
    this.editor = new EditorStore(workOrder, sections)
    // Parts that the customer brings cost him nothing.
    this.sections.materials.watch((before, after) => {
      if (after?.isCustomerSupplied && !before?.isCustomerSupplied && !this.editor.isQuiet())
        this.sections.materials.update(after.key, { price: '0', priceSource: 'manual' })
    })
    for (const section of ['labour', 'materials'] as const)
      this.sections[section].watch((before, after) => {
        if (before && before.payer !== 'customer' && after?.payer === 'customer') this.takeBack(section, after)
      })
    showWholeMileage(this.editor)
    saysItsCar(this.editor)
    this.editor.taken = (keys) => this.learnIds(keys)
  }

  /** A line stays the same line by its id: technicians and the warehouse refer to it. A save answers none, so the lines are read. */
  private async learnIds(keys: SentKeys): Promise<void> {
    const { id } = this.editor.meta()
    if (id === undefined) return
    const saved: DocumentData = await call(workOrder.routes.read, { params: { id }, quiet: true })
    this.editor.quietly(() => {
      for (const section of repairSectionNames) {
        const views = (saved[section] ?? []) as readonly RepairLineAnswer[]
        views.forEach(({ id, isAdded, agreement }, i) =>
          this.sections[section].update(keys[section]?.[i] ?? 0, { id, isAdded, agreement }),
        )
      }
    })
  }

  /**
   * Begins a new order with the car, the customer and the lines of a former one. A rework says whose lines it repeats, which cost the customer
   * nothing (business/repair 7.3); of it `only` names the labour that came back, where it is known.
   */
  beginFrom({ header, ...data }: DocumentData, rework?: Rework): void {
    const said = Object.fromEntries(carried.map((name) => [name, header[name]]))
    const of = (section: RepairSection) => (data[section] ?? []) as readonly FieldValues[]
    const kept = (view: FieldValues) => this.keptOf(view)
    this.editor.beginWith(
      { ...said, ...(rework && { reworkOfId: header['id'], reworkOfNo: header['billNo'], ...rework.header }) },
      () => {
        if (!rework) {
          for (const section of repairSectionNames)
            this.sections[section].append(
              of(section)
                .filter(({ agreement }) => agreement !== 'declined')
                .map(kept),
            )
          return
        }
        const lines = of('labour').filter(
          ({ id, agreement }) => agreement === 'agreed' && (!rework.only || id === rework.only),
        )
        this.sections.labour.append(
          lines.map((view) => ({ ...kept(view), payer: 'rework', price: '0', reworkOfLineId: view['id'] })),
        )
      },
    )
  }

  /**
   * Begins a new order with what an appointment or a reception knows, which it executes; `planned` are the lines of the appointment, each of which
   * the new one names (business/repair 4.6).
   */
  beginOf(said: FieldValues, planned: Pick<DocumentData, 'labour' | 'materials'>, isOfCar = true): void {
    const of = (section: 'labour' | 'materials') => (planned[section] ?? []) as readonly FieldValues[]
    this.editor.beginWith(said, () => {
      for (const section of ['labour', 'materials'] as const)
        this.sections[section].append(
          of(section).map((view) => ({
            ...this.keptOf(view),
            sourceLineId: isOfCar ? (view['id'] as number) : null,
          })),
        )
    })
  }

  /** What a new order keeps of a line as it was shown. */
  private keptOf(view: FieldValues): OrderLineValues {
    const line: OrderLineValues = lineOfView(view, this.refs)
    return { ...pickedLine(line), qty: trimZeros(String(view['qty'])), ...(line.ref ? { ref: line.ref } : {}) }
  }

  /** The place of labour among the lines that will be sent, from 1; 0 for what is not there. */
  placeOf(ref: string): number {
    return ref === '' ? 0 : this.sections.labour.filled().findIndex((line) => line.ref === ref) + 1
  }

  /** Who pays for lines that come from now on; those that are here keep theirs. */
  setPayer(payer: Payer): void {
    this.payer = payer
    this.editor.quietly(() => {
      for (const lines of Object.values(this.sections)) {
        const last = lines.lineAt(lines.length - 1)
        if (last && !lines.filled().includes(last)) lines.update(last.key, { payer })
      }
    })
  }

  /** Sums by kind of line of what is owed for them, 2 decimals (business/repair 2.1). */
  totals(taxIncluded: boolean) {
    return repairTotals(
      repairSectionNames.flatMap((section) =>
        this.sections[section].filled().map((line) => ({ ...line, section, ...countedOf(line) })),
      ),
      taxIncluded,
    )
  }

  /** Lines that wait for the customer's word, as they were saved. */
  open(): { section: RepairSection; line: OrderLine }[] {
    return repairSectionNames.flatMap((section) =>
      this.sections[section]
        .filled()
        .filter(({ agreement, id }) => agreement === 'open' && id !== undefined)
        .map((line) => ({ section, line })),
    )
  }

  /** Fills labour with a chosen item, and adds the material that goes with it, as `parts` prices it by code; the other items follow. */
  takeItems(
    key: number | undefined,
    items: readonly LookupServiceItem[],
    parts: ReadonlyMap<string, LineValues>,
  ): void {
    items.forEach((item, i) => {
      const { labour } = this.sections
      const line = i === 0 && key !== undefined ? labour.line(key) : undefined
      if (line) labour.update(line.key, lineOfItem(item))
      const [added] = line ? [line.key] : labour.append([lineOfItem(item)])
      const ref = labour.line(added ?? 0)?.ref ?? ''
      this.sections.materials.append(
        item.parts.map((part) => ({
          ...(parts.get(part.code) ?? {
            partId: part.partId,
            partCode: part.code,
            partName: part.name,
            unitName: part.unit,
          }),
          qty: trimZeros(part.qty),
          isConsumable: part.isConsumable,
          labourRef: ref,
        })),
      )
    })
  }

  /** Writes on this order what the customer did without the last time. */
  addDeclined(lines: readonly DeclinedLine[]): void {
    for (const line of lines) this.sections[line.section].append([lineOfDeclined(line)])
  }

  /** The line that the customer would pay for what the shop still answers for. */
  private paidAgain({ section, partId, serviceItemId }: GuaranteedLine): OrderLine | undefined {
    return this.sections[section]
      .filled()
      .find(
        (line) =>
          line.payer === 'customer' &&
          line.agreement !== 'declined' &&
          (section === 'materials'
            ? partId !== null && line.partId === partId && !line.isConsumable && !line.isCustomerSupplied
            : serviceItemId !== null && line.serviceItemId === serviceItemId),
      )
  }

  /** The shop does it again at no price: the line that the customer would pay for it names what it repeats, else there is a new one. */
  addRework(former: GuaranteedLine): void {
    const { section } = former
    const line = this.paidAgain(former)
    if (line) this.hand(section, line, { ...repeating(former), priceSource: 'manual' })
    else this.sections[section].append([lineOfRework(former)])
    this.repeat(former.orderId, former.billNo)
  }

  /** Who answers for a line in the place of the customer pays it, at what he pays (business/three-guarantees 2). */
  takeOffer(section: 'labour' | 'materials', key: number, { partnerId, partnerName, terms }: RadarOffer): void {
    const line = this.sections[section].line(key)
    if (!line) return
    this.hand(section, line, {
      payer: 'warranty',
      payerPartnerId: partnerId,
      payerPartnerName: partnerName,
      ...(!line.isHidden && { discountRate: '1', priceSource: 'manual' }),
      ...(terms && atTerms(terms, line)),
    })
  }

  /** Lines that another payer has got by a press, by section and key: with which figures, and those of before. */
  private readonly handed = new Map<string, { at: OrderLineValues; was: OrderLineValues }>()

  /** Changes a line to what another payer bears; changed back to the customer it has its former figures again. */
  private hand(section: 'labour' | 'materials', line: OrderLine, at: OrderLineValues): void {
    const { pricingMode, stdHours, price, priceSource, discountRate } = line
    this.sections[section].update(line.key, at)
    this.handed.set(`${section} ${line.key}`, { at, was: { pricingMode, stdHours, price, priceSource, discountRate } })
  }

  /** Gives a line of the customer again the figures that it had, but for what was typed since. */
  private takeBack(section: 'labour' | 'materials', line: OrderLine): void {
    const handed = this.handed.get(`${section} ${line.key}`)
    if (!handed) return
    this.handed.delete(`${section} ${line.key}`)
    const { at, was } = handed
    const untouched = Object.entries(was).filter(([name]) => name in at && line[name] === at[name])
    this.sections[section].update(line.key, Object.fromEntries(untouched))
  }

  /** The order names the first one that it repeats. */
  private repeat(reworkOfId: number, reworkOfNo: string): void {
    if (this.editor.header()['reworkOfId'] == null) this.editor.propose({ reworkOfId, reworkOfNo })
  }

  /** Whether a line of this order does that of an earlier one again. */
  repeats(id: number): boolean {
    const { labour, materials } = this.sections
    return [...labour.filled(), ...materials.filled()].some(
      (line) => line['reworkOfLineId'] === id || (line.payer === 'rework' && line.sourceLineId === id),
    )
  }

  /**
   * A line of an insurer comes to what he has assessed; the customer owes the difference by a line of his own (差额自付), or it is a discount of the line
   * (差额让利, business/repair-insurance 1.4).
   */
  takeAssessed(section: RepairSection, key: number, taker: ExcessTaker): void {
    const lines = this.sections[section]
    const line = lines.line(key)
    if (!line || excessOf(line) === undefined) return
    const { price, discountRate, difference } = atAssessed(line, line.assessedAmount, taker)
    lines.update(key, { price, discountRate, priceSource: 'manual' })
    if (taker !== 'customer') return
    const name = `${excessTakers.customer}：${line.name || line.partName}`.slice(0, 100)
    const { taxRate } = line
    this.sections.extras.append([{ name, qty: '1', price: trimZeros(difference), taxRate, payer: 'customer' }])
  }

  /**
   * 拆分行: takes `qty` pieces off a line into one below it, so that each may have its own payer (business/repair-settlement 1). The two amounts
   * add up to the line's: where rounding would lose a fen, the price of the second gives way.
   * @throws nothing; answers why it cannot be
   */
  split(section: RepairSection, key: number, qty: string): string | undefined {
    const lines = this.sections[section]
    const line = lines.line(key)
    if (!line || !isDecimal(line.qty)) return '请先选择要拆分的行'
    if (!isDecimal(qty) || !isPositive(qty) || compare(qty, line.qty) >= 0)
      return `拆出数量应大于0、小于 ${trimZeros(line.qty)}`
    const whole = moneyOf(line).netAmount
    lines.update(key, { qty: trimZeros(sub(line.qty, qty)) })
    const [added = 0] = lines.insert(lines.indexOf(key) + 1, [{ ...pickedLine(line), qty }])
    const rest = sub(whole, moneyOf(lines.line(key) as OrderLine).netAmount)
    const part = lines.line(added) as OrderLine
    if (!equals(rest, moneyOf(part).netAmount))
      lines.update(added, { price: priceFor(part, rest), priceSource: 'manual' })
    return undefined
  }
}

/** The price, 4 decimals, at which a line comes to the amount. */
function priceFor({ qty, discountRate, pricingMode, stdHours }: OrderLine, net: string): string {
  const units = mul(pricingMode === 'hours' ? mul(stdHours, qty) : qty, discountRate)
  return isZero(units) ? money(net) : trimZeros(round(div(net, units), 4))
}
