import type { z } from 'zod'
import type { Override } from './override'
import type { FreightRule } from './amounts'
import type { OrgSwitch, OrgConfig } from './org-config'

/** Uniform states of all documents (DOMAIN 4.1). */
export const stateLabels = {
  draft: '草稿',
  submitted: '待审核',
  approved: '已审核',
  partial: '部分执行',
  done: '已完成',
  closed: '已关闭',
  voided: '已作废',
  reversed: '已红冲',
} as const
export type State = keyof typeof stateLabels
export const states = Object.keys(stateLabels) as State[]

/** Areas of data scope (DOMAIN 10.4). */
export type ScopeArea = 'customer' | 'purchase' | 'sales' | 'stock' | 'repair' | 'warranty' | 'finance' | 'statistics'

/** A desk of its own that takes a step in organisations which want it so. */
export interface Desk {
  /** Parameter of the organisation that opens the desk. */
  parameter: OrgSwitch
  /** Button of the desk, needed besides the action's own. */
  button: number
  /** What is said to who has not got it. */
  refusal: string
}

/** One change of state: who may do it, from where, to where. */
export interface ActionDef {
  label: string
  from: readonly State[]
  to: readonly State[]
  /** Button id (DOMAIN 10.2); any of them is enough. */
  button: number | readonly number[]
  desk?: Desk
  /** The user must say why. */
  reason?: boolean
  /** What the action takes besides version and reason, for example the received quantities. */
  input?: z.ZodType
  /** Posted effects are shown before the user confirms. */
  preview?: boolean
  /** What it does beyond its label. */
  hint?: string
  /** The rule that it lets the document pass. Screens offer it once that rule has refused the document, not before. */
  passes?: Override
}

/** The desk whose right somebody lacks for the action in an organisation with these settings, if any. */
export const missingDesk = ({ desk }: ActionDef, config: OrgConfig, has: Has): Desk | undefined =>
  desk && config[desk.parameter] && !has(desk.button) ? desk : undefined

/** Whether somebody holds what the action needs in an organisation with these settings; server and screens ask alike. */
export const mayTake = (action: ActionDef, config: OrgConfig, has: Has): boolean =>
  has(action.button) && !missingDesk(action, config, has)

/** Whether a button, or any of several, is held. */
type Has = (button: number | readonly number[]) => boolean

/** Button ids of a document that are not changes of state; of several, any one is enough. */
export interface DocumentButtons {
  view: number | readonly number[]
  add: number | readonly number[]
  update: number | readonly number[]
  print?: number
  export?: number
}

/** What server and web agree on about one kind of document. Data only (DESIGN 4). */
export interface DocumentDef<
  Kind extends string = string,
  Header extends z.ZodObject = z.ZodObject,
  Line extends z.ZodObject = z.ZodObject,
  Actions extends Record<string, ActionDef> = Record<string, ActionDef>,
> {
  kind: Kind
  title: string
  /** Prefix of the document number (DOMAIN 4.2). */
  prefix: string
  /** Last part of its paths under /api/web. */
  path: string
  area: ScopeArea
  partnerTitle: string
  /** Which freight stands on the partner's bill; without it none does. */
  freightRule?: FreightRule
  /** Other documents execute it; it never posts to the ledgers itself. */
  isOrder?: boolean
  buttons: DocumentButtons
  header: Header
  line: Line
  /** Header fields that speak of one document alone and pass to none that is made of it, such as a waybill number. */
  ownFields?: readonly string[]
  actions: Actions
}

/** Keeps the literal types of a definition, so that the server must implement exactly its actions. */
export const defineDocument = <
  Kind extends string,
  Header extends z.ZodObject,
  Line extends z.ZodObject,
  Actions extends Record<string, ActionDef>,
>(
  def: DocumentDef<Kind, Header, Line, Actions>,
): DocumentDef<Kind, Header, Line, Actions> => def

export interface ActionButtons {
  submit: number
  approve: number | readonly number[]
  unapprove: number
  void: number
}

const entryActions = (buttons: ActionButtons) =>
  ({
    submit: { label: '提交', from: ['draft'], to: ['submitted'], button: buttons.submit },
    withdraw: { label: '撤回', from: ['submitted'], to: ['draft'], button: buttons.submit },
    reject: { label: '驳回', from: ['submitted'], to: ['draft'], button: buttons.approve, reason: true },
    void: { label: '作废', from: ['draft', 'submitted'], to: ['voided'], button: buttons.void, reason: true },
  }) as const satisfies Record<string, ActionDef>

/** Actions of a document that posts to the ledgers: draft, submitted, (approved), done (DOMAIN 4.1). */
export const postingActions = (buttons: ActionButtons & { reverse: number }) =>
  ({
    ...entryActions(buttons),
    approve: { label: '审核', from: ['draft', 'submitted'], to: ['approved', 'done'], button: buttons.approve },
    unapprove: {
      label: '反审核',
      from: ['approved', 'done'],
      to: ['draft'],
      button: buttons.unapprove,
      reason: true,
      preview: true,
    },
    reverse: { label: '红冲', from: ['done'], to: ['reversed'], button: buttons.reverse, reason: true, preview: true },
  }) as const satisfies Record<string, ActionDef>

/** Actions of an order, which other documents execute (DOMAIN 4.1). */
export const orderActions = (buttons: ActionButtons & { close: number }) =>
  ({
    ...entryActions(buttons),
    approve: { label: '审核', from: ['draft', 'submitted'], to: ['approved'], button: buttons.approve },
    unapprove: { label: '反审核', from: ['approved'], to: ['draft'], button: buttons.unapprove, reason: true },
    close: { label: '关闭剩余', from: ['approved', 'partial'], to: ['closed'], button: buttons.close, reason: true },
    reopen: { label: '反关闭', from: ['closed'], to: ['approved', 'partial'], button: buttons.close, reason: true },
  }) as const satisfies Record<string, ActionDef>

/** An order is executed by other documents; all others post to the ledgers themselves. */
export const isOrder = (def: DocumentDef): boolean => def.isOrder ?? false

/** States of documents that have posted; orders never do. Red documents are among them, so that what they undo comes to nothing. */
export const postedStates = (def: DocumentDef): readonly State[] => (isOrder(def) ? [] : ['done', 'reversed'])

/** States whose amounts sums of the kind count: what is posted, and of orders what is approved (DOMAIN 2.14 rule 3). */
export const countedStates = (def: DocumentDef): readonly State[] =>
  isOrder(def) ? ['approved', 'partial', 'done', 'closed'] : postedStates(def)

/** What makes a document of the kind count: orders are approved (审核), the others posted (过账). */
export const countedBy = (def: DocumentDef): string => (isOrder(def) ? '审核' : '过账')

export type ActionName<Def> =
  Def extends DocumentDef<string, z.ZodObject, z.ZodObject, infer A> ? keyof A & string : never
export type HeaderInput<Def> = Def extends DocumentDef<string, infer H, z.ZodObject> ? z.output<H> : never
export type LineInput<Def> = Def extends DocumentDef<string, z.ZodObject, infer L> ? z.output<L> : never
