import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { Tx } from '../../kernel/db/tx'

/** A component of a kit: how many of it in one kit, and its share of the kit's cost from 0 to 1. */
interface Component {
  partId: number
  partCode: string
  qty: Decimal
  costRatio: Decimal | null
}

/** What a part is assembled of, in the order in which it was entered (business/basics 3). */
export const componentsOf = (tx: Tx, partId: number): Promise<Component[]> =>
  tx.query<Component>({
    name: 'components-of-part',
    text: `select b.component_id as part_id, p.code as part_code, b.qty, b.cost_ratio
      from part_bom b join part p on p.group_id = b.group_id and p.id = b.component_id
      where b.group_id = $1 and b.parent_id = $2 order by b.id`,
    values: [tx.groupId, partId],
  })
