import { invoiceTotals, isTaxOf } from '@chepu/contract/finance/invoice-rules'
import type { InvoiceLine } from '@chepu/contract/finance/invoice-document'
import { add, equals, isZero, money, mul } from '@chepu/contract/kernel/decimal'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { sql } from 'kysely'
import { invalid } from '../../kernel/base/errors'
import { partnerScope } from '../../kernel/caller/partner-scope'
import type { CallerTx } from '../../kernel/db/tx'
import { type Saved, savedDraft } from '../../kernel/document/run-action'
import { editable, typedColumns, writeHeader } from '../../kernel/document/save'
import { givenBack, hold, linkFaults, lockBills } from './bills'
import { invoices, writeRows } from './repo'
import { assertSeesAmounts } from './sight'
import type { Invoice, InvoiceRequest, InvoiceTraits } from './types'

/** What stands of a partner on an invoice unless something else is typed. */
interface InvoiceParty {
  id: number
  title: string
  taxNo: string
  addressPhone: string
  bankAccount: string
}

/**
 * Saves a draft, new or changed: checks whom it is for, its lines and the bills that it names, and holds these for it, so that no two
 * invoices are made for the same money. A constant number of statements, whatever the number of lines.
 * @throws Failure invalid or refusal, naming field and line
 */
export async function saveInvoice(tx: CallerTx, kind: InvoiceTraits, request: InvoiceRequest): Promise<Saved> {
  const { def, side } = kind
  assertSeesAmounts(tx.caller, kind)
  const before = await editable(tx, invoices, def, request)
  const party = await partyOf(tx, request.header.partnerId, before)
  if (!party) invalid([{ path: 'header.partnerId', message: `${def.partnerTitle}不存在` }])
  const held = before?.links ?? []
  const known = await lockBills(tx, side, [...request.links, ...held])
  const faults = [...lineFaults(request.lines), ...linkFaults(known, request.links, held, party.id)]
  if (faults.length > 0) invalid(faults)
  await hold(tx, [...givenBack(held), ...request.links])
  const columns = {
    ...typedColumns(def, { ...request.header, title: request.header.title || party.title }),
    ...invoiceTotals(request.lines),
    companyId: await companyOf(tx),
  }
  const note = { taxed: columns.taxed, links: request.links.length }
  const saved = await writeHeader(tx, invoices, def, { before, columns, note })
  const lines = request.lines.map((line) => ({ ...line, taxed: money(add(line.untaxed, line.tax)) }))
  await writeRows(tx, saved.id, { lines, links: request.links }, { isNew: !before })
  return savedDraft(tx.caller, def, saved, before)
}

/** The partner whom the caller could pick, or whom the draft names already, held against a merge; undefined where there is none. */
export async function partyOf(
  tx: CallerTx,
  partnerId: number,
  before?: Pick<Invoice, 'partnerId'>,
): Promise<InvoiceParty | undefined> {
  const [row] = await tx.select<InvoiceParty>(sql`
    select p.id, coalesce(nullif(p.invoice_title, ''), p.name) as title, p.tax_no,
      concat_ws(' ', nullif(p.address, ''), nullif(coalesce(nullif(p.tel, ''), p.mobile), '')) as address_phone,
      concat_ws(' ', nullif(p.bank_name, ''), nullif(p.bank_account, '')) as bank_account
    from partner p where p.group_id = ${tx.groupId} and p.id = ${partnerId}
      and (p.id = ${before?.partnerId ?? null} or ${partnerScope(tx.caller, anyRole)} or ${partnerScope(tx.caller, anyRole, 'finance')})
    for key share of p`)
  return row
}

/** The taxpayer of the caller's organisation; null where it belongs to none. */
async function companyOf(tx: CallerTx): Promise<number | null> {
  const row = await tx.one<{ companyId: number | null }>({
    name: 'company-of-org',
    text: 'select company_id from org where group_id = $1 and id = $2',
    values: [tx.groupId, tx.caller.orgId],
  })
  return row?.companyId ?? null
}

/** Lines whose figures do not agree with each other (business/invoices 2). */
const lineFaults = (lines: readonly InvoiceLine[]): FieldError[] =>
  lines.flatMap((line, i): FieldError[] => {
    const fault = (field: string, message: string) => [
      { path: `lines.${i}.${field}`, message: `第${i + 1}行 ${message}` },
    ]
    if (isZero(line.untaxed)) return fault('untaxed', '金额不能为0')
    if (!isTaxOf(line)) return fault('tax', `税额与税率不符，应为 ${money(mul(line.untaxed, line.taxRate))}`)
    if (line.qty !== null && line.price !== null && !agrees(line.qty, line.price, line.untaxed))
      return fault('price', '数量乘以单价与金额不符')
    return []
  })

const agrees = (qty: string, price: string, untaxed: string) =>
  equals(money(mul(qty, price)), money(untaxed)) || equals(money(mul(qty, price)), money(untaxed).replace(/^-/, ''))
