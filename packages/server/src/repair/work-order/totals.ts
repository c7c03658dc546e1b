import type { repairTotals } from '@chepu/contract/kernel/repair-figures'
import type { CallerTx } from '../../kernel/db/tx'

/** Sums of an order whose lines were changed, with a version of its own, so that whoever has it open sees it. The caller has locked it. */
export const writeOrderTotals = (
  tx: CallerTx,
  id: number,
  { labourAmount, materialAmount, otherAmount, totalAmount }: ReturnType<typeof repairTotals>,
): void =>
  tx.send({
    name: 'sums-of-order',
    text: `update repair_document set version = version + 1, labour_amount = $3, material_amount = $4, other_amount = $5, total_amount = $6
      where group_id = $1 and id = $2`,
    values: [tx.groupId, id, labourAmount, materialAmount, otherAmount, totalAmount],
  })
