import type { FieldKey } from './fields'
import { z } from 'zod'
import type { Override } from './override'
import type { FreightRule } from './amounts'
import { countedStates, isEntered, isOrder, postingStates, type State, type StateDefs } from './states'
import type { OrgSwitch, OrgConfig, ToldConfig } from './org-config'
import type { OwnColumn, OwnColumns } from './own-columns'
import type { ScopeArea } from './scope-areas'
import type { WarehouseFlag } from './warehouse-flags'

/** A desk of its own that takes a step in organisations which want it so. */
interface Desk {
  /** Parameter of the organisation that opens the desk. */
  parameter: OrgSwitch
  /** Button of the desk, needed besides the action's own. */
  button: number
  /** What is said to who has not got it. */
  refusal: string
}

/**
 * Who did it, noted on the header: who asked for approval, who gave it; `cleared` forgets both and who posted. Who posts is noted
 * with the state that is in the books.
 */
export type Stamp = 'submitted' | 'approved' | 'cleared'

/** The two sides of a document between organisations: whose it is, and the other one. */
export type Side = 'owner' | 'counterparty'

/** One change of state: who may do it, from where, to where. */
export interface ActionDef<State extends string = string> {
  label: string
  /** Whose users take it; the owner's when nothing is said. */
  by?: Side
  from: readonly State[]
  to: readonly State[]
  stamp?: Stamp
  /** An approval: where the organisation wants it so, only of what was submitted, and by somebody else. */
  isApproval?: boolean
  /** Never taken by who has worked on what it approves, whatever the organisation's settings: who has, his family says (ADR 0154). */
  byAnother?: boolean
  /** Button id (business/access 5); any of them is enough. */
  button: number | readonly number[]
  /** Flags that it wants in the warehouse of the side that takes it, in place of those of its kind (business/access 6). */
  flags?: readonly WarehouseFlag[]
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

/** Whose users take the action. */
export const sideOf = ({ by = 'owner' }: Pick<ActionDef, 'by'>): Side => by

/** The organisation whose users take the action on a document. One that names no other has both its sides in its own. */
export const sideOrg = (doc: { orgId: number; counterOrgId?: number | null | undefined }, action: ActionDef): number =>
  sideOf(action) === 'owner' ? doc.orgId : (doc.counterOrgId ?? doc.orgId)

/** The desk whose right somebody lacks for the action in an organisation with these settings, if any. */
export const missingDesk = ({ desk }: ActionDef, config: ToldConfig, has: Has): Desk | undefined =>
  desk && config[desk.parameter] && !has(desk.button) ? desk : undefined

/** Whether somebody holds what the action needs in an organisation with these settings; server and screens ask alike. */
export const mayTake = (action: ActionDef, config: ToldConfig, has: Has): boolean =>
  has(action.button) && !missingDesk(action, config, has)

/** Whether an organisation with these settings wants a document of the kind submitted before this action (business/documents 1.4). */
export const needsSubmit = (
  def: Pick<DocumentDef, 'kind' | 'states'>,
  action: ActionDef,
  state: string,
  { approveRequired }: Pick<OrgConfig, 'approveRequired'>,
): boolean => action.isApproval === true && isEntered(def, state) && approveRequired.includes(def.kind)

/** Whether a button, or any of several, is held. */
type Has = (button: number | readonly number[]) => boolean

/** Button ids of a document that are not changes of state; of several, any one is enough. */
export interface DocumentButtons {
  view: number | readonly number[]
  add: number | readonly number[]
  update: number | readonly number[]
  /** Who adds files to it besides whoever may enter it (ADR 0226). */
  attach?: number | readonly number[]
  print?: number
  export?: number
}

/** A table of lines of a document: what it is called, what a line of it takes, and how many it may have. */
export interface Section<Line extends z.ZodObject = z.ZodObject> {
  title: string
  line: Line
  most: number
  /** A document is nothing without a line of it. */
  isNeeded?: boolean
}
export type Sections = Readonly<Record<string, Section>>

/**
 * Where documents of a kind wait for their goods to be moved (business/warehouse 2): a tab of the board of what comes in, or of what
 * goes out. They wait in the states that `action` leaves.
 */
export interface Board {
  goods: 'in' | 'out'
  tab: string
  action: string
}

/** What a kind of document says of itself. */
export interface Declared<
  Kind extends string,
  Header extends z.ZodObject,
  Tables extends Sections,
  Actions extends Record<string, ActionDef>,
  Columns extends OwnColumns,
> {
  kind: Kind
  title: string
  /** Prefix of the document number (business/documents 2). */
  prefix: string
  /** Last part of its paths under /api/web. */
  path: string
  area: ScopeArea
  /** Who may not see this field gets no prices and amounts of the kind (business/access 8). */
  priceField?: FieldKey
  partnerTitle: string
  /** Which freight stands on the partner's bill; without it none does. */
  freightRule?: FreightRule
  /**
   * Flags that every step wants in the warehouse of the side that takes it, entry included (business/access 6, ADR 0181). Where none are
   * named, 查看 is enough.
   */
  flags?: readonly WarehouseFlag[]
  /** It stands between two organisations, and both see it (ADR 0128). */
  hasCounterparty?: boolean
  /** Its lines ask for goods that their warehouse may lack: what stands in for them and who else has them is offered (ADR 0165). */
  mayLack?: boolean
  /** The kind that it makes documents of whose entries tell what of it is settled and what its goods cost; it has none of its own (ADR 0158). */
  booksIn?: string
  /** The warehouse's board that lists it; without it the goods move at its own desk, or there are none. */
  board?: Board
  buttons: DocumentButtons
  header: Header
  /** Its tables of lines, under the names that they have in every body and answer. */
  sections: Tables
  /** Header fields that speak of one document alone and pass to none that is made of it, such as a waybill number. */
  ownFields?: readonly string[]
  /** What its list and export have beside the columns of all kinds, and what it calls some of those. */
  columns?: Columns
  actions: Actions
  /** What one calls an order that counts, where no approval makes it count: 确认 of 已确认 and 未确认 (ADR 0229). */
  counted?: string
  /** What one calls the steps whose stamps the header shows, where they are no 提交 and 审核. */
  stamped?: Readonly<Record<'submitted' | 'approved', string>>
  /** It is made of another document where that stands, one of each: neither 新增 nor 复制 begins it (ADR 0229). */
  isOfAnother?: true
  /** Its files prove what it says: none is taken away once it is typed into no more (ADR 0314). */
  filesProve?: true
  /** Values of a header field with which another document may be begun like it; any where nothing is said. */
  copiedWith?: { field: string; values: readonly string[] }
  /** What its log calls changes that are none of its actions, such as work on its lines (ADR 0203). */
  logged?: Readonly<Record<string, string>>
}

/** What server and web agree on about one kind of document. Data only (ADR 0018). */
export interface DocumentDef<
  Kind extends string = string,
  Header extends z.ZodObject = z.ZodObject,
  Tables extends Sections = Sections,
  Actions extends Record<string, ActionDef> = Record<string, ActionDef>,
  States extends StateDefs = StateDefs,
  Columns extends OwnColumns = OwnColumns,
> extends Declared<Kind, Header, Tables, Actions, Columns> {
  /** Its states, the one in which a document begins first (ADR 0129). */
  states: States
}

/**
 * Keeps the literal types of a definition, so that the server must implement exactly its actions, and these name its states and no
 * others. What names no states has those of a document that posts. A family adds the calls: `defineGoodsDocument`, `defineMoneyDocument`.
 */
export const defineDocument = <
  Kind extends string,
  Header extends z.ZodObject,
  Tables extends Sections,
  Actions extends Record<string, ActionDef<keyof States & string>>,
  States extends StateDefs = typeof postingStates,
  const Columns extends OwnColumns = Record<never, OwnColumn>,
>(
  def: Declared<Kind, Header, Tables, Actions, Columns> & { states?: States },
): DocumentDef<Kind, Header, Tables, Actions, States, Columns> => ({
  ...def,
  states: def.states ?? (postingStates as StateDefs as States),
})

/** States in which documents of a kind wait on their board; none of a kind that stands on none. */
export const waitingStates = ({ actions, board }: DocumentDef): readonly string[] =>
  (board && actions[board.action]?.from) ?? []

/** The lines of a section as a body brings them. */
export const sectionBody = <Line extends z.ZodObject>({ title, line, most }: Section<Line>) =>
  z.array(line).max(most, `${title}最多${most}行`)

/** What is said of a document that has no line of a section it needs. */
export const noLinesOf = ({ title }: Section): string => `请至少录入一行${title}`

interface ActionButtons {
  submit: number
  approve: number | readonly number[]
  unapprove: number
  void: number
}

const entryActions = (buttons: ActionButtons) =>
  ({
    submit: { label: '提交', from: ['draft'], to: ['submitted'], button: buttons.submit, stamp: 'submitted' },
    withdraw: { label: '撤回', from: ['submitted'], to: ['draft'], button: buttons.submit, stamp: 'cleared' },
    reject: {
      label: '驳回',
      from: ['submitted'],
      to: ['draft'],
      button: buttons.approve,
      stamp: 'cleared',
      reason: true,
    },
    void: { label: '作废', from: ['draft', 'submitted'], to: ['voided'], button: buttons.void, reason: true },
  }) as const satisfies Record<string, ActionDef<State>>

/** Actions of a document that posts to the ledgers: draft, submitted, (approved), done (business/documents 1.2). */
export const postingActions = (buttons: ActionButtons & { reverse: number }) =>
  ({
    ...entryActions(buttons),
    approve: {
      label: '审核',
      from: ['draft', 'submitted'],
      to: ['approved', 'done'],
      button: buttons.approve,
      stamp: 'approved',
      isApproval: true,
    },
    unapprove: {
      label: '反审核',
      from: ['approved', 'done'],
      to: ['draft'],
      button: buttons.unapprove,
      stamp: 'cleared',
      reason: true,
      preview: true,
    },
    reverse: { label: '红冲', from: ['done'], to: ['reversed'], button: buttons.reverse, reason: true, preview: true },
  }) as const satisfies Record<string, ActionDef<State>>

/** Actions of an order, which other documents execute (business/documents 1.3). */
export const orderActions = (buttons: ActionButtons & { close: number }) =>
  ({
    ...entryActions(buttons),
    approve: {
      label: '审核',
      from: ['draft', 'submitted'],
      to: ['approved'],
      button: buttons.approve,
      stamp: 'approved',
      isApproval: true,
    },
    unapprove: {
      label: '反审核',
      from: ['approved'],
      to: ['draft'],
      button: buttons.unapprove,
      stamp: 'cleared',
      reason: true,
    },
    close: { label: '关闭剩余', from: ['approved', 'partial'], to: ['closed'], button: buttons.close, reason: true },
    reopen: { label: '反关闭', from: ['closed'], to: ['approved', 'partial'], button: buttons.close, reason: true },
  }) as const satisfies Record<string, ActionDef<State>>

/** What makes a document of the kind count: what it says itself; else what posts is posted (过账), an order takes the step to where it counts (审核). */
export function countedBy(def: DocumentDef): string {
  if (def.counted) return def.counted
  if (!isOrder(def)) return '过账'
  const counted = countedStates(def)
  const leads = ({ from, to }: ActionDef) =>
    to.every((name) => counted.includes(name)) && !from.some((name) => counted.includes(name))
  return Object.values(def.actions).find((action) => action.isApproval && leads(action))?.label ?? ''
}

export type ActionName<Def> = Def extends DocumentDef<string, z.ZodObject, Sections, infer A> ? keyof A & string : never
/** Names of the states of a kind. */
export type StateOf<Def> = Def extends { states: infer S } ? keyof S & string : never
