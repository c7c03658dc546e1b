import type { Route } from '@chepu/contract/kernel/route'
import { Button, Select, Tree } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import type { z } from 'zod'
import { changeActions, type ChangeRoutes, MasterDialogs, type OpenDialog } from './master-dialogs'
import type { MasterField } from './master-form'
import { RowActions } from '../ui/row-actions'
import { SearchInput } from '../ui/search-input'
import { useSession } from '../base/session'
import { flatten, matching, possibleParents, type TreeNode, treeOf, type TreeRow } from './tree-rows'
import { useCall, useRefreshCalls } from '../base/use-call'
import { useNarrow } from '../base/use-narrow'

/** Calls of a tree; `list` answers all rows at once. A form says `parentId` besides; a move is a save. */
interface TreeRoutes<Row> extends ChangeRoutes {
  list: Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType<readonly Row[] | { rows: readonly Row[] }>>
}

interface TreeMasterPageProps<Row extends TreeRow> {
  /** What one row is called, for example 配件分类. */
  title: string
  routes: TreeRoutes<Row>
  /** Button ids (business/access 5), or whether the user may at all. */
  buttons: { add?: Right; update?: Right; enable?: Right; remove?: Right }
  /** Fields of the form; 上级 is drawn by the page. */
  fields: readonly MasterField[]
  labelOf: (row: Row) => string
  /** Dim text behind the name. */
  noteOf?: (row: Row) => ReactNode
  /** Levels at most. */
  maxDepth: number
  /** The chosen row, where a list beside the tree shows what belongs to it. */
  selected?: number | undefined
  onSelect?: (row: Row | undefined) => void
}

type Right = number | boolean

/** Larger trees are closed at first and draw only the nodes in sight. */
const manyRows = 300

const words = {
  enable: (label: string) => `确定启用“${label}”？`,
  disable: (label: string) => `确定停用“${label}”？`,
  remove: (label: string) => `确定删除“${label}”？有下级或已被使用的不能删除。`,
}

/** Basic data in a tree: add below, change, move (上级), enable or disable, delete; with a search over all levels. */
export function TreeMasterPage<Row extends TreeRow>(props: TreeMasterPageProps<Row>) {
  const { routes, buttons, title, labelOf } = props
  const { has } = useSession()
  const narrow = useNarrow()
  const rows = useCall(routes.list)
  const refreshCalls = useRefreshCalls()
  const [open, setOpen] = useState<OpenDialog<Row>>()
  const [search, setSearch] = useState('')
  const [expanded, setExpanded] = useState<readonly number[]>()
  const tree = useMemo(() => treeOf(rowsOf(rows.data)), [rows.data])
  const hits = useMemo(() => (search ? matching(tree, labelOf, search) : undefined), [tree, labelOf, search])
  const may = (right: Right | undefined) => (typeof right === 'number' ? has(right) : right === true)
  const isLarge = rowsOf(rows.data).length > manyRows
  const add = (parentId: number | null) =>
    setOpen({ kind: 'form', row: undefined, key: `new-${parentId}`, preset: { parentId } })
  const close = () => setOpen(undefined)
  const refresh = () => refreshCalls(routes.list)
  const actionsOf = ({ row, depth }: TreeNode<Row>) => [
    ...(may(buttons.add) && depth < props.maxDepth ? [{ key: 'add', label: '新增下级', run: () => add(row.id) }] : []),
    ...(may(buttons.update)
      ? [{ key: 'edit', label: '修改', run: () => setOpen({ kind: 'form', row, key: `${row.id}` }) }]
      : []),
    ...changeActions(
      row,
      routes,
      { enable: may(buttons.enable ?? buttons.update), remove: may(buttons.remove) },
      setOpen,
    ),
  ]
  const nodes = (branch: readonly TreeNode<Row>[]): object[] =>
    branch
      .filter(({ row }) => !hits || hits.has(row.id))
      .map((node) => ({
        key: node.row.id,
        node,
        children: nodes(node.children),
      }))
  const drawNode = (item: unknown) => {
    const { node } = item as { node: TreeNode<Row> }
    return (
      // The tree would mark its first row when an action gets the keyboard, and fails where that happens while it is drawn anew.
      <span
        className={node.row.isActive === false ? 'lp-node is-off' : 'lp-node'}
        onFocus={(event) => event.stopPropagation()}
      >
        <span>{labelOf(node.row)}</span>
        <small>{props.noteOf?.(node.row)}</small>
        <RowActions actions={actionsOf(node)} inline={props.onSelect || narrow ? 0 : 4} tabbable />
      </span>
    )
  }
  const editing = open?.kind === 'form' ? open.row?.id : undefined
  const fields = useMemo(
    () => [parentField(tree, props.maxDepth, labelOf, editing), ...props.fields],
    [tree, props.maxDepth, labelOf, props.fields, editing],
  )
  return (
    <div className="lp">
      <h1 className="visually-hidden">{title}</h1>
      <div className="lp-bar">
        {may(buttons.add) && (
          <Button size="small" type="primary" onClick={() => add(null)}>
            新增{title}
          </Button>
        )}
        <SearchInput placeholder="搜索名称" label={`搜索${title}`} value={search} onChange={setSearch} />
        <Button size="small" onClick={() => setExpanded(flatten(tree).map(({ row }) => row.id))}>
          全部展开
        </Button>
        <Button size="small" onClick={() => setExpanded([])}>
          全部收起
        </Button>
      </div>
      <div className="lp-tree">
        {rows.error && (
          <div role="alert" className="dt-placeholder">
            <p>{rows.error.message}</p>
            <Button size="small" onClick={() => void rows.refetch()}>
              重试
            </Button>
          </div>
        )}
        {rows.isSuccess && tree.length === 0 && <p className="dt-placeholder">还没有{title}</p>}
        {tree.length > 0 && (
          <Tree
            blockNode
            showLine
            selectable={props.onSelect !== undefined}
            selectedKeys={props.selected === undefined ? [] : [props.selected]}
            onSelect={(keys) => props.onSelect?.(flatten(tree).find(({ row }) => row.id === keys[0])?.row)}
            treeData={nodes(tree) as never}
            titleRender={drawNode}
            {...(isLarge && { height: Math.max(300, window.innerHeight - 230) })}
            expandedKeys={[...(hits ?? expanded ?? (isLarge ? [] : tree.map(({ row }) => row.id)))]}
            onExpand={(keys) => setExpanded(keys as number[])}
          />
        )}
      </div>
      {open && (
        <MasterDialogs
          open={open}
          title={title}
          routes={routes}
          fields={fields}
          labelOf={labelOf}
          words={words}
          refresh={refresh}
          onReload={() => {
            refresh()
            close()
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

const rowsOf = <Row,>(data: readonly Row[] | { rows: readonly Row[] } | undefined): readonly Row[] =>
  data === undefined ? [] : 'rows' in data ? data.rows : data

function parentField<Row extends TreeRow>(
  tree: readonly TreeNode<Row>[],
  maxDepth: number,
  labelOf: (row: Row) => string,
  moved: number | undefined,
): MasterField {
  const options = possibleParents(tree, maxDepth, moved).map(({ row, depth }) => ({
    value: row.id,
    label: '　'.repeat(depth - 1) + labelOf(row),
  }))
  return {
    name: 'parentId',
    title: '上级',
    kind: 'select',
    wide: true,
    render: ({ id, value, onChange }) => (
      <Select
        id={id}
        allowClear
        placeholder="无（顶级）"
        showSearch={{ optionFilterProp: 'label' }}
        value={value as number | null}
        options={options}
        onChange={(next: number | undefined) => onChange(next ?? null)}
      />
    ),
  }
}
