import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { mayAct } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { countSlips } from '../../kernel/money/list'
import { fundTransferTraits } from './traits'

/** Filters of what sisters have sent here and nobody has confirmed. */
const waiting = { side: 'counterparty', state: 'travelling' } as const

/** 待确认转入, for those who confirm it; it stays while a month is closed. */
export async function arrivingTask(tx: CallerTx): Promise<HomeTask[]> {
  if (!mayAct(tx.caller, fundTransfer.actions.confirm)) return []
  const count = await countSlips(tx, fundTransferTraits, waiting)
  return [{ title: '待确认转入', count, screen: 'transfers', params: { tab: 'arriving' } }]
}
