import type { ScopedRow } from '../caller/scope'
import type { DocumentRef } from '../ledgers/types'

/** What every document's header has, whatever its table. */
export interface LockedDocument<States extends string = string> extends DocumentRef, ScopedRow {
  orgId: number
  state: States
  version: number
  revision: number
  isRed: boolean
  redOf: number | null
}
