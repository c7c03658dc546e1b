import { stateLabels } from '@chepu/contract/kernel/states'
import type { DataOf } from '@chepu/contract/kernel/route'
import { invoiceKindLabels } from '@chepu/contract/kernel/scalars'
import type { basicsInfo, TreeOption } from '@chepu/contract/shell/lookups'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'

interface Option {
  id: number
  name: string
}
interface Node extends Option {
  parentId: number | null
}

/** Small tables that drop-downs are made of, each with what its rows are ordered by. */
const shortLists = {
  unit: 'id',
  brand: 'id',
  store_type: 'id',
  position: 'id',
  company: 'id',
  business_type: 'sort_no, id',
  quality_rule: 'id',
  car_type: 'sort_no, id',
} as const

/** Active rows of a small table of the group; the table's name is written by us. */
const optionsOf = (tx: CallerTx, table: keyof typeof shortLists) =>
  tx.query<Option>({
    name: `options-${table}`,
    text: `select id, name from ${table} where group_id = $1 ${table === 'unit' ? '' : 'and is_active'} order by ${shortLists[table]}`,
    values: [tx.groupId],
  })

/** The same of a list whose rows people put in order. */
const placedOptions = (tx: CallerTx, table: 'car_type' | 'car_color') =>
  tx.query<Option>({
    name: `options-${table}`,
    text: `select id, name from ${table} where group_id = $1 and is_active order by sort_no, id`,
    values: [tx.groupId],
  })

const labelled = (labels: Record<string, string>) => Object.entries(labels).map(([id, name]) => ({ id, name }))

function treeOf(nodes: readonly Node[], parentId: number | null = null): TreeOption[] {
  return nodes
    .filter((node) => node.parentId === parentId)
    .map(({ id, name }) => ({ id, name, children: treeOf(nodes, id) }))
}

/** The dictionary's lists by kind; a word is its own id, as rows hold the word. */
async function wordsByKind(tx: CallerTx): Promise<Record<string, { id: string; name: string }[]>> {
  const rows = await tx.query<{ kind: string; name: string }>({
    name: 'dictionary-words',
    text: 'select kind, name from dictionary where group_id = $1 and is_active order by kind, sort, id',
    values: [tx.groupId],
  })
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const wordsOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ name }) => ({ id: name, name }))
  return Object.fromEntries(kinds.map((kind) => [kind, wordsOf(kind)]))
}

/** Enumerations of all drop-downs (business/basics 9): lists under `basics`, trees under `tree`. */
export async function basicsOf(tx: CallerTx): Promise<DataOf<typeof basicsInfo>> {
  const categories = await tx.query<Node>({
    name: 'category-nodes',
    text: 'select id, parent_id, name from part_category where group_id = $1 and is_active order by sort_no, id',
    values: [tx.groupId],
  })
  const departments = await tx.query<Node>({
    name: 'department-nodes',
    text: 'select id, parent_id, name from department where group_id = $1 and org_id = $2 and is_active order by sort, id',
    values: [tx.groupId, tx.caller.orgId],
  })
  const areas = await tx.query<Node>({
    name: 'area-nodes',
    text: 'select id, parent_id, name from large_area where group_id = $1 and is_active order by sort, id',
    values: [tx.groupId],
  })
  return {
    basics: {
      documentState: labelled(stateLabels),
      invoiceKind: labelled(invoiceKindLabels),
      unit: await optionsOf(tx, 'unit'),
      brand: await optionsOf(tx, 'brand'),
      taxRate: await tx.query<Option>({
        name: 'options-tax-rate',
        text: `select id, name from tax_rate where group_id = $1 and is_active and valid_from <= $2
          order by is_goods_default desc, rate desc, id`,
        values: [tx.groupId, shanghaiDay()],
      }),
      settlementMethod: await tx.query<Option>({
        name: 'options-settlement-method',
        text: 'select id, name from settlement_method where group_id = $1 and is_active order by sort_no, id',
        values: [tx.groupId],
      }),
      storeType: await optionsOf(tx, 'store_type'),
      position: await optionsOf(tx, 'position'),
      company: await optionsOf(tx, 'company'),
      businessType: await optionsOf(tx, 'business_type'),
      qualityRule: await optionsOf(tx, 'quality_rule'),
      carType: await placedOptions(tx, 'car_type'),
      carColor: await placedOptions(tx, 'car_color'),
      orgType: await tx.query<{ id: string; name: string }>({
        name: 'options-org-type',
        text: 'select code as id, name from org_type where group_id = $1 and is_active order by sort, id',
        values: [tx.groupId],
      }),
      team: await tx.query<Option>({
        name: 'options-team',
        text: 'select id, name from team where group_id = $1 and org_id = $2 and is_active order by id',
        values: [tx.groupId, tx.caller.orgId],
      }),
      ...(await wordsByKind(tx)),
    },
    tree: { partCategory: treeOf(categories), department: treeOf(departments), largeArea: treeOf(areas) },
  }
}
