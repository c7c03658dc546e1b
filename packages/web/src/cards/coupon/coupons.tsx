import {
  type CouponBatchRow,
  couponBatches,
  couponBatchStates,
  couponButtons,
  type CouponRow,
  coupons,
  enableCouponBatch,
  saveCouponBatch,
} from '@chepu/contract/cards/coupon'
import { couponStates } from '@chepu/contract/cards/words'
import { Button } from 'antd'
import { useState } from 'react'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useRefreshCalls } from '../../kit/base/use-call'
import { useNarrow } from '../../kit/base/use-narrow'
import { changeActions, MasterDialogs, type OpenDialog } from '../../kit/form/master-dialogs'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import type { ListApi } from '../../kit/list/list-page'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { useDialog } from '../../kit/ui/use-dialog'
import { PartnerFilter } from '../../pickers/filters'
import { batchFields } from './batch-fields'
import { IssueDialog } from './issue-dialog'
import { CouponPrintDialog } from './print-dialog'
import { VoidDialog } from './void-dialog'

const batchList = listOf(couponBatches)
const couponList = listOf(coupons, {
  usedBillNo: { href: ({ usedById }) => (usedById === null ? undefined : `/costSettlement?id=${usedById}`) },
})

const batchRoutes = { save: saveCouponBatch, enable: enableCouponBatch }
const batchWords = {
  enable: (label: string) => `启用后可以继续发“${label}”。`,
  disable: (label: string) => `停用后不能再发“${label}”，已发的券仍可使用。`,
  remove: (label: string) => label,
}

const batchFilters = (
  <>
    <TextFilter name="batch" title="批次" search />
    <SelectFilter name="batchState" title="状态" options={couponBatchStates} />
  </>
)
const couponFilters = (
  <>
    <TextFilter name="couponNo" title="券号" search />
    <TextFilter name="batch" title="批次" />
    <PartnerFilter name="partnerId" title="客户" role="customer" />
    <SelectFilter name="state" title="状态" options={couponStates} />
    <DateRangeFilter title="发券日期" more />
  </>
)

/** 代金券 (business/cards 6): batches, of which coupons are issued, and the coupons themselves. */
export function Coupons() {
  const { has } = useSession()
  const [form, setForm] = useState<OpenDialog<CouponBatchRow>>()
  const refreshCalls = useRefreshCalls()
  const refresh = () => refreshCalls(couponBatches.list, couponBatches.totals, coupons.list, coupons.totals)
  const [issue, issueDialog] = useDialog(IssueDialog)
  const [print, printDialog] = useDialog(CouponPrintDialog)
  const [askVoid, voidDialog] = useDialog(VoidDialog)
  const mayIssue = has(couponButtons.issue)
  const doIssue = async (batch: CouponBatchRow) => {
    const issued = await issue(batch)
    if (!issued) return
    toast.success(`已发 ${issued.length} 张代金券`)
    refresh()
    if (has(couponButtons.print))
      await print({
        title: `${batch.name}：已发 ${issued.length} 张`,
        coupons: issued.map((coupon) => ({ ...batch, ...coupon, batchName: batch.name })),
      })
  }
  const doVoid = async (rows: readonly CouponRow[]) => {
    if (await askVoid(rows)) refresh()
  }
  const doPrint = (rows: readonly CouponRow[]) => void print({ title: `打印 ${rows.length} 张代金券`, coupons: rows })
  const tools = useCouponTools({
    print: has(couponButtons.print) && doPrint,
    void: mayIssue && ((rows) => void doVoid(rows)),
  })
  const batchTab = queryTab<CouponBatchRow>({
    ...batchList,
    key: 'batches',
    title: '批次',
    nothing: '还没有代金券批次',
    filters: batchFilters,
    rowClass: (row) => (row.state === 'active' ? undefined : 'is-off'),
    ...(mayIssue && { onOpen: (row: CouponBatchRow) => setForm({ kind: 'form', row, key: String(row.id) }) }),
    rowActions: (row, drill) => [
      ...(mayIssue && row.state === 'active' ? [{ key: 'issue', label: '发券', run: () => void doIssue(row) }] : []),
      { key: 'coupons', label: '查看券', run: () => drill.show('coupons', { batch: row.name }) },
      ...(mayIssue
        ? [{ key: 'edit', label: '修改', run: () => setForm({ kind: 'form', row, key: String(row.id) }) }]
        : []),
      ...changeActions(row, batchRoutes, { enable: mayIssue, remove: false }, setForm),
    ],
    toolbar: () => mayIssue && newButton(() => setForm({ kind: 'form', row: undefined, key: 'new' })),
  })
  const couponTab = queryTab<CouponRow>({
    ...couponList,
    ...tools,
    key: 'coupons',
    title: '代金券',
    nothing: '还没有发过代金券',
    filters: couponFilters,
    rowClass: (row) => (row.state === 'void' || row.state === 'expired' ? 'is-void' : undefined),
  })
  return (
    <>
      <QueryPage name="coupons" tabs={[batchTab, couponTab]} />
      {form && (
        <MasterDialogs
          open={form}
          title="代金券批次"
          routes={batchRoutes}
          fields={batchFields}
          labelOf={(row) => row.name}
          words={batchWords}
          refresh={refresh}
          onClose={() => setForm(undefined)}
        />
      )}
      {issueDialog}
      {printDialog}
      {voidDialog}
    </>
  )
}

/** A function and no component: the bar of a phone looks for the chief one among the buttons that it is given. */
const newButton = (begin: () => void) => (
  <Button size="small" type="primary" onClick={begin}>
    新增批次
  </Button>
)

type Does = ((rows: readonly CouponRow[]) => void) | false

/** What is done with coupons: one by one, or with those that are ticked. Cards on a phone have no ticks. */
function useCouponTools(does: { print: Does; void: Does }) {
  const narrow = useNarrow()
  const isUnused = ({ state }: CouponRow) => state === 'unused'
  return {
    selectable: !narrow,
    rowActions: (row: CouponRow) => [
      ...(does.print && isUnused(row)
        ? [{ key: 'print', label: '打印', run: () => does.print && does.print([row]) }]
        : []),
      ...(does.void && isUnused(row)
        ? [{ key: 'void', label: '作废', danger: true, run: () => does.void && does.void([row]) }]
        : []),
    ],
    toolbar: ({ selected }: ListApi<CouponRow>) => {
      if (narrow) return null
      const disabled = selected.length === 0 || !selected.every(isUnused)
      return (
        <>
          {does.print && (
            <Button size="small" disabled={disabled} onClick={() => does.print && does.print(selected)}>
              打印
            </Button>
          )}
          {does.void && (
            <Button size="small" disabled={disabled} onClick={() => does.void && does.void(selected)}>
              作废
            </Button>
          )}
        </>
      )
    },
  }
}
