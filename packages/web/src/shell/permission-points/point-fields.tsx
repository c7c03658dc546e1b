import { menuIcons, type PointMeta, type pointRoutes, type PointRow } from '@chepu/contract/shell/permission-point'
import type { DataOf } from '@chepu/contract/kernel/route'
import { Select } from 'antd'
import { z } from 'zod'
import type { FieldControl, FormValues, MasterField } from '../../kit/form/master-form'

export type Catalogue = DataOf<typeof pointRoutes.list>

/** Points by what they stand below, in their order. */
export function childrenOf(rows: readonly PointRow[]): Map<string | null, PointRow[]> {
  const below = new Map<string | null, PointRow[]>()
  for (const row of rows) below.set(row.parentKey, [...(below.get(row.parentKey) ?? []), row])
  return below
}

/** Fields of a form, which is flat where the point has route data below it. */
export const formSchema = z
  .object({ name: z.string().trim().min(1, '请输入名称').max(30, '最多30个字符') })
  .catchall(z.unknown())

export const keyField: MasterField = { name: 'key', title: '标识', required: true, help: '字母开头，建好后不能修改' }
const nameField: MasterField = { name: 'name', title: '名称', required: true }
const hiddenField: MasterField = {
  name: 'isHidden',
  title: '隐藏',
  kind: 'switch',
  help: '不在侧边菜单显示，仍可从其他页面打开',
}

/** What the form of a kind of point asks. */
export function fieldsFor(kind: PointRow['kind'], { components }: Catalogue): MasterField[] {
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

/** A point as its form holds it. */
export const toForm = ({ id, version, name, path, component, buttonIds, meta, isHidden }: PointRow) => ({
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

/** What is sent of a form. */
export function toBody(values: FormValues) {
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

/** Where a point may stand: below what, before whom. */
export function moveFields(rows: readonly PointRow[], point: PointRow): MasterField[] {
  const below = childrenOf(rows)
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
