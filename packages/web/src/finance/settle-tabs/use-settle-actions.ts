import { button, pageOf } from '@chepu/contract/access/catalogue'
import type { SettleQueries } from '@chepu/contract/finance/settle-queries'
import { writeOff } from '@chepu/contract/finance/write-off'
import { isNegative } from '@chepu/contract/kernel/decimal'
import type { AccountSide } from '@chepu/contract/kernel/money-document'
import type { QueryRow } from '@chepu/contract/kernel/query'
import { useMemo } from 'react'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { newDocument } from '../../kit/document/document-screens'
import { payable, receivable } from '../accounts/side'

type SettleRow = QueryRow<SettleQueries['items']>

/** Something that is done with items of one partner. */
export interface SettleAction {
  key: string
  label: string
  /** What it is called of what is ticked, where that differs. */
  labelOf?: (rows: readonly SettleRow[]) => string
  isChief?: boolean
  /** Whether a row offers it by itself. */
  isOfRow: (row: SettleRow) => boolean
  /** Opens the page where it is done; items of several partners are refused. */
  run: (rows: readonly SettleRow[]) => void
}

/** Items whose amounts are hidden are taken for open: the server knows. */
const isOpen = ({ balance }: SettleRow) => balance !== '0.00'
/** What a manufacturer is billed for claims waits for its 三包结算单. */
const isPayable = (row: SettleRow) => isOpen(row) && !row.isClaim
const isCredit = ({ balance }: SettleRow) => balance !== undefined && isNegative(balance)
const waitsForInvoice = ({ invoiceState }: SettleRow) => invoiceState === 'none' || invoiceState === 'part'
const always = () => true

/** What the user may do with ticked items of an account (business/settle-tabs 2). */
export function useSettleActions(account: AccountSide): readonly SettleAction[] {
  const { has } = useSession()
  const { open } = useTabs()
  return useMemo(() => {
    const side = account === 'AR' ? receivable : payable
    const batch = button('settle_tabs', account === 'AR' ? 'collect' : 'pay')
    const mayRefund = account === 'AP' || has(button('collection', 'refund'))
    /** What is owed the other way alone is paid back. */
    const isPaidBack = (rows: readonly SettleRow[]) => mayRefund && rows.length > 0 && rows.every(isCredit)
    const settle = (rows: readonly SettleRow[], partnerId: number) => {
      const isRefund = isPaidBack(rows)
      const itemIds = rows.map(({ id }) => id)
      open(newDocument(side.slip.document, { partnerId, itemIds, ...(isRefund && { purpose: 'refund' }) }))
    }
    const clear = (rows: readonly SettleRow[], partnerId: number) => {
      const isMixed = rows.some(isCredit) && !rows.every(isCredit)
      const purpose = isMixed ? 'red_blue' : account === 'AR' ? 'advance_ar' : 'advance_ap'
      open(newDocument(writeOff, { partnerId, itemIds: rows.map(({ id }) => id), purpose }))
    }
    const show = (tab: string) => (_rows: readonly SettleRow[], partnerId: number) =>
      open({ key: side.screen, params: { tab, partnerId } })
    const invoice = (rows: readonly SettleRow[], partnerId: number) => {
      const itemIds = rows.map(({ id }) => id).join(',')
      open({ key: 'ticketManage', params: { tab: account === 'AR' ? 'toIssue' : 'toReceive', partnerId, itemIds } })
    }
    const ofOne = (run: (rows: readonly SettleRow[], partnerId: number) => void, needsOpen: boolean) => {
      return (rows: readonly SettleRow[]) => {
        const wanted = needsOpen ? rows.filter(isPayable) : rows
        const [first] = wanted
        if (!first) return void toast.error(rows.some(isOpen) ? '三包申报的款项请先做三包结算单' : '所选单据都已结清')
        if (rows.some((row) => row.partnerId !== first.partnerId)) return void toast.error('请选择同一单位的单据')
        run(wanted, first.partnerId)
      }
    }
    const action = (
      allowed: boolean,
      { run, ...about }: Omit<SettleAction, 'run'> & { run: (rows: readonly SettleRow[], partnerId: number) => void },
      needsOpen = true,
    ): SettleAction[] => (allowed ? [{ ...about, run: ofOne(run, needsOpen) }] : [])
    const labelOf = (rows: readonly SettleRow[]) => (isPaidBack(rows) ? '退款' : side.slip.title)
    const paying = { key: 'slip', label: side.slip.title, labelOf, isChief: true, isOfRow: isPayable, run: settle }
    return [
      ...action(has(batch) && has(side.slip.button), paying),
      ...action(
        has(pageOf('invoice')) && has(button('invoice', account === 'AR' ? 'issue' : 'receive')),
        { key: 'invoice', label: account === 'AR' ? '开票' : '收票', isOfRow: waitsForInvoice, run: invoice },
        false,
      ),
      ...action(has(button('write_off', 'add')), { key: 'write_off', label: '核销', isOfRow: isPayable, run: clear }),
      ...action(
        has(side.buttons.statement),
        { key: 'statement', label: '对账单', isOfRow: always, run: show('statement') },
        false,
      ),
      ...action(
        has(pageOf(account === 'AR' ? 'receivable' : 'payable')),
        { key: 'ageing', label: '账龄', isOfRow: always, run: show('ageing') },
        false,
      ),
    ]
  }, [account, has, open])
}
