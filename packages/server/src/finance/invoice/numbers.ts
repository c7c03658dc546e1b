import { invoiceIssued } from '@chepu/contract/finance/invoice'
import { linkGap, numberFault } from '@chepu/contract/finance/invoice-rules'
import { equals, money } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import { closedDayFaults } from '../../kernel/document/period'
import { runAction } from '../../kernel/document/run-action'
import { invoiceIssuedKind } from './actions'
import { isOffered } from './offered'
import { invoices } from './repo'
import { assertSeesAmounts } from './sight'

/** A number that the bureau gave to a draft. */
interface GivenNumber {
  row: number
  billNo: string
  invoiceNo: string
  bizDate: string
  /** What the bureau says the sheet comes to with tax, yuan; null where it does not. */
  taxed: string | null
}

interface Found {
  id: number
  billNo: string
  version: number
  state: string
  sheetKind: string
  invoiceNo: string
  taxed: string
  linked: string | null
}

/** What is wrong with a row, under the field that it is about. */
interface NumberFault {
  row: number
  field: 'billNo' | 'invoiceNo' | 'bizDate' | 'taxed'
  message: string
}

/**
 * Compares numbers with the drafts that they name, and says what registering them comes to: faults by row, rows that are registered
 * already as they say, and the work. The drafts are held where `lock` says so.
 */
export async function planNumbers(tx: CallerTx, given: readonly GivenNumber[], { lock }: { lock: boolean }) {
  assertSeesAmounts(tx.caller, invoiceIssuedKind)
  const found = await draftsOf(tx, given, lock)
  const closed = await closedDayFaults(
    tx,
    given.map(({ bizDate }) => bizDate),
  )
  const faults: NumberFault[] = []
  const done: number[] = []
  const open: { draft: Found; number: GivenNumber }[] = []
  const rowOf = new Map<string, number>()
  for (const number of given) {
    const draft = found.get(number.billNo.toUpperCase())
    const fault = faultOf(number, draft, { rowOf, closed })
    rowOf.set(number.invoiceNo, number.row)
    rowOf.set(number.billNo.toUpperCase(), number.row)
    if (fault) faults.push({ row: number.row, ...fault })
    else if (draft?.state === 'issued') done.push(number.row)
    else if (draft) open.push({ draft, number })
  }
  faults.push(...(await takenOf(tx, open)))
  return {
    faults,
    done,
    count: open.length,
    write: async () => {
      for (const { draft, number } of open) {
        const input = { invoiceNo: number.invoiceNo, invoiceCode: '', bizDate: number.bizDate }
        const kind = { ...invoiceIssuedKind, family: invoices, isOffered }
        await runAction(tx, kind, draft.id, 'issue', { version: draft.version, input })
      }
    },
  }
}

function faultOf(
  { billNo, invoiceNo, bizDate, taxed }: GivenNumber,
  draft: Found | undefined,
  { rowOf, closed }: { rowOf: ReadonlyMap<string, number>; closed: ReadonlyMap<string, string> },
): Omit<NumberFault, 'row'> | undefined {
  const at = (field: NumberFault['field'], message: string) => ({ field, message })
  if (!draft) return at('billNo', `没有开票单 ${billNo}`)
  const twice = rowOf.get(billNo.toUpperCase())
  if (twice !== undefined) return at('billNo', `与第${twice}行重复`)
  const same = rowOf.get(invoiceNo)
  if (same !== undefined) return at('invoiceNo', `与第${same}行重复`)
  const form = numberFault({ sheetKind: draft.sheetKind, invoiceCode: '', invoiceNo })
  if (form) return at('invoiceNo', form.message)
  if (draft.state === 'issued' && draft.invoiceNo === invoiceNo) return undefined
  if (draft.state !== 'draft') return at('billNo', `开票单 ${billNo} 已登记或已作废`)
  if (bizDate > shanghaiDay()) return at('bizDate', '开票日期晚于今天')
  const isClosed = closed.get(bizDate)
  if (isClosed) return at('bizDate', isClosed)
  if (taxed !== null && !equals(taxed, draft.taxed))
    return at('taxed', `${money(taxed)} 与开票单 ${billNo} 的价税合计 ${draft.taxed} 不同`)
  const gap = linkGap(draft.taxed, [draft.linked ?? '0'])
  return gap === null ? undefined : at('billNo', `开票单 ${billNo} 的关联金额与价税合计相差 ${gap}`)
}

/** The caller's invoices of these numbers of documents, by them. */
async function draftsOf(tx: CallerTx, given: readonly GivenNumber[], lock: boolean): Promise<Map<string, Found>> {
  const rows = await tx.query<Found>({
    text: `select d.id, d.bill_no, d.version, d.state, d.sheet_kind, d.invoice_no, d.taxed,
        (select sum(k.amount) from invoice_link k where k.group_id = d.group_id and k.invoice_id = d.id) as linked
      from invoice d
      where d.group_id = $1 and d.org_id = $2 and d.kind = $3 and d.bill_no = any ($4::text[]) order by d.id ${lock ? 'for no key update of d' : ''}`,
    values: [tx.groupId, tx.caller.orgId, invoiceIssued.kind, given.map(({ billNo }) => billNo.toUpperCase())],
  })
  return new Map(rows.map((row) => [row.billNo, row]))
}

/** Numbers that other invoices of the company have. */
async function takenOf(tx: CallerTx, open: readonly { number: GivenNumber }[]): Promise<NumberFault[]> {
  if (open.length === 0) return []
  const rows = await tx.query<{ billNo: string; invoiceNo: string }>({
    text: `select d.bill_no, d.invoice_no from invoice d
      join org o on o.group_id = d.group_id and o.id = $2
      where d.group_id = $1 and d.kind = $3 and d.company_id is not distinct from o.company_id and d.state in ('issued', 'reversed')
        and d.sheet_kind <> 'receipt' and d.invoice_no = any ($4::text[])`,
    values: [tx.groupId, tx.caller.orgId, invoiceIssued.kind, open.map(({ number }) => number.invoiceNo)],
  })
  const taken = new Map(rows.map((row) => [row.invoiceNo, row.billNo]))
  return open.flatMap(({ number: { row, invoiceNo } }): NumberFault[] => {
    const billNo = taken.get(invoiceNo)
    return billNo === undefined
      ? []
      : [{ row, field: 'invoiceNo', message: `发票号码 ${invoiceNo} 已登记在 ${billNo}` }]
  })
}
