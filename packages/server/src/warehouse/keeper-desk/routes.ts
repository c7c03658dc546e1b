import { keeperDesk } from '@chepu/contract/warehouse/keeper-desk'
import type { Bind } from '../../kernel/http/bind'
import { keeperDeskOf } from './queues'

/** The call of 仓库工作台. */
export function bindKeeperDesk(bind: Bind): void {
  bind.reads(keeperDesk, (tx, { query }) => keeperDeskOf(tx, query))
}
