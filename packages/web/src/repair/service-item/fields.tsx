import type { LookupWorkerType } from '@chepu/contract/repair/lookups'
import { type PricingMode, pricingModes } from '@chepu/contract/kernel/pricing-modes'
import { labourAmount, labourPrice } from '@chepu/contract/repair/labour-price'
import { commissionModes } from '@chepu/contract/repair/service-item'
import { isDecimal, numberText } from '@chepu/contract/kernel/typed'
import { moneyText, priceText } from '../../kit/base/format'
import type { FormValues, MasterField } from '../../kit/form/master-form'
import { byId } from '../../kit/form/select-options'
import { type RowColumn, SubTableField } from '../../kit/form/sub-table-field'
import { PartRows } from '../../pickers/part-rows'

interface Choices {
  workerTypes: readonly LookupWorkerType[]
  businessTypes: Record<string, string>
  taxRates: Record<string, string>
  defaultHourPrice: string
}

/** A figure as typed so far; what is none yet says nothing. */
function figure(values: FormValues, name: string): string | null {
  const text = numberText(String(values[name] ?? ''))
  return isDecimal(text) ? text : null
}

/** What one of the item costs where no price by type of car is said, as the figures stand in the form (business/repair-masters 3). */
function amountText(values: FormValues, { workerTypes, defaultHourPrice }: Choices): string {
  const pricingMode = values['pricingMode'] as PricingMode
  const trade = workerTypes.find(({ id }) => id === values['workerTypeId'])
  const price = labourPrice({
    pricingMode,
    carTypePrice: null,
    hourPrice: figure(values, 'hourPrice'),
    fixedPrice: figure(values, 'fixedPrice'),
    workerTypeHourPrice: trade?.hourPrice ?? null,
    carTypeHourPrice: null,
    defaultHourPrice,
  })
  if (price === null) return '未定价'
  const stdHours = figure(values, 'stdHours') ?? '0'
  const amount = moneyText(labourAmount({ pricingMode, stdHours, price, qty: '1' }))
  return pricingMode === 'hours' ? `${stdHours} × ${priceText(price)} = ${amount}` : amount
}

/** 基本 of an item. */
export const basicFields = (choices: Choices): MasterField[] => [
  { name: 'code', title: '项目编码', help: '空白时自动生成' },
  { name: 'name', title: '项目名称', required: true },
  {
    name: 'workerTypeId',
    title: '工种',
    kind: 'select',
    numeric: true,
    required: true,
    options: byId(choices.workerTypes),
  },
  {
    name: 'businessTypeId',
    title: '业务类型',
    kind: 'select',
    numeric: true,
    options: choices.businessTypes,
    help: '空白为不限',
  },
  {
    name: 'pricingMode',
    title: '计价方式',
    kind: 'select',
    options: pricingModes,
    required: true,
    initial: 'hours',
    section: '价格',
  },
  { name: 'stdHours', title: '标准工时', kind: 'decimal', help: '按工时计价必填，最多6位小数' },
  { name: 'hourPrice', title: '工时单价', kind: 'decimal', help: '空白时用工种、车辆类型或企业的单价' },
  { name: 'fixedPrice', title: '一口价', kind: 'decimal', help: '一口价项目必填' },
  {
    name: 'amountShown',
    title: '项目金额',
    initial: null,
    render: ({ id, values }) => <output id={id}>{amountText(values, choices)}</output>,
    help: '没有车型价格时，每次的金额',
  },
  {
    name: 'taxRateId',
    title: '税率',
    kind: 'select',
    numeric: true,
    options: choices.taxRates,
    help: '空白时用劳务的默认税率',
  },
  { name: 'allowsDiscount', title: '允许打折', kind: 'switch', initial: true },
  {
    name: 'commissionMode',
    title: '提成方式',
    kind: 'select',
    options: commissionModes,
    required: true,
    initial: 'rate',
    permission: 'commission',
    section: '提成',
  },
  {
    name: 'commissionValue',
    title: '提成',
    kind: 'decimal',
    permission: 'commission',
    help: '比例写成小数：18%写0.18，空白时按维修工和工种；按金额写每项多少元',
  },
  { name: 'warrantyHours', title: '三包工时', kind: 'decimal', help: '厂家认可的工时', section: '三包与质保' },
  { name: 'qualityKm', title: '质保里程(公里)', kind: 'decimal', help: '空白时按业务类型的质保规则' },
  { name: 'qualityDays', title: '质保天数', kind: 'integer' },
  { name: 'remark', title: '备注', kind: 'area' },
]

/** 车型价格: one for each type of car, of an hour or of the whole. */
export const pricesField = (carTypes: Record<string, string>): MasterField => {
  const columns: RowColumn[] = [
    { name: 'carTypeId', title: '车辆类型', kind: 'select', numeric: true, options: carTypes, width: 200 },
    { name: 'price', title: '价格', kind: 'decimal', width: 120 },
  ]
  const empty = { carTypeId: null, price: null }
  return {
    name: 'prices',
    title: '按车辆类型的价格：按工时计价的填工时单价，一口价的填一口价',
    wide: true,
    columns,
    initial: [],
    render: (control) => <SubTableField control={control} columns={columns} empty={empty} addText="添加车辆类型" />,
  }
}

const materialColumns: RowColumn[] = [
  { name: 'partCode', title: '配件编码', kind: 'shown', width: 130 },
  { name: 'partName', title: '配件名称', kind: 'shown' },
  { name: 'brandName', title: '品牌', kind: 'shown', width: 90 },
  { name: 'qty', title: '数量', kind: 'decimal', width: 90 },
  { name: 'isConsumable', title: '辅料', kind: 'check', width: 60 },
]

/** 材料 that goes with the item. */
export const materialField: MasterField = {
  name: 'parts',
  title: '开单时一起带出的配件；辅料只领用，不列在客户的单据上',
  wide: true,
  columns: materialColumns,
  initial: [],
  render: (control) => (
    <PartRows control={control} idField="partId" preset={{ qty: '1', isConsumable: false }} columns={materialColumns} />
  ),
}
