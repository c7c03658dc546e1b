import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import type { ActionDef } from '../kernel/document'
import { idParam, route } from '../kernel/route'
import { oneOf } from '../kernel/labelled'
import { addressedId, day, id, text } from '../kernel/scalars'
import { postingStates, type StateDefs } from '../kernel/states'
import { billCount, billToChoose, claimAmount, claimBills, claimHeader, defineClaimDocument } from './claim-document'
import { oldPartStates } from './old-part'

const group = 'warranty_claim'

/** Its states (business/three-guarantees 4.1). 已答复 and 已完成 follow the verdicts and settlements of its bills. */
const states = {
  draft: postingStates.draft,
  sent: { label: '已发送', stage: 'agreed', tone: 'blue', executed: 'none' },
  answered: { label: '已答复', stage: 'agreed', tone: 'violet', executed: 'part' },
  done: { label: '已完成', stage: 'agreed', tone: 'green', executed: 'whole' },
  voided: postingStates.voided,
} as const satisfies StateDefs
type ClaimState = keyof typeof states

const actions = {
  send: {
    label: '标记已发送',
    from: ['draft'],
    to: ['sent'],
    button: button(group, 'send'),
    stamp: 'submitted',
    input: z
      .object({
        /** The day on which it was sent; today where nothing is said. */
        sentOn: day.optional().meta({ title: '发送日期' }),
        manufacturerNo: text(60).optional().meta({ title: '厂家受理号' }),
      })
      .optional(),
  },
  withdraw: {
    label: '撤回',
    from: ['sent'],
    to: ['draft'],
    button: button(group, 'withdraw'),
    stamp: 'cleared',
    reason: true,
  },
  void: { label: '作废', from: ['draft'], to: ['voided'], button: button(group, 'void'), reason: true },
} as const satisfies Record<string, ActionDef<ClaimState>>

/** 索赔单: bills of one manufacturer that are claimed together (business/three-guarantees 4.1). */
export const warrantyClaim = defineClaimDocument({
  kind: 'warranty_claim',
  counted: '发送',
  title: '索赔单',
  prefix: 'SP',
  path: 'warranty-claim',
  priceField: 'doc_price',
  buttons: {
    view: pageOf(group),
    add: button(group, 'add'),
    update: button(group, 'update'),
    export: button(group, 'export'),
  },
  header: claimHeader.extend({
    fromDay: day.nullable().default(null).meta({ title: '修理日期从' }),
    toDay: day.nullable().default(null).meta({ title: '修理日期至' }),
    manufacturerNo: text(60).default('').meta({ title: '厂家受理号' }),
  }),
  sections: { bills: claimBills },
  states,
  columns: {
    period: { title: '期间', width: 150, sort: false, value: z.string(), isKey: true },
    billCount: { ...billCount, isKey: true },
    claimedAmount: { ...claimAmount, title: '申报额', isKey: true },
    confirmedAmount: { ...claimAmount, title: '已确认', isKey: true },
    rejectedAmount: { ...claimAmount, title: '驳回额', isKey: true },
    manufacturerNo: { width: 130, filter: 'contains' },
    sentOn: { title: '发送日期', kind: 'date', value: z.string().nullable(), nullable: true },
  },
  actions,
})

/** Bills that a claim is chosen of, at most. */
export const mostCandidates = 500

/** An approved bill of the manufacturer that no claim has. */
const claimCandidate = billToChoose.extend({
  repairedOn: z.string().nullable(),
  /** The last day on which it may be claimed, and whether that is over. */
  claimBy: z.string().nullable(),
  isLate: z.boolean(),
})
export type ClaimCandidate = z.output<typeof claimCandidate>

/** 选三包单: what may be claimed of a manufacturer, what must go first at the top. */
export const claimCandidates = route({
  method: 'GET',
  path: '/api/web/warranty-claim-candidates',
  access: pageOf(group),
  summary: '可申报的三包单',
  query: z.object({
    manufacturerId: addressedId,
    fromDay: day.optional().describe('修理日期从'),
    toDay: day.optional().describe('修理日期至'),
  }),
  data: z.object({ rows: z.array(claimCandidate), more: z.boolean() }),
})

/** Where the old parts of a claim are, one a tag. */
export const claimOldParts = route({
  method: 'GET',
  path: '/api/web/warranty-claim-parts/:id',
  access: pageOf(group),
  summary: '索赔单的旧件',
  params: idParam,
  data: z.array(
    z.object({
      id,
      billId: id,
      tagNo: z.string(),
      partName: z.string(),
      state: oneOf(oldPartStates),
      /** Whether the manufacturer wants it back. */
      returns: z.boolean(),
      place: z.string().nullable(),
      returnNo: z.string().nullable(),
    }),
  ),
})
