/** A row that names its parent; null for the top. */
export interface TreeRow {
  id: number
  parentId: number | null
  version?: number
  isActive?: boolean
}

export interface TreeNode<Row extends TreeRow> {
  row: Row
  /** 1 at the top. */
  depth: number
  children: TreeNode<Row>[]
}

/** Ids start at 1. */
const top = 0

/** Rows as a tree in their own order; a row whose parent is not among them stands at the top. */
export function treeOf<Row extends TreeRow>(rows: readonly Row[]): TreeNode<Row>[] {
  const byParent = groupByParent(rows)
  const grow = (parent: number, depth: number): TreeNode<Row>[] =>
    (byParent.get(parent) ?? []).map((row) => ({ row, depth, children: grow(row.id, depth + 1) }))
  return grow(top, 1)
}

function groupByParent<Row extends TreeRow>(rows: readonly Row[]): Map<number, Row[]> {
  const ids = new Set(rows.map((row) => row.id))
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const parent = row.parentId !== null && ids.has(row.parentId) ? row.parentId : top
    const group = groups.get(parent)
    if (group) group.push(row)
    else groups.set(parent, [row])
  }
  return groups
}

/** Every node, parents first. */
export const flatten = <Row extends TreeRow>(nodes: readonly TreeNode<Row>[]): TreeNode<Row>[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)])

const height = (node: TreeNode<TreeRow>): number => 1 + Math.max(0, ...node.children.map(height))

/**
 * Where a row may move: not under itself, and so that no branch grows deeper than `maxDepth`. Without a row: where a new
 * one may stand.
 */
export function possibleParents<Row extends TreeRow>(
  nodes: readonly TreeNode<Row>[],
  maxDepth: number,
  moved?: number,
): TreeNode<Row>[] {
  const all = flatten(nodes)
  const node = all.find(({ row }) => row.id === moved)
  const under = new Set(node ? flatten([node]).map(({ row }) => row.id) : [])
  const tall = node ? height(node) : 1
  return all.filter(({ row, depth }) => !under.has(row.id) && depth + tall <= maxDepth)
}

/** Ids of nodes whose text holds the search, and of all above them. */
export function matching<Row extends TreeRow>(
  nodes: readonly TreeNode<Row>[],
  textOf: (row: Row) => string,
  search: string,
): Set<number> {
  const found = new Set<number>()
  const visit = (node: TreeNode<Row>): boolean => {
    const below = node.children.map(visit).some(Boolean)
    const hit = below || textOf(node.row).toLowerCase().includes(search.toLowerCase())
    if (hit) found.add(node.row.id)
    return hit
  }
  nodes.forEach(visit)
  return found
}
