import { partnerKindLabels, type PartnerRow, priceLevelLabels } from '@chepu/contract/customers/partner'
import { activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'

const first: Column<PartnerRow>[] = [
  { key: 'code', title: '编码', width: 72 },
  { key: 'name', title: '名称', width: 150, isKey: true },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
]
const contact: Column<PartnerRow>[] = [
  { key: 'mobile', title: '手机', width: 100, sort: false },
  { key: 'tel', title: '电话', width: 110, hidden: true, sort: false },
  { key: 'contactName', title: '联系人', width: 64, sort: false },
  { key: 'region', title: '地区', width: 150, hidden: true, sort: false },
  { key: 'address', title: '地址', width: 180, hidden: true, sort: false },
]
const last: Column<PartnerRow>[] = [
  { key: 'lastOn', title: '最近往来', kind: 'date', sort: false },
  { key: 'isBlacklisted', title: '黑名单', kind: 'flag', hidden: true, sort: false },
  { key: 'taxNo', title: '税号', width: 150, hidden: true, sort: false },
  { key: 'bankName', title: '开户行', width: 150, hidden: true, sort: false },
  { key: 'bankAccount', title: '银行账号', width: 150, hidden: true, sort: false },
  { key: 'remark', title: '备注', width: 160, sort: false },
]
const settlement: Column<PartnerRow> = { key: 'settlementMethodName', title: '结算方式', width: 72, sort: false }
const credit: Column<PartnerRow>[] = [
  { key: 'creditLimit', title: '信用额度', kind: 'money', field: 'credit_limit', total: false, sort: false, width: 84 },
  { key: 'creditDays', title: '账期(天)', kind: 'count', width: 60 },
]

/** 客户管理 (business/customers 1). */
export const customerColumns: Column<PartnerRow>[] = [
  ...first,
  { key: 'kind', title: '性质', labels: partnerKindLabels, width: 48, sort: false },
  { key: 'category', title: '类别', width: 60 },
  { key: 'level', title: '等级', width: 44 },
  ...contact,
  { key: 'vehicleCount', title: '车辆数', kind: 'count', width: 56, sort: false, total: false },
  { key: 'priceLevel', title: '价格级别', labels: priceLevelLabels, width: 68, sort: false },
  { key: 'discountRate', title: '折扣', kind: 'discount', hidden: true, sort: false },
  { key: 'receivable', title: '当前应收', kind: 'money', field: 'ar_balance', width: 84, isKey: true },
  { key: 'advanceIn', title: '预收余额', kind: 'money', field: 'ar_balance', width: 76, isKey: true },
  { key: 'salespersonName', title: '业务员', width: 60, sort: false, isKey: true },
  settlement,
  ...credit,
  { key: 'source', title: '来源', width: 90, hidden: true, sort: false },
  ...last.map((column) => (column.key === 'lastOn' ? { ...column, title: '最近到店' } : column)),
]

/** Suppliers and all others one buys from. */
export const supplierColumns: Column<PartnerRow>[] = [
  ...first,
  { key: 'cusFlag', title: '角色', width: 110, sort: false },
  { key: 'kind', title: '性质', labels: partnerKindLabels, width: 48, hidden: true, sort: false },
  { key: 'category', title: '类别', width: 80 },
  { key: 'level', title: '等级', width: 44, hidden: true },
  ...contact,
  { key: 'payable', title: '当前应付', kind: 'money', field: 'purchase_price', width: 88, isKey: true },
  { key: 'advanceOut', title: '预付余额', kind: 'money', field: 'purchase_price', width: 84, isKey: true },
  { key: 'buyerName', title: '采购员', width: 60, sort: false, isKey: true },
  { key: 'salespersonName', title: '业务员', width: 60, hidden: true, sort: false },
  { key: 'priceLevel', title: '价格级别', labels: priceLevelLabels, width: 68, hidden: true, sort: false },
  settlement,
  ...credit,
  ...last,
]
