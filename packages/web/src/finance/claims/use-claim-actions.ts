import { button, pageOf } from '@chepu/contract/access/catalogue'
import type { claimsMoney, ClaimsTab } from '@chepu/contract/finance/claims-money'
import { writeOff } from '@chepu/contract/finance/write-off'
import type { QueryRow } from '@chepu/contract/kernel/query'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { useMemo } from 'react'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { newDocument } from '../../kit/document/document-screens'
import { receivable } from '../accounts/side'

type ClaimRow = QueryRow<typeof claimsMoney>

/** Something that is done with claims of one partner. */
interface ClaimAction {
  key: string
  label: string
  isChief?: boolean
  /** Whether a row takes it. */
  isOfRow: (row: ClaimRow) => boolean
  /** Opens the page where it is done; claims of several partners are refused, and what does not take it. */
  run: (rows: readonly ClaimRow[]) => void
}

const isOwed = ({ state }: ClaimRow) => state === 'owed'
const itemsOf = (rows: readonly ClaimRow[]) => rows.flatMap(({ itemIds }) => itemIds)

/** What the user may do with ticked claims: settle bills, and collect, offset and invoice what is owed. */
export function useClaimActions(tab: ClaimsTab): readonly ClaimAction[] {
  const { has, sees } = useSession()
  const { open } = useTabs()
  return useMemo(() => {
    const action = (
      allowed: boolean,
      about: Omit<ClaimAction, 'run'> & {
        fault: string
        begin: (rows: readonly ClaimRow[], partnerId: number) => void
      },
    ): ClaimAction[] => {
      const { fault, begin, ...shown } = about
      const run = (rows: readonly ClaimRow[]) => {
        const [first] = rows
        const wrong = rows.find((row) => !about.isOfRow(row))
        if (!first) return
        if (wrong) return void toast.error(`${wrong.billNo} ${fault}`)
        if (rows.some(({ partnerId }) => partnerId !== first.partnerId)) return void toast.error('请选择同一单位的单据')
        begin(rows, first.partnerId)
      }
      return allowed ? [{ ...shown, run }] : []
    }
    return [
      ...action(tab === 'warranty' && has(warrantySettlement.buttons.add) && sees('doc_price'), {
        key: 'settle',
        label: '生成三包结算',
        isOfRow: ({ state, billId }) => state === 'agreed' && billId !== null,
        fault: '不是「待结算」的三包单，不能生成三包结算',
        begin: (rows, partnerId) => {
          const billIds = rows.flatMap(({ billId }) => (billId === null ? [] : [billId])).join(',')
          open({ key: 'warrantySettlement', params: { new: 1, partnerId, billIds } })
        },
      }),
      ...action(has(receivable.slip.button), {
        key: 'collect',
        label: '收款',
        isChief: true,
        isOfRow: isOwed,
        fault: '不是「待收款」，不能收款',
        begin: (rows, partnerId) => open(newDocument(receivable.slip.document, { partnerId, itemIds: itemsOf(rows) })),
      }),
      ...action(has(button('write_off', 'add')) && has(button('write_off', 'offset')), {
        key: 'offset',
        label: '冲应付',
        isOfRow: (row) => isOwed(row) && row.isOwed,
        fault: '不是「待收款」，或单位没有应付款，不能冲应付',
        begin: (rows, partnerId) =>
          open(newDocument(writeOff, { partnerId, itemIds: itemsOf(rows), purpose: 'offset' })),
      }),
      ...action(has(pageOf('invoice')) && has(button('invoice', 'issue')), {
        key: 'invoice',
        label: '开票',
        isOfRow: (row) => isOwed(row) && (row.invoiceState === 'none' || row.invoiceState === 'part'),
        fault: '不是「待收款」，或已开票、不需开票',
        begin: (rows, partnerId) => {
          const params = { tab: 'toIssue', partnerId, itemIds: itemsOf(rows).join(',') }
          open({ key: 'ticketManage', params })
        },
      }),
    ]
  }, [tab, has, sees, open])
}
