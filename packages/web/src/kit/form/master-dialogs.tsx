import type { Route } from '@chepu/contract/kernel/route'
import { call } from '../base/call'
import { toast } from '../base/toast'
import { Confirm } from '../ui/confirm'
import type { RowAction } from '../ui/row-actions'
import { type FormValues, MasterDrawer, type MasterField } from './master-form'

export interface MasterRow {
  id: number
  version?: number
  isActive?: boolean
}

/** Calls that change a row. Paths of `enable` and `remove` have `:id`. */
export interface ChangeRoutes {
  /** Body: the form's values, with `id` and `version` when the row exists. */
  save: Route
  /** 启用/停用; body `{isActive, version}`. */
  enable?: Route
  /** Deletes a row that nothing refers to; the server refuses others with the reason. */
  remove?: Route
}

/** What stands open over the rows. A form of another `key` is another form. */
export type OpenDialog<Row> =
  | { kind: 'form'; row: Row | undefined; key: string; preset?: FormValues | undefined }
  | { kind: 'enable'; row: Row }
  | { kind: 'remove'; row: Row }

const enableLabel = (row: MasterRow): string => (row.isActive === false ? '启用' : '停用')

/** 启用 or 停用, and 删除, of a row, where there are calls for them and the user may. */
export const changeActions = <Row extends MasterRow>(
  row: Row,
  routes: ChangeRoutes,
  may: { enable: boolean; remove: boolean },
  show: (dialog: OpenDialog<Row>) => void,
): RowAction[] => [
  ...(routes.enable && may.enable
    ? [{ key: 'enable', label: enableLabel(row), run: () => show({ kind: 'enable', row }) }]
    : []),
  ...(routes.remove && may.remove
    ? [{ key: 'remove', label: '删除', danger: true, run: () => show({ kind: 'remove', row }) }]
    : []),
]

/** The form of a row, and the questions before it is enabled, disabled or deleted. */
export function MasterDialogs<Row extends MasterRow>(props: {
  open: OpenDialog<Row>
  title: string
  routes: ChangeRoutes
  fields: readonly MasterField[]
  labelOf: (row: Row) => string
  /** What disabling, enabling and deleting mean for the row of this name. */
  words: Record<'enable' | 'disable' | 'remove', (label: string) => string>
  /** Reads the rows again after a change. */
  refresh: () => void
  /** Somebody else changed the row of the form: reads it again. */
  onReload?: (() => void) | undefined
  onClose: () => void
}) {
  const { open, title, routes, labelOf, words, refresh } = props
  if (open.kind === 'form') {
    return (
      <MasterDrawer
        key={open.key}
        title={open.row ? `修改${title}：${labelOf(open.row)}` : `新增${title}`}
        fields={props.fields}
        schema={routes.save.body}
        row={open.row}
        {...(open.preset ? { preset: open.preset } : {})}
        onSave={(body) => ({ route: routes.save, body })}
        onSaved={(_, another) => {
          toast.success('已保存')
          refresh()
          if (!another) props.onClose()
        }}
        onReload={props.onReload}
        onClose={props.onClose}
      />
    )
  }
  const { row } = open
  const params = { id: row.id }
  if (open.kind === 'remove') {
    const remove = async () => {
      await call(routes.remove as Route, { params })
      toast.success('已删除')
      refresh()
    }
    return (
      <Confirm title={`删除${title}`} okText="删除" danger run={remove} onClose={props.onClose}>
        {words.remove(labelOf(row))}
      </Confirm>
    )
  }
  const isOff = row.isActive === false
  const enable = async () => {
    await call(routes.enable as Route, { params, body: { isActive: isOff, version: row.version } })
    refresh()
  }
  return (
    <Confirm title={`${enableLabel(row)}${title}`} okText={enableLabel(row)} run={enable} onClose={props.onClose}>
      {words[isOff ? 'enable' : 'disable'](labelOf(row))}
    </Confirm>
  )
}
