import {
  auxUnitUses,
  fitmentPositions,
  gradeLabels,
  type PartView,
  substituteDirections,
} from '@chepu/contract/basics/part'
import type { EditorTab } from '../../kit/form/master-editor'
import type { FieldControl, MasterField } from '../../kit/form/master-form'
import { type RowColumn, SubTableField } from '../../kit/form/sub-table-field'
import { FitmentRows } from './fitment-rows'
import { PartRows } from '../../pickers/part-rows'

// What the tabs of a part hold (business/basics 3).

const linked: RowColumn[] = [
  { name: 'partCode', title: '配件编码', kind: 'shown', width: 130 },
  { name: 'partName', title: '配件名称', kind: 'shown' },
  { name: 'brandName', title: '品牌', kind: 'shown', width: 90 },
]

const rowsField = (
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

/** Barcodes are plain texts on the wire and rows in the form. */
function Barcodes({ control }: { control: FieldControl }) {
  const rows = ((control.value as string[] | null) ?? []).map((barcode) => ({ barcode }))
  return (
    <SubTableField
      control={{
        ...control,
        value: rows,
        onChange: (next) => control.onChange((next as { barcode: string }[]).map(({ barcode }) => barcode)),
      }}
      columns={[{ name: 'barcode', title: '条码' }]}
      empty={{ barcode: '' }}
      addText="添加条码"
    />
  )
}

/** What a part is chosen from: id -> name. */
interface PartOptions {
  brands: Record<string, string>
  categories: Record<string, string>
  units: Record<string, string>
  taxRates: Record<string, string>
}

const select = (name: string, title: string, options: Record<string, string>): MasterField => ({
  name,
  title,
  kind: 'select',
  numeric: true,
  required: true,
  options,
})

const firstId = (options: Readonly<Record<string, string>>): number | null => {
  const [id] = Object.keys(options)
  return id === undefined ? null : Number.parseInt(id, 10)
}

/** 基本. A new part starts with the first unit, and with the rate of the organisation where it has one. */
export const basicFields = (
  { brands, categories, units, taxRates }: PartOptions,
  defaultTaxRateId: number | null | undefined,
): MasterField[] => [
  { name: 'code', title: '配件编码', help: '留空自动生成；被单据使用后不能修改' },
  { name: 'name', title: '配件名称', required: true },
  select('brandId', '品牌', brands),
  { name: 'grade', title: '品质', kind: 'select', options: gradeLabels, required: true, initial: 'aftermarket' },
  select('categoryId', '分类', categories),
  { ...select('unitId', '单位', units), initial: firstId(units), help: '有库存流水后不能修改' },
  { name: 'spec', title: '规格' },
  { name: 'modelText', title: '型号' },
  { name: 'factoryNo', title: '厂家件号' },
  { name: 'origin', title: '产地' },
  { name: 'weight', title: '重量(kg)', kind: 'decimal' },
  { name: 'packQty', title: '包装数', kind: 'decimal' },
  { ...select('taxRateId', '税率', taxRates), initial: defaultTaxRateId ?? firstId(taxRates) },
  { name: 'taxClassCode', title: '税收分类编码' },
  {
    name: 'warrantyMonths',
    title: '三包期(月)',
    kind: 'integer',
    help: '留空采用分类的默认三包期',
  },
  { name: 'warrantyKm', title: '三包里程(公里)', kind: 'decimal' },
  { name: 'isWearPart', title: '易损件', kind: 'switch' },
  { name: 'coreReturn', title: '旧件回收', kind: 'switch' },
  { name: 'batchManaged', title: '批次管理', kind: 'switch', help: '有库存流水后不能修改' },
  { name: 'shelfLifeDays', title: '保质期(天)', kind: 'integer' },
  { name: 'remark', title: '备注', kind: 'area' },
  {
    name: 'barcodes',
    title: '条码',
    wide: true,
    initial: [],
    render: (control) => <Barcodes control={control} />,
  },
  rowsField(
    'auxUnits',
    '辅助单位',
    '添加辅助单位',
    [
      { name: 'unitId', title: '单位', kind: 'select', options: units, numeric: true, width: 140 },
      { name: 'factor', title: '换算系数（1辅助单位=多少基本单位）', kind: 'decimal' },
      { name: 'usedFor', title: '用于', kind: 'select', options: auxUnitUses, width: 120 },
    ],
    { unitId: null, factor: '', usedFor: 'purchase' },
  ),
]

/** The numbers that car makers give the part; one is the chief one. */
export const oeTab: EditorTab<PartView> = {
  key: 'oe',
  title: 'OE号',
  fields: [
    rowsField(
      'oes',
      'OE号',
      '添加OE号',
      [
        { name: 'oeNo', title: 'OE号' },
        { name: 'isPrimary', title: '主OE号', kind: 'one', width: 80 },
      ],
      { oeNo: '', isPrimary: false },
    ),
  ],
}

/** Two-way links that the other part keeps. */
const otherSide = (row: PartView) =>
  row.substituteOf.length > 0 && (
    <p>
      与以下配件互换（在对方资料中维护）：
      {row.substituteOf.map((part) => `${part.partCode} ${part.partName}`).join('、')}
    </p>
  )

const substituteColumns: RowColumn[] = [
  ...linked,
  { name: 'direction', title: '方向', kind: 'select', options: substituteDirections, width: 120 },
  { name: 'priority', title: '优先级', kind: 'count', width: 80 },
  { name: 'note', title: '说明' },
]

/** 替换件: other parts that may stand for this one. */
export const substitutesTab: EditorTab<PartView> = {
  key: 'substitutes',
  title: '替换件',
  fields: [
    {
      name: 'substitutes',
      title: '可替换本配件的配件',
      wide: true,
      columns: substituteColumns,
      initial: [],
      render: (control) => (
        <PartRows
          control={control}
          idField="substituteId"
          preset={{ direction: 'two_way', priority: 0, note: '' }}
          columns={substituteColumns}
        />
      ),
    },
  ],
  extra: otherSide,
}

const fitmentColumns: RowColumn[] = [
  { name: 'yearFrom', title: '年份起', kind: 'count', width: 80 },
  { name: 'yearTo', title: '年份止', kind: 'count', width: 80 },
  {
    name: 'position',
    title: '位置',
    kind: 'select',
    options: Object.fromEntries([['', '不限'], ...fitmentPositions.map((each) => [each, each])]) as Record<
      string,
      string
    >,
    width: 90,
  },
  { name: 'qtyPerCar', title: '单车用量', kind: 'decimal', width: 90 },
  { name: 'note', title: '说明' },
]

/** Cars that the part fits, and where in them. */
export const fitmentsTab: EditorTab<PartView> = {
  key: 'fitments',
  title: '适用车型',
  fields: [
    {
      name: 'fitments',
      title: '适用车型',
      wide: true,
      columns: [{ name: 'modelText', title: '车型' }, ...fitmentColumns],
      initial: [],
      render: (control) => <FitmentRows control={control} columns={fitmentColumns} />,
    },
  ],
}

const bomColumns: RowColumn[] = [
  ...linked,
  { name: 'qty', title: '数量', kind: 'decimal', width: 90 },
  { name: 'costRatio', title: '成本比例(0-1)', kind: 'decimal', width: 110 },
]

/** 组成: what it is assembled of. */
export const bomTab: EditorTab<PartView> = {
  key: 'bom',
  title: '组成(BOM)',
  fields: [
    {
      name: 'bom',
      title: '组成件（用于组装、拆分）',
      wide: true,
      columns: bomColumns,
      initial: [],
      render: (control) => (
        <PartRows control={control} idField="componentId" preset={{ qty: '1', costRatio: null }} columns={bomColumns} />
      ),
    },
  ],
}
