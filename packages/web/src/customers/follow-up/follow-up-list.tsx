import {
  followUpOutcomes,
  type FollowUpRow,
  followUpRoutes,
  followUps,
  followUpStates,
} from '@chepu/contract/customers/follow-up'
import { customerButtons } from '@chepu/contract/customers/partner'
import { useMemo } from 'react'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useTabs } from '../../kit/base/tabs'
import { FormDialog } from '../../kit/form/form-dialog'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, FlagFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import { type DialogProps, useDialog } from '../../kit/ui/use-dialog'
import { EmployeeFilter } from '../../pickers/filters'

const list = listOf(followUps, { partnerName: { href: (row) => `/customerDetail?id=${row.partnerId}` } })

/** 登记回访结果: what came of calling. */
function ResultDialog({ input, onDone }: DialogProps<FollowUpRow, true>) {
  return (
    <FormDialog
      title={`回访结果：${[input.partnerName, input.plate].filter(Boolean).join(' ')}`}
      schema={followUpRoutes.result.body}
      preset={{
        version: input.version,
        note: input.note,
        ...(input.state !== 'open' && { outcome: input.state }),
      }}
      fields={[
        { name: 'outcome', title: '结果', kind: 'select', options: followUpOutcomes, required: true },
        { name: 'note', title: '回访记录', kind: 'area', wide: true },
      ]}
      onSave={(body) => ({ route: followUpRoutes.result, params: { id: input.id }, body })}
      onSaved={() => {
        toast.success('已登记')
        onDone(true)
      }}
      onClose={() => onDone()}
    />
  )
}

/** 回访 of all customers, or of one, with their results (business/customers 9). */
export function FollowUpList({ partnerId }: { partnerId?: number }) {
  const { has } = useSession()
  const { open } = useTabs()
  const [note, dialog] = useDialog(ResultDialog)
  const isOne = partnerId !== undefined
  const columns = useMemo(
    () => (isOne ? list.columns.filter(({ key }) => key !== 'partnerName' && key !== 'mobile') : list.columns),
    [isOne],
  )
  const defaults = isOne ? { partnerId: String(partnerId) } : { state: 'open' }
  const rowActions = (row: FollowUpRow, { refresh }: ListApi<FollowUpRow>) => [
    ...(has(customerButtons.update)
      ? [
          {
            key: 'result',
            label: row.state === 'open' ? '登记结果' : '改结果',
            run: () => void note(row).then((done) => done && refresh()),
          },
        ]
      : []),
    ...(isOne ? [] : [{ key: 'show', label: '客户详情', run: () => open(`/customerDetail?id=${row.partnerId}`) }]),
  ]
  return (
    <>
      <ListPage<FollowUpRow>
        {...list}
        columns={columns}
        name={isOne ? 'customerDetail.followUps' : 'followUp'}
        nothing="还没有回访任务"
        defaults={defaults}
        rowActions={rowActions}
        rowClass={(row) => (row.state === 'dropped' ? 'is-void' : undefined)}
      >
        <DateRangeFilter title="计划日期" />
        {!isOne && <TextFilter name="q" title="客户" search placeholder="名称 / 拼音 / 手机尾号 / 车牌 / VIN" />}
        <SelectFilter name="state" title="状态" options={followUpStates} />
        {!isOne && <EmployeeFilter name="employeeId" title="回访人" />}
        <FlagFilter name="overdue" title="已过期" />
        <TextFilter name="reason" title="原因" more />
      </ListPage>
      {dialog}
    </>
  )
}
