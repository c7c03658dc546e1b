import {
  type CustomerSearchRow,
  customerSearch,
  searchRanges,
  type SearchRange,
} from '@chepu/contract/customers/customer-search'
import { followUpRoutes, followUps } from '@chepu/contract/customers/follow-up'
import { customerButtons, partnerKindLabels, partnerLevels } from '@chepu/contract/customers/partner'
import { Button } from 'antd'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { useRefreshCalls } from '../../kit/base/use-call'
import { FormDialog } from '../../kit/form/form-dialog'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, FlagFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import { useFilterState } from '../../kit/list/use-filters'
import { type DialogProps, useDialog } from '../../kit/ui/use-dialog'
import { EmployeeFilter, WordFilter } from '../../pickers/filters'
import { useEmployees } from '../../pickers/lists'
import { RangeFilter } from './conditions'
import { SavedSearches } from './saved'
import './search.css'

type Row = CustomerSearchRow

const list = listOf(customerSearch, { partnerName: { href: (row) => `/customerDetail?id=${row.partnerId}` } })
const levels = Object.fromEntries(partnerLevels.map((level) => [level, level]))
const first: readonly SearchRange[] = ['quiet', 'visits', 'spent']
const others = (Object.keys(searchRanges) as SearchRange[]).filter((name) => !first.includes(name))

/** 生成回访任务 for the ticked rows. */
function FollowUpDialog({ input, onDone }: DialogProps<readonly Row[], true>) {
  const employees = useEmployees()
  return (
    <FormDialog
      title={`生成回访任务：${input.length}条`}
      okText="生成"
      schema={followUpRoutes.make.body}
      preset={{ subjects: input.map(({ partnerId, vehicleId }) => ({ partnerId, vehicleId })) }}
      fields={[
        { name: 'reason', title: '回访原因', required: true, wide: true, help: '例如：保养到期提醒、流失客户回访' },
        { name: 'dueOn', title: '计划日期', kind: 'date', required: true },
        {
          name: 'employeeId',
          title: '回访人',
          kind: 'select',
          numeric: true,
          options: Object.fromEntries(employees.map(({ id, name }) => [id, name])),
          help: '留空则不指定',
        },
      ]}
      onSave={(body) => ({ route: followUpRoutes.make, body })}
      onSaved={({ made, open }) => {
        toast.success(`已生成${made}条回访任务${open > 0 ? `，另有${open}条同样的任务还未回访` : ''}`)
        onDone(true)
      }}
      onClose={() => onDone()}
    />
  )
}

/** 客户综合查询: whom to call again, by anything that is known of customers and their cars (business/customers 8). */
export default function CustomerSearch() {
  const { has } = useSession()
  const { open } = useTabs()
  const filters = useFilterState({}, useScreenParams())
  const refreshCalls = useRefreshCalls()
  const [make, dialog] = useDialog(FollowUpDialog)
  const show = (row: Row) => open(`/customerDetail?id=${row.partnerId}`)
  const toolbar = ({ selected, clearSelection }: ListApi<Row>) => (
    <>
      {has(customerButtons.update) && (
        <Button
          size="small"
          type="primary"
          disabled={selected.length === 0}
          onClick={() =>
            void make(selected).then((done) => {
              if (!done) return
              clearSelection()
              refreshCalls(followUps.list, followUps.totals)
            })
          }
        >
          生成回访任务{selected.length > 0 ? `（${selected.length}）` : ''}
        </Button>
      )}
      <SavedSearches filters={filters} />
    </>
  )
  return (
    <>
      <ListPage<Row>
        {...list}
        name="moreQuestion"
        nothing="没有符合条件的客户"
        keyOf={(row) => row.rowId}
        filterState={filters}
        selectable
        toolbar={toolbar}
        onOpen={show}
        rowActions={(row) => [{ key: 'show', label: '客户详情', run: () => show(row) }]}
      >
        <TextFilter name="q" title="客户" search placeholder="名称 / 拼音 / 手机尾号 / 车牌 / VIN" />
        {first.map((name) => (
          <RangeFilter key={name} name={name} />
        ))}
        <FlagFilter name="declined" title="有未做项目" />
        <SelectFilter name="level" title="等级" options={levels} more />
        <WordFilter name="category" title="类别" words="partner_category" more />
        <WordFilter name="source" title="来源" words="partner_source" more />
        <SelectFilter name="kind" title="性质" options={partnerKindLabels} more />
        <EmployeeFilter name="salespersonId" title="业务员" more />
        <TextFilter name="car" title="车型" more />
        <TextFilter name="item" title="消费过项目" more />
        <TextFilter name="part" title="消费过配件" more />
        <DateRangeFilter title="消费日期" more />
        {others.map((name) => (
          <RangeFilter key={name} name={name} more />
        ))}
      </ListPage>
      {dialog}
    </>
  )
}
