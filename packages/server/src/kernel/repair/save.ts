import type { Decimal } from '@chepu/contract/kernel/decimal'
import { repairLineMoney, repairTotals } from '@chepu/contract/kernel/repair-figures'
import { shanghaiDay } from '../base/calendar'
import { own } from '../base/own'
import { sees } from '../caller/caller'
import { isMasked } from '../caller/mobile'
import type { CallerTx } from '../db/tx'
import { type Saved, savedDraft } from '../document/run-action'
import { assertDay, editable, typedColumns, writeHeader } from '../document/save'
import { assertAmounts, checkCar, checkFormers, checkLines, checkSaleRates } from './checks'
import { assertOwnLines, idsForLines, typedLines, writeLines } from './lines'
import { labourRateOn } from '../query/labour-rate'
import { repairDocuments } from './repo'
import type { PreparedLine, RepairDocument, RepairRequest, RepairTraits } from './types'

/** Fields of lines that who may not see prices leaves as they are (ADR 0089). */
const priceFields = ['price', 'priceSource', 'discountRate', 'assessedAmount', 'purchaseAmount'] as const

/**
 * Saves a document of a car, new or changed: checks what it refers to, works out its lines and sums, and writes header and lines. A
 * constant number of statements, whatever the number of lines.
 * @throws Failure invalid or refusal, naming field and line
 */
export async function saveRepair(tx: CallerTx, kind: RepairTraits, request: RepairRequest): Promise<Saved> {
  const { def } = kind
  const before = await editable(tx, repairDocuments, def, request)
  const lines = kind.makesLines ? [] : typedLines(request)
  if (!sees(tx.caller, def.priceField ?? 'doc_price')) keepPrices(lines)
  assertOwnLines(lines, before)
  const [ids] = await Promise.all([
    before || lines.length === 0 ? [] : idsForLines(tx, lines.length),
    kind.holdsCar ?? checkCar(tx, request, before),
    checkFormers(tx, kind, request, before),
    lines.length > 0 && checkLines(tx, lines, before),
    kind.sells && checkSaleRates(tx, lines, before),
  ])
  await nameWorkRates(tx, lines)
  const derived = await kind.prepare?.(tx, request, lines, before)
  if (!Object.hasOwn(derived ?? {}, 'bizDate')) assertDay(request.header, before)
  for (const line of lines) Object.assign(line.columns, moneyOf(line, before))
  assertAmounts(lines)
  const typed = typedColumns(def, { ...request.header, ...keptMobile(request, before) })
  for (const name of kind.named ?? []) delete typed[name]
  const columns = {
    ...typed,
    ...repairTotals(
      lines.map((line) => counted(line, before)),
      kind.taxIncluded ?? tx.caller.org.config.priceTaxIncluded,
    ),
    ...derived,
  }
  const saved = await writeHeader(tx, repairDocuments, def, { before, columns, note: { lines: lines.length } })
  await writeLines(tx, saved.id, lines, before, ids)
  await kind.saved?.(tx, saved.id, request, before)
  return savedDraft(tx.caller, def, saved, before)
}

/** New lines of work, which are all but material, begin with the rate of labour where they say none (business/basics 7.3). */
async function nameWorkRates(tx: CallerTx, lines: readonly PreparedLine[]): Promise<void> {
  const fresh = lines.filter(({ id, section, columns }) => !id && section !== 'materials' && !columns['taxRate'])
  if (fresh.length === 0) return
  const found = await tx.one<{ rate: Decimal | null }>({
    name: 'rate-of-work',
    text: `select ${labourRateOn('o', '$3')} as rate from org o where o.group_id = $1 and o.id = $2`,
    values: [tx.groupId, tx.caller.orgId, shanghaiDay()],
  })
  for (const { columns } of fresh) columns['taxRate'] = found?.rate ?? '0'
}

function keepPrices(lines: readonly PreparedLine[]): void {
  for (const { columns } of lines) for (const name of priceFields) delete columns[name]
}

/** A mobile that came back masked is the one that stands. */
const keptMobile = ({ header }: RepairRequest, before: RepairDocument | undefined) =>
  isMasked(header.contactMobile) ? { contactMobile: before?.contactMobile ?? '' } : {}

/** What a line comes to with what was typed, and with what stands where nothing was. */
function moneyOf({ id, columns }: PreparedLine, before: RepairDocument | undefined) {
  const stood = before?.lines.find((line) => line.id === id)
  const of = <Kept>(name: string, kept: Kept | undefined, otherwise: Kept) =>
    (Object.hasOwn(columns, name) ? own(columns, name) : (kept ?? otherwise)) as Kept
  return repairLineMoney({
    qty: of('qty', stood?.qty, '1'),
    price: of('price', stood?.price, null),
    discountRate: of('discountRate', stood?.discountRate, '1'),
    pricingMode: of('pricingMode', stood?.pricingMode as 'hours' | 'fixed' | null, null),
    stdHours: of('stdHours', stood?.stdHours, '0'),
  })
}

function counted({ id, section, columns }: PreparedLine, before: RepairDocument | undefined) {
  const stood = before?.lines.find((line) => line.id === id)
  return {
    section,
    netAmount: columns['netAmount'] as string,
    taxRate: (columns['taxRate'] as string | undefined) ?? stood?.taxRate ?? '0',
    agreement: (columns['agreement'] as string | undefined) ?? stood?.agreement ?? 'open',
    isConsumable: (columns['isConsumable'] as boolean | undefined) ?? stood?.isConsumable ?? false,
  }
}
