import {
  customerButtons,
  partnerButtons,
  partnerKindLabels,
  partnerLevels,
  partnerRoutes,
  type PartnerView,
  priceLevelLabels,
} from '@chepu/contract/customers/partner'
import { vehicleButtons } from '@chepu/contract/customers/vehicle'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { invoiceKindLabels } from '@chepu/contract/kernel/scalars'
import { type EditorTab, MasterEditor } from '../../kit/form/master-editor'
import type { MasterField } from '../../kit/form/master-form'
import { type RowColumn, SubTableField } from '../../kit/form/sub-table-field'
import { useSession } from '../../kit/base/session'
import { useScreenParams } from '../../kit/base/tabs'
import { useEmployees, useSettlements, useWords } from '../../pickers/lists'
import { RegionCascader, RegionControl } from '../../pickers/region-cascader'
import { CustomerVehicles } from '../vehicle/customer-vehicles'
import { CreditSummary } from './credit-summary'
import { RolesControl } from './roles'

const same = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, value]))
const byId = (rows: readonly { id: number; name: string }[]) =>
  Object.fromEntries(rows.map(({ id, name }) => [id, name]))

const rows = (
  name: string,
  title: string,
  addText: string,
  columns: readonly RowColumn[],
  empty: Readonly<Record<string, unknown>>,
): MasterField => ({
  name,
  title,
  wide: true,
  columns,
  initial: [],
  render: (control) => <SubTableField control={control} columns={columns} empty={empty} addText={addText} />,
})

const contacts = rows(
  'contacts',
  '联系人',
  '添加联系人',
  [
    { name: 'name', title: '姓名', width: 120 },
    { name: 'mobile', title: '手机', width: 140 },
    { name: 'tel', title: '电话', width: 140 },
    { name: 'title', title: '职务' },
    { name: 'isDefault', title: '默认', kind: 'one', width: 60 },
  ],
  { name: '', mobile: '', tel: '', title: '', isDefault: false },
)
const addresses = rows(
  'addresses',
  '收货地址',
  '添加地址',
  [
    { name: 'receiver', title: '收货人', width: 110 },
    { name: 'mobile', title: '手机', width: 140 },
    {
      name: 'regionCode',
      title: '地区',
      width: 210,
      render: ({ label, ...control }) => (
        <RegionCascader {...control} value={String(control.value ?? '')} label={label} />
      ),
    },
    { name: 'address', title: '地址' },
    { name: 'isDefault', title: '默认', kind: 'one', width: 60 },
  ],
  { receiver: '', mobile: '', regionCode: '', address: '', isDefault: false },
)

const invoice: MasterField[] = [
  {
    name: 'defaultInvoiceKind',
    title: '默认发票',
    kind: 'select',
    options: invoiceKindLabels,
    required: true,
    initial: 'none',
  },
  { name: 'invoiceTitle', title: '发票抬头' },
  { name: 'taxNo', title: '税号' },
  { name: 'bankName', title: '开户行' },
  { name: 'bankAccount', title: '银行账号', help: '16或19位数字' },
]

const isCustomer = ({ cusFlag }: PartnerView) => (cusFlag & partnerRoles.customer) !== 0

const vehicles: EditorTab<PartnerView> = {
  key: 'vehicles',
  title: '车辆',
  fields: [],
  extra: (row) => isCustomer(row) && <CustomerVehicles partnerId={row.id} />,
}

/** 新增/修改客户, and the same for suppliers: `?id=` changes one, `?role=` names the first role of a new one (business/customers 1, 2). */
export default function PartnerEditor() {
  const { has, sees } = useSession()
  const { role } = useScreenParams<{ role: string }>()
  const firstRole = role === undefined ? 1 : Number.parseInt(role, 10)
  const isSupplier = firstRole !== 1
  const people = byId(useEmployees())
  const settlements = byId(useSettlements())
  const mayCredit = has(partnerButtons.credit) && sees('credit_limit')
  const basic: MasterField[] = [
    { name: 'code', title: '编码', help: '留空自动生成；被单据使用后不能修改' },
    { name: 'name', title: '名称', required: true },
    {
      name: 'kind',
      title: '性质',
      kind: 'select',
      options: partnerKindLabels,
      required: true,
      initial: isSupplier ? 'unit' : 'person',
    },
    {
      name: 'cusFlag',
      title: '角色',
      required: true,
      initial: firstRole,
      wide: true,
      render: (control) => <RolesControl {...control} />,
    },
    {
      name: 'category',
      title: '类别',
      kind: 'select',
      options: useWords('partner_category'),
      required: true,
      initial: isSupplier ? '汽配店' : '散客',
    },
    { name: 'level', title: '等级', kind: 'select', options: same(partnerLevels), required: true, initial: 'C' },
    { name: 'mobile', title: '手机', help: '个人必填' },
    { name: 'tel', title: '电话' },
    { name: 'regionCode', title: '地区', render: RegionControl, initial: '' },
    { name: 'address', title: '地址', wide: true },
    {
      name: 'salespersonId',
      title: '业务员',
      kind: 'select',
      numeric: true,
      options: people,
      fixed: !has(customerButtons.transfer),
    },
    { name: 'buyerId', title: '采购员', kind: 'select', numeric: true, options: people },
    { name: 'source', title: '来源', kind: 'select', options: useWords('partner_source') },
    { name: 'birthday', title: '生日', kind: 'date' },
    { name: 'gender', title: '性别', kind: 'select', options: same(['男', '女']) },
    { name: 'isBlacklisted', title: '黑名单', kind: 'switch', help: '不允许赊账' },
  ]
  const prices: MasterField[] = [
    {
      name: 'priceLevel',
      title: '价格级别',
      kind: 'select',
      options: priceLevelLabels,
      required: true,
      initial: 'retail',
    },
    {
      name: 'discountRate',
      title: '折扣',
      kind: 'decimal',
      required: true,
      initial: '1',
      help: '1为不打折，0.95为95折',
    },
    { name: 'settlementMethodId', title: '结算方式', kind: 'select', numeric: true, options: settlements },
  ]
  const credit = (row: PartnerView) => <CreditSummary partner={row} mayChange={mayCredit && !row.isSystem} />
  const tabs: EditorTab<PartnerView>[] = [
    { key: 'basic', title: '基本', fields: basic },
    ...(has(vehicleButtons.view) ? [vehicles] : []),
    { key: 'contacts', title: '联系人', fields: [contacts] },
    { key: 'addresses', title: '地址', fields: [addresses] },
    { key: 'invoice', title: '开票信息', fields: invoice },
    {
      key: 'prices',
      title: '信用与价格',
      fields: prices,
      extra: credit,
    },
    { key: 'remark', title: '备注', fields: [{ name: 'remark', title: '备注', kind: 'area' }] },
  ]
  return (
    <MasterEditor<PartnerView>
      title={isSupplier ? '供应商' : '客户'}
      tabs={tabs}
      read={partnerRoutes.read}
      save={partnerRoutes.save}
      refresh={[partnerRoutes.list, partnerRoutes.totals]}
      mayAdd={has([customerButtons.add, partnerButtons.add])}
      mayUpdate={(partner) => !partner.isSystem && has([customerButtons.update, partnerButtons.update])}
      labelOf={(partner) => partner.name}
    />
  )
}
