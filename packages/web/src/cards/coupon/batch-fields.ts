import { couponScopes } from '@chepu/contract/cards/words'
import type { MasterField } from '../../kit/form/master-form'

/** Fields of a batch of coupons. */
export const batchFields: MasterField[] = [
  { name: 'name', title: '名称', required: true, wide: true, help: '印在券上，如 保养满200减30' },
  { name: 'face', title: '面值', kind: 'decimal', required: true },
  { name: 'threshold', title: '使用门槛', kind: 'decimal', initial: '0', help: '满多少元可用，0 为无门槛' },
  { name: 'scope', title: '适用范围', kind: 'select', options: couponScopes, required: true, initial: 'all' },
  { name: 'qty', title: '发行数', kind: 'integer', required: true, help: '最多发多少张' },
  { name: 'validFrom', title: '开始日期', kind: 'date', help: '空白为发券当天' },
  { name: 'validTo', title: '截止日期', kind: 'date', help: '与“领取后有效天数”填一项' },
  { name: 'validDays', title: '领取后有效天数', kind: 'integer', initial: null },
  { name: 'isStackable', title: '可叠加', kind: 'switch', help: '可与其他可叠加的券同用' },
  { name: 'isCrossOrg', title: '跨店使用', kind: 'switch', help: '集团内各门店都可用' },
  { name: 'remark', title: '备注', kind: 'area' },
]
