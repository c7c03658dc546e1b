import {
  type DeskTab,
  deskTabs,
  transferLines as byLine,
  transferParts as byPart,
  transferPicks,
  transferPlaces,
} from '@chepu/contract/warehouse/transfer-desk'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery } from '../../kernel/query/query'
import { deskOf, placesOfGroup } from './desk'
import { picksOfTransfer } from './picks'
import { transferLines, transferParts } from './search'

/** 调拨管理, 调拨查询, and the places that goods may go to. */
export function bindTransfers(bind: Bind): void {
  bind.reads(transferPlaces, async (tx) => ({ rows: await placesOfGroup(tx) }))
  bind.reads(transferPicks, (tx, { params }) => picksOfTransfer(tx, params.id))
  for (const [tab, query] of Object.entries(deskTabs)) bindQuery(bind, query, deskOf(tab as DeskTab))
  bindQuery(bind, byLine, transferLines)
  bindQuery(bind, byPart, transferParts)
}
