import { priceAdjustment } from '@chepu/contract/basics/price-adjustment'
import type { HomeTask } from '@chepu/contract/kernel/home-task'
import type { CallerTx } from '../../kernel/db/tx'
import { toApprove } from '../../kernel/document/home-tasks'
import { countAdjustments } from './list'

/** 待审核调价单. */
export const priceTasks = (tx: CallerTx): Promise<HomeTask[]> =>
  toApprove(tx, priceAdjustment, 'price', (filters) => countAdjustments(tx, filters))
