import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import type { ActionDef } from '../kernel/document'
import { oneOf } from '../kernel/labelled'
import { defineQuery, type QueryRow } from '../kernel/query'
import { repairSectionNames } from '../kernel/repair-document'
import { idParam, route } from '../kernel/route'
import { addressedId, amount, id, text, text255 } from '../kernel/scalars'
import { postingStates, type StateDefs } from '../kernel/states'
import { billCount, claimAmount, claimHeader, defineClaimDocument } from './claim-document'
import { verdictStates } from './verdict'

const group = 'claim_confirm'

/** Who bears what a manufacturer does not agree to (business/three-guarantees 5.2). */
export const restBearers = { shop: '本店承担', customer: '客户承担' } as const
export type RestBearer = keyof typeof restBearers

const states = {
  draft: postingStates.draft,
  done: { label: '已确认', stage: 'posted', tone: 'green' },
  voided: postingStates.voided,
} as const satisfies StateDefs
type VerdictState = keyof typeof states

const actions = {
  confirm: {
    label: '确认',
    from: ['draft'],
    to: ['done'],
    button: button(group, 'confirm'),
    stamp: 'approved',
    preview: true,
    hint: '按厂家结果调整应收',
  },
  undo: {
    label: '撤销确认',
    from: ['done'],
    to: ['draft'],
    button: button(group, 'confirm'),
    stamp: 'cleared',
    reason: true,
    preview: true,
  },
  appeal: {
    label: '申诉',
    from: ['done'],
    to: ['done'],
    button: button(group, 'appeal'),
    reason: true,
    input: z.object({
      billLineIds: z.array(id).min(1, '请选择要申诉的明细').max(500).meta({ title: '申诉明细' }),
    }),
  },
  void: { label: '作废', from: ['draft'], to: ['voided'], button: button(group, 'enter'), reason: true },
} as const satisfies Record<string, ActionDef<VerdictState>>

/** What the manufacturer says to a line of a bill. */
const verdictLine = z.object({
  billLineId: id.meta({ title: '三包单明细' }),
  confirmedAmount: amount.meta({ title: '确认金额' }),
  reason: text255.default('').meta({ title: '原因' }),
  rest: oneOf(restBearers).default('shop').meta({ title: '差额承担' }),
})

/** 厂家确认单: what a manufacturer has answered to a claim, line by line (business/three-guarantees 5). */
export const claimConfirmation = defineClaimDocument({
  kind: 'claim_confirmation',
  title: '厂家确认单',
  prefix: 'SQ',
  path: 'claim-confirmation',
  priceField: 'doc_price',
  counted: '确认',
  buttons: {
    view: pageOf(group),
    add: button(group, 'enter'),
    update: button(group, 'enter'),
  },
  header: claimHeader.extend({
    claimId: id.meta({ title: '索赔单' }),
    manufacturerNo: text(60).default('').meta({ title: '厂家单号' }),
  }),
  sections: { verdicts: { title: '确认明细', line: verdictLine, most: 2000, isNeeded: true } },
  states,
  columns: {
    claimNo: { title: '索赔单', width: 130, sort: false, value: z.string() },
    billCount,
    claimedAmount: { ...claimAmount, title: '申报额' },
    confirmedAmount: { ...claimAmount, title: '确认额' },
    manufacturerNo: { width: 130, filter: 'contains' },
  },
  actions,
})

/** A line that waits for the manufacturer's word. Money in yuan with tax; absent for who may not see prices. */
const openVerdict = z.object({
  billLineId: id,
  billId: id,
  billNo: z.string(),
  plate: z.string().nullable(),
  section: z.enum(repairSectionNames),
  /** 行号: counts through the bill, as the sheet of the claim prints it. */
  lineNo: z.number(),
  name: z.string(),
  partCode: z.string().nullable(),
  qty: z.string(),
  claimedAmount: z.string().optional(),
  /** What he has agreed to before, of an appeal; else what was claimed. */
  beforeAmount: z.string().optional(),
  isAppeal: z.boolean(),
})
export type OpenVerdict = z.output<typeof openVerdict>

/** Lines of a claim that wait for an answer. */
export const openVerdicts = route({
  method: 'GET',
  path: '/api/web/claim-confirmation-open/:id',
  access: pageOf(group),
  summary: '索赔单待确认的明细',
  params: idParam,
  data: z.object({
    claimNo: z.string(),
    manufacturerId: id,
    manufacturerName: z.string(),
    lines: z.array(openVerdict),
  }),
})

/** 厂家确认: every line that was claimed, with what the manufacturer has said to it. */
export const claimVerdicts = defineQuery({
  key: 'claim_verdicts',
  title: '厂家确认',
  path: '/api/web/claim-verdicts',
  access: pageOf(group),
  mayExport: pageOf(group),
  filters: z.object({
    verdict: oneOf(verdictStates).optional().describe('状态'),
    manufacturerId: addressedId.optional().describe('厂家'),
    claimId: addressedId.optional().describe('索赔单'),
    billNo: text(40).optional().describe('三包单号开头'),
  }),
  columns: {
    claimNo: { title: '索赔单', width: 150, isKey: true },
    manufacturerName: { title: '厂家', width: 110, isKey: true },
    billNo: { title: '三包单', width: 130, isKey: true },
    lineNo: { title: '行', kind: 'count', width: 44, isKey: true, sort: false },
    name: { title: '项目/配件', width: 120, sort: false },
    claimedAmount: { title: '申报', kind: 'money', width: 84, field: 'doc_price', isKey: true },
    confirmedAmount: { title: '确认', kind: 'money', width: 84, field: 'doc_price', nullable: true, isKey: true },
    difference: { title: '差额', kind: 'money', width: 84, field: 'doc_price', nullable: true, isKey: true },
    reason: { title: '原因', width: 110, sort: false, isKey: true },
    confirmedOn: { title: '确认日', kind: 'date', width: 92, nullable: true, isKey: true },
    verdict: { title: '状态', kind: 'code', labels: verdictStates, width: 76, isKey: true, card: 'fact' },
  },
  beside: {
    id,
    claimId: id,
    billId: id,
    confirmationId: id.nullable(),
    /** For the manufacturer's word, the first one or that on what is contested. */
    waits: z.boolean(),
  },
})
export type ClaimVerdictRow = QueryRow<typeof claimVerdicts>
