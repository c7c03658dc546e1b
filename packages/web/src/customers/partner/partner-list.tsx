import {
  customerButtons,
  partnerButtons,
  partnerLevels,
  type PartnerRow,
  partnerRoutes,
} from '@chepu/contract/customers/partner'
import { Button } from 'antd'
import { activeFilter } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { FlagFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import type { ListApi } from '../../kit/list/list-page'
import { MasterPage } from '../../kit/form/master-page'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { useDialog } from '../../kit/ui/use-dialog'
import { EmployeeFilter, WordFilter } from '../../pickers/filters'
import { RegionFilter } from '../../pickers/region-filter'
import { CreditDialog, MergeDialog, TransferDialog } from './dialogs'

const same = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, value]))

/** Partners in some roles: the customer list and the supplier view of the same list (business/customers 1). */
export function PartnerList(props: {
  name: string
  title: string
  /** Sum of the role bits that are listed. */
  role: number
  columns: readonly Column<PartnerRow>[]
}) {
  const isCustomers = props.role === 1
  const { has, sees } = useSession()
  const { open } = useTabs()
  const [merge, mergeDialog] = useDialog(MergeDialog)
  const [transfer, transferDialog] = useDialog(TransferDialog)
  const [credit, creditDialog] = useDialog(CreditDialog)
  const buttons = isCustomers ? customerButtons : partnerButtons
  const show = (row: PartnerRow) =>
    open({
      key: 'customerEdit',
      params: { id: row.id, role: isCustomers ? 1 : 2 },
      title: `${props.title}-${row.name}`,
    })
  const view = (row: PartnerRow) => open(`/customerDetail?id=${row.id}`)
  const toolbar = (list: ListApi<PartnerRow>) => (
    <>
      {has(customerButtons.import) && (
        <Button size="small" onClick={() => open('/importExcel?type=partner')}>
          导入
        </Button>
      )}
      {isCustomers && has(customerButtons.transfer) && (
        <Button
          size="small"
          disabled={list.selected.length === 0}
          onClick={() => void transfer(list.selected).then((done) => done && list.refresh())}
        >
          转业务员
        </Button>
      )}
    </>
  )
  const rowActions = (row: PartnerRow, list: ListApi<PartnerRow>) => [
    ...(isCustomers && !row.isSystem ? [{ key: 'view', label: '查看', run: () => view(row) }] : []),
    ...(has(partnerButtons.credit) && sees('credit_limit') && !row.isSystem
      ? [{ key: 'credit', label: '改信用', run: () => void credit(row).then((done) => done && list.refresh()) }]
      : []),
    ...(has(customerButtons.merge) && row.isActive && !row.isSystem
      ? [
          {
            key: 'merge',
            label: '合并',
            danger: true,
            run: () => void merge(row).then((done) => done && list.refresh()),
          },
        ]
      : []),
  ]
  return (
    <>
      <MasterPage<PartnerRow>
        name={props.name}
        title={props.title}
        routes={partnerRoutes}
        buttons={{ ...buttons, export: customerButtons.export }}
        columns={props.columns}
        fields={[]}
        defaults={{ role: String(props.role) }}
        labelOf={(row) => row.name}
        onOpen={isCustomers ? view : show}
        onEdit={show}
        isFixed={(row) => row.isSystem}
        onNew={() => open({ key: 'customerAdd', params: { role: isCustomers ? 1 : 2 }, title: `新增${props.title}` })}
        selectable={isCustomers}
        toolbar={toolbar}
        rowActions={rowActions}
      >
        <TextFilter
          name="q"
          title={props.title}
          search
          placeholder={isCustomers ? '名称 / 编码 / 拼音 / 手机尾号 / 车牌 / VIN' : '名称 / 编码 / 拼音 / 手机尾号'}
        />
        <WordFilter name="category" title="类别" words="partner_category" />
        {isCustomers && <SelectFilter name="level" title="等级" options={same(partnerLevels)} />}
        {isCustomers && <EmployeeFilter name="salespersonId" title="业务员" />}
        <SelectFilter {...activeFilter} />
        {(sees('ar_balance') || sees('purchase_price')) && <FlagFilter name="owing" title="有欠款" more />}
        <RegionFilter name="regionCode" more />
        {isCustomers && <WordFilter name="source" title="来源" words="partner_source" more />}
        <SelectFilter
          name="quietDays"
          title={isCustomers ? '未到店' : '未往来'}
          options={{ 30: '30天以上', 60: '60天以上', 90: '90天以上', 180: '半年以上', 365: '一年以上' }}
          more
        />
      </MasterPage>
      {mergeDialog}
      {transferDialog}
      {creditDialog}
    </>
  )
}
