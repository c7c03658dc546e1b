import { type ActionDef, type DocumentDef, mayTake, sideOrg } from '@chepu/contract/kernel/document'
import type { ToldConfig } from '@chepu/contract/kernel/org-config'
import { missingFlag, type Places } from '@chepu/contract/kernel/warehouse-flags'
import type { SessionView } from '../base/session'

/** What an action needs to know of a document. */
export interface ActionTarget {
  id: number
  billNo: string
  state: string
  version: number
  isRed?: boolean
}

/** Order of the actions of a row (business/lists 1.6); other actions of a kind follow in their own order. */
const order = ['submit', 'approve', 'withdraw', 'reject', 'unapprove', 'reverse', 'void', 'close', 'reopen']
const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

/** Whether 复制 begins another document like one with this header. */
export const isCopied = ({ isOfAnother, copiedWith }: DocumentDef, header: object): boolean =>
  !isOfAnother && (!copiedWith || copiedWith.values.includes(String(Reflect.get(header, copiedWith.field))))

/** Whether the action cannot be done without what only the editor or a dialog asks for. */
const needsInput = ({ input }: ActionDef) => input !== undefined && !input.safeParse(undefined).success

/**
 * Names of the actions that state and permission allow on a row of a list. A red document takes none that undoes a
 * posting; an action with input of its own, and one that passes over a refusal, happen in the editor. The server decides again.
 */
export function allowedActions(
  def: DocumentDef,
  row: ActionTarget,
  config: ToldConfig,
  has: (button: number | readonly number[]) => boolean,
): string[] {
  const allows = (action: ActionDef) =>
    (action.from as readonly string[]).includes(row.state) &&
    mayTake(action, config, has) &&
    !action.passes &&
    !needsInput(action) &&
    !(row.isRed && action.preview)
  return Object.entries(def.actions)
    .filter(([, action]) => allows(action))
    .map(([name]) => name)
    .sort((a, b) => rank(a) - rank(b))
}

/** Those of them that the user takes: each side of a document between two has its own, and wants flags in its own warehouse. */
export const actionsOfSide = (
  def: DocumentDef,
  row: ActionTarget & Parameters<typeof sideOrg>[0] & Places,
  { org, orgId, has, flagsAt }: Pick<SessionView, 'org' | 'orgId' | 'has' | 'flagsAt'>,
): string[] =>
  allowedActions(def, row, org, has).filter((name) => {
    const action = def.actions[name] as ActionDef
    return sideOrg(row, action) === orgId && !missingFlag(def, action, row, flagsAt)
  })

/** Undoing actions stand in red. */
export const isDanger = (action: ActionDef): boolean => Boolean(action.reason)
