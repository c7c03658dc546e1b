import { gradeLabels, partButtons, type PartRow, partRoutes } from '@chepu/contract/basics/part'
import { Button } from 'antd'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { FormDialog } from '../../kit/form/form-dialog'
import type { FormValues } from '../../kit/form/master-form'
import { MergeNote } from '../../kit/form/merge-note'
import type { ListApi } from '../../kit/list/list-page'
import { MasterPage } from '../../kit/form/master-page'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { type DialogProps, useDialog } from '../../kit/ui/use-dialog'
import { FitmentFilter } from '../../pickers/fitment-filter'
import { BrandFilter, CategoryFilter } from '../../pickers/part-filters'
import { useCategoryOptions } from '../../pickers/part-options'
import { PartLink } from '../../pickers/part-link'

const columns: Column<PartRow>[] = [
  { key: 'code', title: '配件编码', width: 112, isKey: true },
  { key: 'name', title: '配件名称', width: 160, isKey: true },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'oeNo', title: 'OE号', width: 108, isKey: true },
  { key: 'brandName', title: '品牌', width: 64 },
  { key: 'spec', title: '规格', width: 84 },
  { key: 'fitment', title: '适用车型', width: 120, sort: false, isKey: true },
  { key: 'unitName', title: '单位', width: 44, sort: false },
  { key: 'grade', title: '品质', labels: gradeLabels, width: 60 },
  { key: 'categoryName', title: '分类', width: 76, isKey: true },
  { key: 'factoryNo', title: '厂家件号', width: 100 },
  { key: 'barcode', title: '条码', width: 110, sort: false },
  { key: 'taxRateName', title: '税率', width: 56, sort: false },
  { key: 'origin', title: '产地', width: 80, hidden: true, sort: false },
  { key: 'modelText', title: '型号', hidden: true, sort: false },
  { key: 'weight', title: '重量(kg)', kind: 'qty', total: false, hidden: true, sort: false },
  { key: 'packQty', title: '包装数', kind: 'qty', total: false, hidden: true, sort: false },
  { key: 'warrantyMonths', title: '三包(月)', kind: 'count', sort: false, width: 64 },
  { key: 'warrantyKm', title: '三包(公里)', kind: 'qty', total: false, hidden: true, sort: false },
  { key: 'isWearPart', title: '易损件', kind: 'flag', hidden: true, sort: false },
  { key: 'batchManaged', title: '批次', kind: 'flag', hidden: true, sort: false },
  { key: 'coreReturn', title: '旧件回收', kind: 'flag', hidden: true, sort: false },
  { key: 'remark', title: '备注', sort: false },
  { key: 'updatedAt', title: '修改时间', kind: 'time', hidden: true },
]

/** 配件资料 (business/basics 3, 8). The editor is a page of its own. */
export default function PartList() {
  const { open } = useTabs()
  const { has } = useSession()
  const [classify, classifyDialog] = useDialog(ClassifyDialog)
  const [merge, mergeDialog] = useDialog(MergeDialog)
  const show = (row: PartRow) => open({ key: 'parts', params: { id: row.id }, title: `配件-${row.code}` })
  const toolbar = (list: ListApi<PartRow>) => (
    <>
      {has(partButtons.import) && (
        <Button size="small" onClick={() => open('/importExcel?type=part')}>
          导入
        </Button>
      )}
      {has(partButtons.update) && (
        <Button
          size="small"
          disabled={list.selected.length === 0}
          onClick={() => void classify(list.selected).then((done) => done && list.refresh())}
        >
          批量改分类
        </Button>
      )}
    </>
  )
  return (
    <>
      <MasterPage<PartRow>
        name="parts"
        title="配件"
        routes={partRoutes}
        buttons={partButtons}
        columns={columns}
        fields={[]}
        labelOf={(row) => `${row.code} ${row.name}`}
        onOpen={show}
        onNew={() => open({ key: 'parts', params: { new: 1 }, title: '新增配件' })}
        selectable
        toolbar={toolbar}
        rowActions={(row, list) =>
          has(partButtons.merge) && row.isActive
            ? [
                {
                  key: 'merge',
                  label: '合并',
                  danger: true,
                  run: () => void merge(row).then((done) => done && list.refresh()),
                },
              ]
            : []
        }
      >
        <TextFilter name="q" title="配件" search placeholder="编码 / 名称 / 拼音 / OE号 / 条码" />
        <BrandFilter name="brandId" />
        <CategoryFilter name="categoryId" />
        <SelectFilter {...activeFilter} />
        <FitmentFilter name="fitment" more />
        <TextFilter name="spec" title="规格" more />
        <SelectFilter name="grade" title="品质" options={gradeLabels} more />
      </MasterPage>
      {classifyDialog}
      {mergeDialog}
    </>
  )
}

function ClassifyDialog({ input, onDone }: DialogProps<readonly PartRow[], true>) {
  const categories = useCategoryOptions(true)
  return (
    <FormDialog
      title={`批量改分类：${input.length}个配件`}
      schema={partRoutes.classify.body}
      preset={{ ids: input.map((row) => row.id) }}
      fields={[
        {
          name: 'categoryId',
          title: '新分类',
          kind: 'select',
          numeric: true,
          required: true,
          wide: true,
          options: categories,
        },
      ]}
      onSave={(body) => ({ route: partRoutes.classify, body })}
      onSaved={() => {
        toast.success('已改分类')
        onDone(true)
      }}
      onClose={() => onDone()}
    />
  )
}

function MergeDialog({ input, onDone }: DialogProps<PartRow, true>) {
  const noteOf = ({ sourceId }: FormValues) => (
    <MergeNote route={partRoutes.mergePreview} id={input.id} sourceId={sourceId} />
  )
  return (
    <FormDialog
      title={`合并到 ${input.code} ${input.name}`}
      okText="合并"
      schema={partRoutes.merge.body}
      fields={[
        {
          name: 'sourceId',
          title: '重复的配件',
          required: true,
          wide: true,
          initial: null,
          render: PartLink,
          help: '其库存、OE号、条码、价格等并入本配件，然后停用；已有单据不变，旧编码仍可扫描。',
        },
      ]}
      note={noteOf}
      onSave={(body) => ({ route: partRoutes.merge, params: { id: input.id }, body })}
      onSaved={() => {
        toast.success('已合并')
        onDone(true)
      }}
      onClose={() => onDone()}
    />
  )
}
