import {
  menuIcons,
  pointKinds,
  type PointMeta,
  pointRoutes,
  type PointRow,
} from '@chepu/contract/shell/permission-point'
import type { DataOf } from '@chepu/contract/kernel/route'
import { Button, Select, Tag, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { call } from '../../kit/base/call'
import { Confirm } from '../../kit/ui/confirm'
import { FormDialog } from '../../kit/form/form-dialog'
import { type FieldControl, type FormValues, MasterDrawer, type MasterField } from '../../kit/form/master-form'
import { RowActions } from '../../kit/ui/row-actions'
import { SearchInput } from '../../kit/ui/search-input'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { PageState } from '../../kit/ui/page-state'

type Catalogue = DataOf<typeof pointRoutes.list>
type Open =
  | { kind: 'add'; parent: PointRow | null; what: 'folder' | 'screen' }
  | { kind: 'edit' | 'move' | 'enable'; point: PointRow }

/** 系统权限: the menu, its screens, buttons and fields, kept by the platform's keeper (business/access 3.8). */
export default function SysPermission() {
  const list = useCall(pointRoutes.list)
  const refreshCalls = useRefreshCalls()
  const [open, setOpen] = useState<Open>()
  const [search, setSearch] = useState('')
  const [expanded, setExpanded] = useState<readonly string[]>()
  const close = () => setOpen(undefined)
  const refresh = () => refreshCalls(pointRoutes.list)
  const rows = list.data?.rows
  const hits = useMemo(() => (search && rows ? hitsOf(rows, search) : undefined), [rows, search])
  if (!list.data || !rows) return <PageState error={list.error} retry={() => void list.refetch()} />
  const below = childrenOf(rows)
  const keyOf = ({ id, version }: PointRow) => ({ id, version })
  const enable = async (point: PointRow) => {
    await call(pointRoutes.change, { body: { ...keyOf(point), isActive: !point.isActive } })
    changed()
  }
  const changed = () => {
    toast.success('已保存，在线用户的菜单随即更新')
    refresh()
  }
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
          <span className={point.isActive ? 'lp-node' : 'lp-node is-off'}>
            <span>{point.name}</span>
            <Tag>{pointKinds[point.kind]}</Tag>
            {!point.isActive && <Tag color="error">停用</Tag>}
            {point.isHidden && <Tag>隐藏</Tag>}
            <small>{noteOf(point)}</small>
            <RowActions actions={actionsOf(point)} inline={4} />
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
      {open?.kind === 'add' && (
        <MasterDrawer
          title={open.what === 'folder' ? '新增目录' : '新增菜单'}
          fields={[keyField, ...fieldsFor(open.what, list.data)]}
          schema={formSchema}
          preset={{ breadcrumb: true }}
          onSave={(body) => ({
            route: pointRoutes.add,
            body: {
              ...toBody(body as FormValues),
              key: (body as { key: string }).key,
              kind: open.what,
              parentKey: open.parent?.key ?? null,
            } as never,
          })}
          onSaved={(_, another) => {
            toast.success('已保存')
            refresh()
            if (!another) close()
          }}
          onClose={close}
        />
      )}
      {open?.kind === 'edit' && (
        <MasterDrawer
          title={`修改${pointKinds[open.point.kind]}：${open.point.name}`}
          fields={fieldsFor(open.point.kind, list.data)}
          schema={formSchema}
          row={toForm(open.point)}
          onSave={(body) => ({
            route: pointRoutes.replace,
            body: { ...toBody(body as FormValues), ...keyOf(open.point) } as never,
          })}
          onSaved={() => {
            changed()
            close()
          }}
          onReload={() => {
            refresh()
            close()
          }}
          onClose={close}
        />
      )}
      {open?.kind === 'move' && (
        <FormDialog
          title={`移动：${open.point.name}`}
          fields={moveFields(rows, below, open.point)}
          schema={z.object({ parentKey: z.string().nullable(), beforeKey: z.string().nullable() })}
          preset={{ parentKey: open.point.parentKey, beforeKey: null }}
          onSave={(move: object) => ({ route: pointRoutes.change, body: { ...keyOf(open.point), move } as never })}
          onSaved={() => {
            changed()
            close()
          }}
          onClose={close}
        />
      )}
      {open?.kind === 'enable' && (
        <Confirm
          title={open.point.isActive ? '停用' : '启用'}
          okText={open.point.isActive ? '停用' : '启用'}
          danger={open.point.isActive}
          run={() => enable(open.point)}
          onClose={close}
        >
          {enableText(open.point)}
        </Confirm>
      )}
    </div>
  )
}

function enableText(point: PointRow): string {
  const what = `${pointKinds[point.kind]}“${point.name}”`
  if (!point.isActive) return `启用${what}。`
  if (point.kind === 'button') return `停用${what}后，所有集团的所有用户立即失去该按钮。`
  if (point.kind === 'field') return `停用${what}后，所有集团的所有用户立即看不到该字段。`
  return `停用${what}后，所有集团的菜单中不再显示${point.kind === 'folder' ? '它和它的下级' : '它'}。`
}

const noteOf = ({ kind, path, component, buttonIds }: PointRow): string =>
  [
    ...(kind === 'screen' || kind === 'folder' ? [path] : []),
    ...(kind === 'screen' ? [component] : []),
    ...(buttonIds ? [buttonIds.join('、')] : []),
  ].join('　')

function childrenOf(rows: readonly PointRow[]): Map<string | null, PointRow[]> {
  const below = new Map<string | null, PointRow[]>()
  for (const row of rows) below.set(row.parentKey, [...(below.get(row.parentKey) ?? []), row])
  return below
}

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

/** Fields of a form, which is flat where the point has route data below it. */
const formSchema = z
  .object({ name: z.string().trim().min(1, '请输入名称').max(30, '最多30个字符') })
  .catchall(z.unknown())

const keyField: MasterField = { name: 'key', title: '标识', required: true, help: '字母开头，建好后不能修改' }
const nameField: MasterField = { name: 'name', title: '名称', required: true }
const hiddenField: MasterField = {
  name: 'isHidden',
  title: '隐藏',
  kind: 'switch',
  help: '不在侧边菜单显示，仍可从其他页面打开',
}

function fieldsFor(kind: PointRow['kind'], { components }: Catalogue): MasterField[] {
  if (kind === 'button' || kind === 'field') return [nameField]
  const icon: MasterField = { name: 'icon', title: '图标', kind: 'select', options: menuIcons }
  const roles: MasterField = {
    name: 'roles',
    title: '仅这些角色可见',
    wide: true,
    initial: [],
    help: '角色编码，空为全部角色',
    render: ({ id, value, onChange }) => (
      <Select id={id} mode="tags" open={false} suffix={null} value={value as string[]} onChange={onChange} />
    ),
  }
  if (kind === 'folder') return [nameField, icon, hiddenField, roles]
  return [
    nameField,
    { name: 'path', title: '路径', required: true },
    {
      name: 'component',
      title: '组件',
      required: true,
      render: ({ id, value, onChange }: FieldControl) => (
        <Select
          id={id}
          showSearch={{ optionFilterProp: 'label' }}
          value={(value as string) || null}
          options={components.map(({ key, name }) => ({ value: key, label: `${name} ${key}` }))}
          onChange={onChange}
        />
      ),
    },
    {
      name: 'buttonIds',
      title: '页面编号',
      initial: [],
      help: '任一即可；组件自身的编号仍然必需',
      render: ({ id, value, onChange }: FieldControl) => (
        <Select
          id={id}
          mode="tags"
          open={false}
          suffix={null}
          value={(value as (number | string)[] | null) ?? []}
          onChange={onChange}
        />
      ),
    },
    icon,
    { name: 'type', title: '类型', help: '有类型的页面不能收藏' },
    { name: 'noCache', title: '不缓存', kind: 'switch' },
    { name: 'affix', title: '固定页签', kind: 'switch' },
    { name: 'breadcrumb', title: '面包屑', kind: 'switch', initial: true },
    hiddenField,
    roles,
  ]
}

const toForm = ({ id, version, name, path, component, buttonIds, meta, isHidden }: PointRow) => ({
  id,
  version,
  name,
  path,
  component,
  buttonIds: buttonIds ?? [],
  isHidden,
  icon: meta.icon ?? null,
  type: meta.type ?? '',
  noCache: meta.noCache ?? false,
  affix: meta.affix ?? false,
  breadcrumb: meta.breadcrumb ?? true,
  roles: meta.roles ?? [],
})

function toBody(values: FormValues) {
  const { name, path, component, buttonIds, isHidden, icon, type, noCache, affix, breadcrumb, roles } =
    values as Partial<ReturnType<typeof toForm>>
  const meta: PointMeta = {
    ...(icon ? { icon } : {}),
    ...(type ? { type } : {}),
    ...(noCache ? { noCache } : {}),
    ...(affix ? { affix } : {}),
    ...(breadcrumb === false ? { breadcrumb } : {}),
    ...(roles && roles.length > 0 ? { roles } : {}),
  }
  const ids = (buttonIds ?? []).map((id) => Number.parseInt(String(id), 10))
  return {
    name,
    path: path ?? '',
    component: component ?? '',
    buttonIds: ids.length > 0 ? ids : null,
    isHidden: isHidden ?? false,
    meta,
  }
}

function moveFields(
  rows: readonly PointRow[],
  below: ReadonlyMap<string | null, PointRow[]>,
  point: PointRow,
): MasterField[] {
  const wanted = point.kind === 'button' ? 'screen' : 'folder'
  const parents = rows.filter((row) => row.kind === wanted && row.key !== point.key)
  const topOption = point.kind === 'folder' ? [{ value: '', label: '（顶级）' }] : []
  return [
    {
      name: 'parentKey',
      title: '上级',
      wide: true,
      render: ({ id, value, onChange }) => (
        <Select
          id={id}
          showSearch={{ optionFilterProp: 'label' }}
          value={(value as string | null) ?? ''}
          options={[...topOption, ...parents.map((row) => ({ value: row.key, label: row.name }))]}
          onChange={(next: string) => onChange(next === '' ? null : next)}
        />
      ),
    },
    {
      name: 'beforeKey',
      title: '排在谁前面',
      wide: true,
      render: ({ id, value, onChange, values }) => (
        <Select
          id={id}
          showSearch={{ optionFilterProp: 'label' }}
          value={(value as string | null) ?? ''}
          options={[
            { value: '', label: '（最后）' },
            ...(below.get((values['parentKey'] as string | null) ?? null) ?? [])
              .filter((row) => row.key !== point.key)
              .map((row) => ({ value: row.key, label: row.name })),
          ]}
          onChange={(next: string) => onChange(next === '' ? null : next)}
        />
      ),
    },
  ]
}
