import { agreementMethods } from '@chepu/contract/kernel/agreement-methods'
import { customerLinkRoutes } from '@chepu/contract/kernel/customer-link'
import type { LogRow } from '@chepu/contract/kernel/document-calls'
import { resourceRoutes } from '@chepu/contract/shell/resource'
import { timeText } from '../base/format'

const ways: Record<string, string> = agreementMethods

/** How a customer agreed and who he was: 电话确认：王女士 13900000088 2026-03-02 10:00. */
export const agreementText = ({ method, agreedBy, phone, calledAt }: LogRow): string =>
  `${ways[method ?? ''] ?? '确认人'}：${[agreedBy, phone, calledAt && timeText(calledAt)].filter(Boolean).join(' ')}`

/** The call and the id by which his signature is fetched; undefined where he did not sign. */
export function signatureAt({ signatureId, signedBy }: Pick<LogRow, 'signatureId' | 'signedBy'>) {
  if (signatureId !== null) return { route: resourceRoutes.file, id: signatureId }
  return signedBy === null ? undefined : { route: customerLinkRoutes.signature, id: signedBy }
}
