// Code, number and day of a sheet (business/invoices 2 and 3).
import { numberFault } from '@chepu/contract/finance/invoice-rules'
import { invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { assertOpenPeriod } from '../../kernel/document/period'
import type { Invoice } from './types'

/** Code, number and day as an action may bring them. */
export interface Numbers {
  invoiceCode?: string | undefined
  invoiceNo?: string | undefined
  bizDate?: string | undefined
}

/** Refuses a day of a closed or coming month. How far back documents may be dated does not matter: the sheet has the day that stands on it. */
export const assertOpen = (tx: CallerTx, day: string) => assertOpenPeriod(tx, day, { anyDay: true })

/** Code, number and day of a sheet: what is typed, else what was. */
export const numbersOf = (typed: Numbers, otherwise: Required<Numbers>): Required<Numbers> => ({
  invoiceCode: typed.invoiceCode ?? otherwise.invoiceCode,
  invoiceNo: typed.invoiceNo ?? otherwise.invoiceNo,
  bizDate: typed.bizDate ?? otherwise.bizDate,
})

/**
 * Refuses a number of another form than its sort has, and one that the company has registered, also of a sheet of paper that is spoilt since: of receipts, which no bureau numbers, from the
 * same seller. Who registers one holds the numbers of the company, so that of two at once the second one sees the first.
 */
export async function assertNumber(
  tx: CallerTx,
  doc: Pick<Invoice, 'id' | 'kind' | 'companyId' | 'sheetKind' | 'taxNo'>,
  numbers: Required<Numbers>,
): Promise<void> {
  const { invoiceCode, invoiceNo } = numbers
  const fault = numberFault({ sheetKind: doc.sheetKind, invoiceCode, invoiceNo })
  if (fault) invalid([{ path: `input.${fault.field}`, message: fault.message }])
  if (invoiceNo === '') return
  const key = ['invoice', tx.groupId, doc.kind, doc.companyId ?? 0].join('/')
  await tx.query({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 35))', values: [key] })
  const other = await tx.one<{ billNo: string }>({
    name: 'invoice-of-number',
    text: `select bill_no from invoice where group_id = $1 and kind = $2 and company_id is not distinct from $3 and invoice_code = $4
        and invoice_no = $5 and (state in ('issued', 'reversed') or state = 'voided' and sheet_kind in ('p_special', 'p_normal')) and id <> $6 and ($7 or tax_no = $8) and (sheet_kind = 'receipt') <> $7 limit 1`,
    values: [
      tx.groupId,
      doc.kind,
      doc.companyId,
      invoiceCode,
      invoiceNo,
      doc.id,
      doc.sheetKind !== 'receipt',
      doc.taxNo,
    ],
  })
  if (other) invalid([{ path: 'input.invoiceNo', message: `发票号码 ${invoiceNo} 已登记在 ${other.billNo}` }])
}
