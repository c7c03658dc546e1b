import type { ClaimDef } from './claim-document'
import { warrantyClaim } from './warranty-claim'
import { warrantySettlement } from './warranty-settlement'

/** Every kind of document between the station and a manufacturer, in the order of a claim. */
export const documents: readonly ClaimDef[] = [warrantyClaim, warrantySettlement]
