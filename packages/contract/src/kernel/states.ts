// The states of a kind of document are data of its definition; whatever works on all kinds asks for their stage (ADR 0129).
import { oneOf } from './labelled'

/**
 * What a state means to whatever works on documents of all kinds: it is being entered; it waits for its approval; it holds
 * good; it is in the books; it was in the books and a red document undid it; it was given up before it came to anything.
 */
export type Stage = 'entry' | 'waiting' | 'agreed' | 'posted' | 'reversed' | 'voided'

/** One state of a kind of document. Data only. */
export interface StateDef {
  label: string
  stage: Stage
  /** Colour of its tag. */
  tone: 'grey' | 'amber' | 'blue' | 'violet' | 'green' | 'red'
  /** Stands across its paper, on which nobody may act yet, or any more. */
  mark?: string
  /**
   * Of a kind that others execute: how much of it they have. They move a document among these states and no others. An order holds good
   * in them; goods that were sent and have not arrived are in the books.
   */
  executed?: 'none' | 'part' | 'whole'
  /** It is typed into still, though it holds good: of documents that live for days (ADR 0184). */
  isTyped?: boolean
}
export type StateDefs = Readonly<Record<string, StateDef>>

const entryStates = {
  draft: { label: '草稿', stage: 'entry', tone: 'grey', mark: '草稿' },
  submitted: { label: '待审核', stage: 'waiting', tone: 'amber', mark: '未审核' },
} as const satisfies StateDefs

const voided = { label: '已作废', stage: 'voided', tone: 'grey', mark: '已作废' } as const satisfies StateDef

/** States of a document that posts to the ledgers, and of every kind that names none of its own (business/documents 1.2). */
export const postingStates = {
  ...entryStates,
  approved: { label: '已审核', stage: 'agreed', tone: 'blue' },
  done: { label: '已完成', stage: 'posted', tone: 'green' },
  voided,
  reversed: { label: '已红冲', stage: 'reversed', tone: 'red' },
} as const satisfies StateDefs

/** States of an order, which other documents execute and which never posts (business/documents 1.3). */
export const orderStates = {
  ...entryStates,
  approved: { label: '已审核', stage: 'agreed', tone: 'blue', executed: 'none' },
  partial: { label: '部分执行', stage: 'agreed', tone: 'violet', executed: 'part' },
  done: { label: '已完成', stage: 'agreed', tone: 'green', executed: 'whole' },
  closed: { label: '已关闭', stage: 'agreed', tone: 'grey' },
  voided,
} as const satisfies StateDefs

/** The states that orders and posting documents have, in the order of a document's life; for what speaks of both. */
export const documentStates = {
  ...entryStates,
  approved: postingStates.approved,
  partial: orderStates.partial,
  done: postingStates.done,
  closed: orderStates.closed,
  voided,
  reversed: postingStates.reversed,
} as const satisfies StateDefs
export type State = keyof typeof documentStates

/** What states are called. */
export const labelsOf = <Defs extends StateDefs>(states: Defs): Record<keyof Defs & string, string> =>
  Object.fromEntries(Object.entries(states).map(([name, { label }]) => [name, label])) as Record<
    keyof Defs & string,
    string
  >

export const stateLabels = labelsOf(documentStates)

/** A state of a kind, as its answers hold it. */
export const stateIn = <Defs extends StateDefs>({ states }: { states: Defs }) => oneOf(states)

/** What has states: the definition of a kind of document. */
interface Stated {
  states: StateDefs
}

/** What a state is to its kind. @throws Error for a name that the kind does not declare */
export function stageOf({ states }: Stated, state: string): Stage {
  const found = Object.hasOwn(states, state) ? states[state] : undefined
  if (!found) throw new Error(`no state ${state}`)
  return found.stage
}

/** What a state of a kind is called; a name that the kind does not declare stands for itself. */
export const stateLabel = ({ states }: Stated, state: string): string =>
  (Object.hasOwn(states, state) ? states[state]?.label : undefined) ?? state

/** States of a kind in these stages, in the order of its definition. */
export const statesIn = ({ states }: Stated, ...stages: readonly Stage[]): string[] =>
  Object.keys(states).filter((name) => stages.includes(states[name]?.stage as Stage))

/** The state in which documents of a kind begin, and to which they come back when an approval is undone. */
export const firstState = <Defs extends StateDefs>({ states }: { states: Defs }) =>
  Object.keys(states)[0] as keyof Defs & string

/** The state of a kind in a stage that the engine leads its documents to. @throws Error when the kind has none */
export function stateAt<Defs extends StateDefs>(def: { states: Defs }, stage: 'posted' | 'reversed') {
  const [state] = statesIn(def, stage)
  if (state === undefined) throw new Error(`no state is ${stage}`)
  return state as keyof Defs & string
}

/** Whether a document in this state may be typed into. */
export const isEntered = (def: Stated, state: string): boolean => stageOf(def, state) === 'entry'

/** Whether a save may change a document in this state: one that is entered, or that is typed into as long as it lives. */
export const isSaved = (def: Stated, state: string): boolean =>
  isEntered(def, state) || def.states[state]?.isTyped === true

/** Whether files of a document in this state stay, since it says what they prove (ADR 0314). */
export const keepsFiles = (def: Stated & { filesProve?: true }, state: string): boolean =>
  def.filesProve === true && !isSaved(def, state)

/** Whether a document in this state is in the books, and nothing has undone it. */
export const isPosted = (def: Stated, state: string): boolean => stageOf(def, state) === 'posted'

/** An order never posts; other documents execute it. */
export const isOrder = (def: Stated): boolean => statesIn(def, 'posted').length === 0

/** States of documents that have posted; orders never do. Red documents are among them, so that what they undo comes to nothing. */
export const postedStates = (def: Stated): string[] => statesIn(def, 'posted', 'reversed')

/** States whose amounts sums of the kind count: what is posted, and of orders what is approved (business/lists 2.3). */
export const countedStates = (def: Stated): string[] => (isOrder(def) ? statesIn(def, 'agreed') : postedStates(def))

/** States of documents that came to nothing: nothing that refers to them counts. */
export const endedStates = (def: Stated): string[] => statesIn(def, 'voided', 'reversed')

/** States of a kind whose documents others may still execute. */
export const openStates = ({ states }: Stated): string[] =>
  Object.keys(states).filter((name) => ['none', 'part'].includes(states[name]?.executed ?? ''))

/** Whether others execute documents of the kind. */
export const isExecuted = ({ states }: Stated): boolean => Object.values(states).some(({ executed }) => executed)

/** States of documents that are under way: they wait for their approval, or hold good, or others have not executed the whole of them. */
export function runningStates(def: Stated): string[] {
  const agreed = statesIn(def, 'agreed')
  const isOrdered = agreed.some((name) => def.states[name]?.executed)
  return [...statesIn(def, 'waiting'), ...(isOrdered ? [] : agreed), ...openStates(def)]
}

/** States of documents that are begun and not at an end: drafts, and what is under way. */
export const unfinishedStates = (def: Stated): string[] => [...statesIn(def, 'entry'), ...runningStates(def)]

/** The state of a document that others have executed so far, of a kind that they execute. */
export const executedState = ({ states }: Stated, executed: 'none' | 'part' | 'whole'): string | undefined =>
  Object.keys(states).find((name) => states[name]?.executed === executed)
