import { payerTypes } from '@chepu/contract/kernel/payer-types'
import type { OpenItemRow } from '@chepu/contract/finance/lookups'
import { documentScreen } from '../../kit/document/document-screens'

/** What an open item comes from: the kind of document, and of a repair as whom the partner owes it: 维修结算单（保险）. */
export function sourceTitle({ sourceKind, payerType }: Pick<OpenItemRow, 'sourceKind' | 'payerType'>): string {
  const title = documentScreen(sourceKind)?.title ?? ''
  return payerType ? `${title}（${payerTypes[payerType]}）` : title
}
