import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import type { ActionDef } from '../kernel/document'
import { oneOf } from '../kernel/labelled'
import { reference } from '../kernel/references'
import { id, text, text255 } from '../kernel/scalars'
import { postingStates, type StateDefs } from '../kernel/states'
import { claimHeader, defineClaimDocument } from './claim-document'

const group = 'old_part'
const ship = button(group, 'ship')
const result = button(group, 'result')

/** Its states (business/three-guarantees 6.3). It is done when each of its parts has a result. */
const states = {
  draft: postingStates.draft,
  packed: { label: '已装箱', stage: 'agreed', tone: 'blue', executed: 'none' },
  shipped: { label: '已发出', stage: 'agreed', tone: 'violet', executed: 'part' },
  done: { label: '已完结', stage: 'agreed', tone: 'green', executed: 'whole' },
  voided: postingStates.voided,
} as const satisfies StateDefs
type ReturnState = keyof typeof states

/** What a manufacturer says of an old part that was sent to him, or that it never came. */
export const oldPartResults = { accepted: '签收', refused: '拒收', lost: '丢失' } as const

const carrierId = reference('carrier').nullable().default(null).meta({ title: '物流公司' })
const waybillNo = text(60).default('').meta({ title: '运单号' })

/** Carrier and waybill, where they were not known while the parts were packed. */
const shipped = z
  .object({ carrierId: carrierId.unwrap().optional(), waybillNo: text(60).optional().meta({ title: '运单号' }) })
  .optional()

const resulted = z.object({
  lines: z
    .array(
      z
        .object({ lineId: id, result: oneOf(oldPartResults).meta({ title: '结果' }), reason: text255.default('') })
        .refine(({ result: is, reason }) => is === 'accepted' || reason !== '', {
          path: ['reason'],
          message: '拒收、丢失请填写原因',
        }),
    )
    .min(1, '请选择旧件')
    .max(500),
})
export type ReturnResults = z.output<typeof resulted>

const actions = {
  pack: { label: '装箱', from: ['draft'], to: ['packed'], button: ship, stamp: 'submitted' },
  unpack: { label: '拆箱', from: ['packed'], to: ['draft'], button: ship, stamp: 'cleared' },
  ship: { label: '发出', from: ['packed'], to: ['shipped'], button: ship, input: shipped, stamp: 'approved' },
  unship: { label: '撤回发出', from: ['shipped'], to: ['packed'], button: ship, reason: true },
  result: {
    label: '录结果',
    from: ['shipped'],
    to: ['shipped', 'done'],
    button: result,
    input: resulted,
  },
  reopen: { label: '撤销结果', from: ['shipped', 'done'], to: ['shipped'], button: result, reason: true },
  void: { label: '作废', from: ['draft', 'packed'], to: ['voided'], button: ship, reason: true },
} as const satisfies Record<string, ActionDef<ReturnState>>

/** 旧件返厂单: old parts that go back to their manufacturer in one parcel (business/three-guarantees 6.3). */
export const oldPartReturn = defineClaimDocument({
  kind: 'old_part_return',
  counted: '装箱',
  stamped: { submitted: '装箱', approved: '发出' },
  title: '旧件返厂单',
  prefix: 'JF',
  path: 'old-part-return',
  buttons: { view: pageOf(group), add: ship, update: ship, print: ship, export: pageOf(group) },
  header: claimHeader.extend({ carrierId, waybillNo }),
  ownFields: ['waybillNo'],
  sections: {
    tags: {
      title: '旧件',
      line: z.object({ oldPartId: id.meta({ title: '旧件' }), remark: text255.default('').meta({ title: '备注' }) }),
      most: 500,
      isNeeded: true,
    },
  },
  states,
  columns: {
    tagCount: { title: '件数', kind: 'count', width: 60, sort: false, value: z.number(), isKey: true },
    openCount: { title: '未答复', kind: 'count', width: 68, sort: false, value: z.number(), isKey: true },
    refusedCount: { title: '拒收', kind: 'count', width: 60, sort: false, value: z.number() },
    carrierName: {
      title: '物流公司',
      width: 110,
      sort: false,
      value: z.string().nullable(),
      nullable: true,
      isKey: true,
    },
    waybillNo: { width: 130, filter: 'contains', isKey: true },
    shippedAt: { title: '发出时间', kind: 'time', chars: 20, value: z.string().nullable(), nullable: true },
  },
  actions,
})
