import type { BellMessage } from '@chepu/contract/shell/bell'
import { documentScreen } from '../../kit/document/document-screens'
import type { TabTarget } from '../../kit/base/tabs'

/** What a click on a row of the bell opens. */
type BellTarget =
  | { kind: 'tab'; tab: TabTarget }
  | { kind: 'announcement'; id: number }
  | { kind: 'release' }
  | { kind: 'none' }

/** A document opens in a tab titled `{title}-{number}` (business/lists 2.6), event 0 opens the reservations (business/notifications 1). */
export function targetOf({ msg_type, screen, params }: BellMessage): BellTarget {
  if (msg_type === 0) return { kind: 'tab', tab: '/repairReservation' }
  if (params?.announcement) return { kind: 'announcement', id: Number(params.announcement) }
  if (params?.release) return { kind: 'release' }
  const document = params?.kind ? documentScreen(String(params.kind)) : undefined
  if (document && params?.id) {
    const title = params.no ? `${document.title}-${params.no}` : undefined
    const tab = { key: document.screen, params: { id: params.id }, title }
    return { kind: 'tab', tab }
  }
  return screen ? { kind: 'tab', tab: { key: screen, params: params ?? {} } } : { kind: 'none' }
}
