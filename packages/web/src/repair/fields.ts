import type { MasterField } from '../kit/form/master-form'

/** Fields that every small master ends with. */
export const lastFields: readonly MasterField[] = [
  { name: 'sortNo', title: '排序', kind: 'integer', initial: 0 },
  { name: 'remark', title: '备注', kind: 'area' },
]
