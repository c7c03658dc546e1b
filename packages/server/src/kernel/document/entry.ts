import type { State } from '@chepu/contract/kernel/states'
import type { ActionHandler } from './run-action'
import type { LockedDocument } from './types'

/** The steps before anything happens, of documents that have the usual states: they change nothing but the state. */
export const entryHandlers = {
  submit: async () => 'submitted',
  withdraw: async () => 'draft',
  reject: async () => 'draft',
  void: async () => 'voided',
} as const satisfies Record<string, ActionHandler<LockedDocument, State>>
