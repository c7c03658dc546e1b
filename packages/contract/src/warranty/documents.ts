import { claimConfirmation } from './claim-confirmation'
import type { ClaimDef } from './claim-document'
import { oldPartReturn } from './old-part-return'
import { warrantyClaim } from './warranty-claim'
import { warrantySettlement } from './warranty-settlement'

/** Every kind of document between the station and a manufacturer, in the order of a claim. */
export const documents: readonly ClaimDef[] = [warrantyClaim, claimConfirmation, oldPartReturn, warrantySettlement]
