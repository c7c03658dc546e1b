import { pointKinds, pointRoutes, type PointRow } from '@chepu/contract/shell/permission-point'
import { Button, Tag, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { useNarrow } from '../../kit/base/use-narrow'
import { PageState } from '../../kit/ui/page-state'
import { RowActions } from '../../kit/ui/row-actions'
import { SearchInput } from '../../kit/ui/search-input'
import { type OpenPoint, PointDialogs } from './point-dialogs'
import { childrenOf } from './point-fields'

/** 系统权限: the menu, its screens, buttons and fields, kept by the platform's keeper (business/access 3.8). */
export default function SysPermission() {
  const list = useCall(pointRoutes.list)
  const refreshCalls = useRefreshCalls()
  const narrow = useNarrow()
  const [open, setOpen] = useState<OpenPoint>()
  const [search, setSearch] = useState('')
  const [expanded, setExpanded] = useState<readonly string[]>()
  const refresh = () => refreshCalls(pointRoutes.list)
  const rows = list.data?.rows
  const hits = useMemo(() => (search && rows ? hitsOf(rows, search) : undefined), [rows, search])
  if (!list.data || !rows) return <PageState error={list.error} retry={() => void list.refetch()} />
  const below = childrenOf(rows)
  const actionsOf = (point: PointRow) => [
    ...(point.kind === 'folder' && point.key !== 'fields'
      ? [
          { key: 'screen', label: '新增菜单', run: () => setOpen({ kind: 'add', parent: point, what: 'screen' }) },
          { key: 'folder', label: '新增目录', run: () => setOpen({ kind: 'add', parent: point, what: 'folder' }) },
        ]
      : []),
    { key: 'edit', label: '修改', run: () => setOpen({ kind: 'edit', point }) },
    { key: 'move', label: '移动', run: () => setOpen({ kind: 'move', point }) },
    {
      key: 'enable',
      label: point.isActive ? '停用' : '启用',
      danger: point.isActive,
      run: () => setOpen({ kind: 'enable', point }),
    },
  ]
  const nodes = (parentKey: string | null): object[] =>
    (below.get(parentKey) ?? [])
      .filter((point) => !hits || hits.has(point.key))
      .map((point) => ({
        key: point.key,
        title: (
          // The tree would mark its first row when an action gets the keyboard.
          <span className={point.isActive ? 'lp-node' : 'lp-node is-off'} onFocus={(event) => event.stopPropagation()}>
            <span>{point.name}</span>
            <Tag>{pointKinds[point.kind]}</Tag>
            {!point.isActive && <Tag color="error">停用</Tag>}
            {point.isHidden && <Tag>隐藏</Tag>}
            <small>{noteOf(point)}</small>
            <RowActions actions={actionsOf(point)} inline={narrow ? 0 : 4} tabbable />
          </span>
        ),
        children: nodes(point.key),
      }))
  const top = (below.get(null) ?? []).map((point) => point.key)
  return (
    <div className="lp">
      <h1 className="visually-hidden">系统权限</h1>
      <div className="lp-bar">
        <Button size="small" type="primary" onClick={() => setOpen({ kind: 'add', parent: null, what: 'folder' })}>
          新增目录
        </Button>
        <SearchInput placeholder="搜索名称、路径、编号" label="搜索权限点" value={search} onChange={setSearch} />
        <Button
          size="small"
          onClick={() => setExpanded(rows.filter((row) => row.kind === 'folder').map((row) => row.key))}
        >
          展开到菜单
        </Button>
        <Button size="small" onClick={() => setExpanded([])}>
          全部收起
        </Button>
        <span className="soft">权限点只决定显示，不会放宽接口本身的权限；停用按钮或字段对所有集团立即生效。</span>
      </div>
      <div className="lp-tree">
        <Tree
          blockNode
          showLine
          selectable={false}
          treeData={nodes(null) as never}
          expandedKeys={[...(hits ?? expanded ?? top.slice(0, 1))]}
          onExpand={(keys) => setExpanded(keys as string[])}
        />
      </div>
      {open && <PointDialogs open={open} catalogue={list.data} onDone={refresh} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

const noteOf = ({ kind, path, component, buttonIds }: PointRow): string =>
  [
    ...(kind === 'screen' || kind === 'folder' ? [path] : []),
    ...(kind === 'screen' ? [component] : []),
    ...(buttonIds ? [buttonIds.join('、')] : []),
  ].join('　')

/** Keys of what the search finds and of all above it. */
function hitsOf(rows: readonly PointRow[], search: string): Set<string> {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const found = new Set<string>()
  for (const row of rows) {
    if (!`${row.name} ${row.key} ${row.path} ${row.buttonIds?.join(' ') ?? ''}`.includes(search)) continue
    for (let at: PointRow | undefined = row; at; at = at.parentKey === null ? undefined : byKey.get(at.parentKey))
      found.add(at.key)
  }
  return found
}
