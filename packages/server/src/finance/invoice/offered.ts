import { isOnPaper } from '@chepu/contract/finance/invoice-rules'
import { isPositive, isZero } from '@chepu/contract/kernel/decimal'
import type { Invoice } from './types'

/** Whether a step may come to anything of an invoice: what would always be refused is not offered (business/invoices 3). */
export function isOffered(invoice: Invoice, action: string): boolean {
  const { state, sheetKind, isDeductible, certifiedMonth, taken, taxed } = invoice
  switch (action) {
    case 'void':
      return state === 'draft' || (isOnPaper(sheetKind) && isZero(taken))
    case 'recall':
      return isZero(taken)
    case 'redPart':
      return isPositive(taxed)
    case 'certify':
      return isDeductible
    case 'transfer':
      return certifiedMonth !== null
    default:
      return true
  }
}
