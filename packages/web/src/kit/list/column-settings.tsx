import { readTableConfig, saveTableConfig } from '@chepu/contract/shell/config'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Select } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { call } from '../base/call'
import { arrange, type Column, permitted, settingsOf, shownColumns } from './columns'
import { PageModal } from '../ui/page-modal'
import { useSession } from '../base/session'
import { callKey, useCall } from '../base/use-call'

interface ColumnSettings<Row extends object> {
  /** Permitted columns in the user's order, hidden ones too. */
  arranged: Column<Row>[]
  /** What the table draws. */
  shown: Column<Row>[]
  /** False until the saved settings have come (or failed, then the list's own order stands). */
  ready: boolean
  save: (columns: readonly Column<Row>[]) => void
  setWidth: (key: string, width: number) => void
}

/** Columns of the list `name` as this user arranged them, kept on the server under /api/config/table/{table_name}. */
export function useColumnSettings<Row extends object>(
  name: string,
  columns: readonly Column<Row>[],
): ColumnSettings<Row> {
  const { sees } = useSession()
  const client = useQueryClient()
  const params = useMemo(() => ({ table_name: name }), [name])
  const saved = useCall(readTableConfig, { params }, { stale: Number.POSITIVE_INFINITY })
  const { refetch } = saved
  const arranged = useMemo(
    () => arrange(permitted(columns, sees), saved.data?.columns ?? []),
    [columns, sees, saved.data],
  )
  const save = useCallback(
    (next: readonly Column<Row>[]) => {
      const body = { columns: settingsOf(next) }
      client.setQueryData([...callKey(readTableConfig, { params }), null], body)
      void call(saveTableConfig, { params, body }).catch(() => refetch())
    },
    [client, params, refetch],
  )
  const setWidth = useCallback(
    (key: string, width: number) =>
      save(arranged.map((column) => (column.key === key ? { ...column, width } : column))),
    [arranged, save],
  )
  const shown = useMemo(() => shownColumns(arranged), [arranged])
  return { arranged, shown, ready: saved.isFetched, save, setWidth }
}

const sides = [
  { value: '', label: '不冻结' },
  { value: 'left', label: '冻结左侧' },
  { value: 'right', label: '冻结右侧' },
]

/** 列设置: shows, hides, orders (drag or arrows) and freezes columns. */
export function ColumnSettingsDialog<Row extends object>(props: {
  settings: ColumnSettings<Row>
  columns: readonly Column<Row>[]
  onClose: () => void
}) {
  const { sees } = useSession()
  const [draft, setDraft] = useState(props.settings.arranged)
  const [dragged, setDragged] = useState<number>()
  const change = (key: string, changed: Partial<Column<Row>>) =>
    setDraft((old) => old.map((column) => (column.key === key ? { ...column, ...changed } : column)))
  const move = (from: number, to: number) => {
    if (to < 0 || to >= draft.length) return
    const next = [...draft]
    next.splice(to, 0, ...next.splice(from, 1))
    setDraft(next)
  }
  const finish = () => {
    props.settings.save(draft)
    props.onClose()
  }
  return (
    <PageModal
      open
      title="列设置"
      width={440}
      onCancel={props.onClose}
      footer={[
        <Button key="reset" size="small" onClick={() => setDraft(arrange(permitted(props.columns, sees), []))}>
          恢复默认
        </Button>,
        <Button key="cancel" size="small" onClick={props.onClose}>
          取消
        </Button>,
        <Button
          key="save"
          size="small"
          type="primary"
          disabled={draft.every((column) => column.hidden)}
          onClick={finish}
        >
          确定
        </Button>,
      ]}
    >
      <ul className="lp-columns">
        {draft.map((column, i) => (
          <li
            key={column.key}
            draggable
            onDragStart={() => setDragged(i)}
            onDragOver={(event) => {
              event.preventDefault()
              if (dragged === undefined || dragged === i) return
              move(dragged, i)
              setDragged(i)
            }}
            onDragEnd={() => setDragged(undefined)}
          >
            <Checkbox
              checked={!column.hidden}
              disabled={column.ofGroup ?? false}
              onChange={(event) => change(column.key, { hidden: !event.target.checked })}
            >
              {column.title}
            </Checkbox>
            <Select
              size="small"
              variant="borderless"
              aria-label={`${column.title}冻结`}
              value={column.fixed ?? ''}
              options={sides}
              onChange={(side) => change(column.key, { fixed: side === '' ? undefined : (side as 'left' | 'right') })}
            />
            <button
              type="button"
              className="kit-link"
              aria-label={`上移${column.title}`}
              onClick={() => move(i, i - 1)}
            >
              ↑
            </button>
            <button
              type="button"
              className="kit-link"
              aria-label={`下移${column.title}`}
              onClick={() => move(i, i + 1)}
            >
              ↓
            </button>
          </li>
        ))}
      </ul>
    </PageModal>
  )
}
