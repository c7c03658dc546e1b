import { pendingIssued, pendingReceived } from '@chepu/contract/finance/invoice-pending'
import { untaxedPart } from '@chepu/contract/kernel/amounts'
import { isPositive, money, sub } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '../src/kernel/base/calendar'
import type { Maker } from './makers'

/** A receipt for the latest bill that is not invoiced yet; receipts need no number of a tax bureau. */
const invoice = (query: typeof pendingIssued | typeof pendingReceived, need: string): Maker => ({
  weight: 0,
  needs: [need],
  inputs: { issue: {} },
  async body({ client }) {
    const { rows } = await client.call(query.list, { query: { page: 1, rows: 50, sourceKind: need } })
    const bill = rows.find(({ rest = '0' }) => isPositive(rest))
    if (!bill) return null
    const { sourceKind, sourceId, openItemId, rest = '0', partnerId } = bill
    const untaxed = untaxedPart(rest, '0.13')
    return {
      header: { bizDate: shanghaiDay(), partnerId, sheetKind: 'receipt', remark: '' },
      lines: [{ name: '配件', untaxed, taxRate: '0.13', tax: money(sub(rest, untaxed)) }],
      links: [{ sourceKind, sourceId, openItemId, amount: rest }],
    }
  },
})

/** How invoices of both directions are made. */
export const invoiceMakers: Partial<Record<string, Maker>> = {
  invoice_issued: invoice(pendingIssued, 'sales_delivery'),
  invoice_received: invoice(pendingReceived, 'goods_receipt'),
}
