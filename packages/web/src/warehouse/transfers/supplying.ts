import type { ActionDef } from '@chepu/contract/kernel/document'
import { missingFlag, type Places } from '@chepu/contract/kernel/warehouse-flags'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { newDocument } from '../../kit/document/document-screens'

/** A request with its two sides. */
export interface Asked extends Places {
  orgId: number
  counterOrgId?: number | null | undefined
}

const { approve }: Record<'approve', ActionDef> = transferRequest.actions

/** What whoever supplies a request may do with it: its other side, with 调拨 in the warehouse that is asked (business/transfers 1). */
export function useSupplying() {
  const { has, orgId, flagsAt } = useSession()
  const { open } = useTabs()
  const supplies = (request: Asked) =>
    (request.counterOrgId ?? request.orgId) === orgId && !missingFlag(transferRequest, approve, request, flagsAt)
  return {
    mayApprove: (request: Asked): boolean => has(approve.button) && supplies(request),
    /** 转调拨单. */
    maySend: (request: Asked): boolean => has(transferOrder.buttons.add) && supplies(request),
    send: (sourceId: number) => open(newDocument(transferOrder, { source: transferRequest, sourceId })),
  }
}
