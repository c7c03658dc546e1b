import {
  categoryButtons,
  categoryRoutes,
  type CategoryRow,
  maxCategoryLevel,
} from '@chepu/contract/basics/part-category'
import { TreeMasterPage } from '../kit/form/tree-master-page'

const noteOf = (row: CategoryRow) =>
  [row.partCount > 0 ? `${row.partCount}个配件` : '', row.warrantyMonths ? `三包${row.warrantyMonths}个月` : '']
    .filter(Boolean)
    .join('，')

/** 配件分类 (business/basics 5): a tree of four levels; a change of 上级 moves a branch. */
export default function PartCategories() {
  return (
    <TreeMasterPage<CategoryRow>
      title="配件分类"
      routes={categoryRoutes}
      buttons={categoryButtons}
      labelOf={(row) => row.name}
      noteOf={noteOf}
      maxDepth={maxCategoryLevel}
      fields={[
        { name: 'name', title: '名称', required: true },
        {
          name: 'warrantyMonths',
          title: '默认三包期(月)',
          kind: 'integer',
          help: '新增配件未填三包期时采用',
        },
        { name: 'taxClassCode', title: '税收分类编码', help: '19位数字' },
        { name: 'sortNo', title: '排序', kind: 'integer', initial: 0 },
      ]}
    />
  )
}
