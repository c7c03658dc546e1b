import { dictionaryButtons } from '@chepu/contract/access/document-rights'
import {
  expenseCategoryRoutes,
  type ExpenseCategoryRow,
  maxExpenseLevel,
} from '@chepu/contract/basics/expense-category'
import { moneyDirections } from '@chepu/contract/basics/words'
import { TreeMasterPage } from '../kit/form/tree-master-page'

const noteOf = (row: ExpenseCategoryRow) =>
  [moneyDirections[row.direction], row.isSystem ? '系统使用' : '', row.remark].filter(Boolean).join('，')

/** 收支类别 (business/basics 7.4): what other income and expense are sorted by. */
export default function ExpenseCategories() {
  return (
    <TreeMasterPage<ExpenseCategoryRow>
      title="收支类别"
      routes={expenseCategoryRoutes}
      buttons={dictionaryButtons}
      labelOf={(row) => row.name}
      noteOf={noteOf}
      maxDepth={maxExpenseLevel}
      fields={[
        { name: 'direction', title: '方向', kind: 'select', options: moneyDirections, required: true, initial: 'out' },
        { name: 'name', title: '名称', required: true },
        { name: 'sortNo', title: '排序', kind: 'integer', initial: 0 },
        { name: 'remark', title: '备注', kind: 'area' },
      ]}
    />
  )
}
