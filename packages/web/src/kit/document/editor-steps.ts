import { type ActionDef, type DocumentDef, mayTake, needsSubmit } from '@chepu/contract/kernel/document'
import { isEntered, stageOf } from '@chepu/contract/kernel/states'
import type { SessionView } from '../base/session'
import { isDanger } from './document-actions'
import type { DocumentMeta } from './document-editor-store'

/** A step that leads on: neither undoing something nor back to the draft. */
export const isForward = (def: DocumentDef, name: string): boolean =>
  !isDangerStep(def, name) && !def.actions[name]?.to.some((state) => isEntered(def, state))

export const isDangerStep = (def: DocumentDef, name: string): boolean => {
  const action = def.actions[name]
  return action !== undefined && isDanger(action)
}

/** Whether the step brings a new document anywhere: what stays where it is, or comes to nothing, needs one that stands. */
const leadsOn = (def: DocumentDef, { to }: ActionDef, from: string): boolean =>
  !to.includes(from) && to.some((state) => stageOf(def, state) !== 'voided')

/** Changes of state to offer: what the server allows, and for a new document what a saved draft would allow. */
export function openSteps(
  def: DocumentDef,
  meta: Pick<DocumentMeta, 'id' | 'state' | 'can'>,
  { has, org }: SessionView,
): string[] {
  if (meta.id !== undefined) return meta.can.filter((name) => def.actions[name])
  if (!has(def.buttons.add)) return []
  const isOpen = (action: ActionDef) =>
    action.from.includes(meta.state) &&
    !action.reason &&
    leadsOn(def, action, meta.state) &&
    mayTake(action, org, has) &&
    !needsSubmit(def, action, meta.state, org)
  return Object.entries(def.actions)
    .filter(([, action]) => isOpen(action))
    .map(([name]) => name)
}
