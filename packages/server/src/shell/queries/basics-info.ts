import { stateLabels } from '@chepu/contract/kernel/document'
import type { DataOf } from '@chepu/contract/kernel/route'
import { invoiceKindLabels } from '@chepu/contract/kernel/scalars'
import type { basicsInfo, TreeOption } from '@chepu/contract/shell/lookups'
import type { CallerTx } from '../../kernel/db'

interface Option {
  id: number
  name: string
}
interface Node extends Option {
  parentId: number | null
}

/** Active rows of a small table of the group; the table's name is written by us. */
const optionsOf = (tx: CallerTx, table: 'unit' | 'brand' | 'tax_rate' | 'settlement_method') =>
  tx.query<Option>({
    name: `options-${table}`,
    text: `select id, name from ${table} where group_id = $1 ${table === 'unit' ? '' : 'and is_active'} order by id`,
    values: [tx.groupId],
  })

const labelled = (labels: Record<string, string>) => Object.entries(labels).map(([id, name]) => ({ id, name }))

function treeOf(nodes: readonly Node[], parentId: number | null = null): TreeOption[] {
  return nodes
    .filter((node) => node.parentId === parentId)
    .map(({ id, name }) => ({ id, name, children: treeOf(nodes, id) }))
}

/** Enumerations of all drop-downs (DOMAIN 2.13a): lists under `basics`, trees under `tree`. */
export async function basicsOf(tx: CallerTx): Promise<DataOf<typeof basicsInfo>> {
  const categories = await tx.query<Node>({
    name: 'category-nodes',
    text: 'select id, parent_id, name from part_category where group_id = $1 and is_active order by sort_no, id',
    values: [tx.groupId],
  })
  const departments = await tx.query<Node>({
    name: 'department-nodes',
    text: 'select id, parent_id, name from department where group_id = $1 and org_id = $2 order by id',
    values: [tx.groupId, tx.caller.orgId],
  })
  return {
    basics: {
      documentState: labelled(stateLabels),
      invoiceKind: labelled(invoiceKindLabels),
      unit: await optionsOf(tx, 'unit'),
      brand: await optionsOf(tx, 'brand'),
      taxRate: await optionsOf(tx, 'tax_rate'),
      settlementMethod: await optionsOf(tx, 'settlement_method'),
    },
    tree: { partCategory: treeOf(categories), department: treeOf(departments) },
  }
}
