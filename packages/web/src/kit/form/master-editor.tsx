import type { Route } from '@chepu/contract/kernel/route'
import { Alert, Button, Tabs } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import {
  type FormValues,
  isSameInFields,
  MasterFailure,
  type MasterField,
  MasterFields,
  saveOnKey,
  useMasterForm,
} from './master-form'
import '../base/kit.css'
import { useScreenParams, useTabs } from '../base/tabs'
import { toast } from '../base/toast'
import { useCall, useRefreshCalls } from '../base/use-call'
import { useKept, useUnsavedMark } from '../base/use-kept'

export interface EditorTab<Row> {
  key: string
  title: string
  fields: readonly MasterField[]
  /** Drawn below the fields; only of a saved row. */
  extra?: (row: Row) => ReactNode
}

interface MasterEditorProps<Row extends EditedRow> {
  /** What one row is called, for example 配件. */
  title: string
  tabs: readonly EditorTab<Row>[]
  /** Path with `:id`. */
  read: Route
  save: Route
  /** Lists to read again after a save. */
  refresh: readonly Route[]
  /** Values of a new row that differ from the fields' own defaults. */
  preset?: FormValues | undefined
  mayAdd: boolean
  mayUpdate: (row: Row) => boolean
  /** A further button that saves, and what it sends beside the form's values; of a new row it is offered of undefined. */
  also?: { label: string; with: object; isOffered: (row: Row | undefined) => boolean } | undefined
  /** Stands beside the buttons of a saved row, as it was read last. */
  note?: (row: Row) => ReactNode
  labelOf: (row: Row) => string
}

interface EditedRow {
  id: number
  version: number
}

/**
 * A master's own page with tabs: `?id=12` changes a row, without it a new one is made. Checked like the drawer of a master
 * page; a tab with a fault is marked. Ctrl+S saves; closing a changed page asks first.
 */
export function MasterEditor<Row extends EditedRow>(props: MasterEditorProps<Row>) {
  const { id } = useScreenParams<{ id: string }>()
  const params = { id: Number.parseInt(id ?? '0', 10) }
  const found = useCall(props.read, { params: params as never }, { enabled: id !== undefined })
  const [round, setRound] = useState(0)
  const fields = props.tabs.flatMap((tab) => tab.fields)
  const kept = useKept(found.data as Row | undefined, (before, now) => isSameInFields(fields, before, now))
  const row = id === undefined ? undefined : kept.data
  if (id !== undefined && !row && found.error)
    return (
      <div className="me" role="alert">
        <p>{found.error.message}</p>
        <div>
          <Button size="small" onClick={() => void found.refetch()}>
            重试
          </Button>
        </div>
      </div>
    )
  if (id !== undefined && !row) return <div className="me">正在加载…</div>
  return (
    <Editor
      key={row ? kept.round : `new-${round}`}
      {...props}
      row={row}
      latest={found.data as Row | undefined}
      hold={kept.hold}
      own={kept.own}
      onAnother={() => setRound((old) => old + 1)}
      onReload={() => void found.refetch().then(({ isSuccess }) => isSuccess && kept.renew())}
    />
  )
}

function Editor<Row extends EditedRow>(
  props: MasterEditorProps<Row> & {
    row: Row | undefined
    /** As it was read last, for what stands beside the form. */
    latest: Row | undefined
    hold: (unsaved: boolean) => void
    own: (row: Row) => void
    onAnother: () => void
    onReload: () => void
  },
) {
  const { row, title } = props
  const { setTitle, setParams } = useTabs()
  const refreshCalls = useRefreshCalls()
  const may = row ? props.mayUpdate(row) : props.mayAdd
  const all = props.tabs.flatMap((tab) => tab.fields)
  const form = useMasterForm({
    fields: all,
    schema: props.save.body,
    row,
    ...(props.preset && { preset: props.preset }),
    isKept: row !== undefined,
    onSave: (body) => ({ route: props.save, body }),
    onSaved: (saved, another, sent) => {
      toast.success('已保存')
      const { id, version } = saved as EditedRow
      if (another || !row) settled()
      else props.own({ ...row, ...sent, version })
      refreshCalls(...props.refresh, props.read)
      if (another) props.onAnother()
      else if (!row) setParams({ id })
    },
  })
  const latest = row && (props.latest ?? row)
  const label = row && props.labelOf(row)
  useEffect(() => setTitle(label === undefined ? `新增${title}` : `${title}-${label}`), [label, title, setTitle])
  const settled = useUnsavedMark(form.dirty && may, props.hold)
  const isFaulty = (fields: readonly MasterField[]) => fields.some((field) => form.errors[field.name] !== undefined)
  const [tab, setTab] = useState(props.tabs[0]?.key ?? '')
  const faulty = props.tabs.flatMap(({ key, fields }) => (isFaulty(fields) ? [key] : [])).join()
  // A fault on a hidden tab would look like a button that does nothing.
  useEffect(() => {
    const [first = ''] = faulty.split(',')
    if (first !== '') setTab((now) => (faulty.split(',').includes(now) ? now : first))
  }, [faulty])
  const shownFields = (fields: readonly MasterField[]) =>
    may ? fields : fields.map((field) => ({ ...field, fixed: true }))
  const contentOf = ({ fields, extra }: EditorTab<Row>) => (
    <>
      <MasterFields form={form} fields={shownFields(fields)} isNew={!row && may} />
      {latest && extra?.(latest)}
    </>
  )
  /** One tab alone needs no head. */
  const only = props.tabs.length === 1 ? props.tabs[0] : undefined
  return (
    <div className="me" onKeyDown={saveOnKey(() => void (may && form.save(false)))}>
      <div className="lp-bar">
        {may && (
          <Button size="small" type="primary" loading={form.busy} onClick={() => void form.save(false)}>
            保存
          </Button>
        )}
        {may && props.also?.isOffered(latest) && (
          <Button size="small" disabled={form.busy} onClick={() => void form.save(false, props.also?.with)}>
            {props.also.label}
          </Button>
        )}
        {!row && may && (
          <Button size="small" disabled={form.busy} onClick={() => void form.save(true)}>
            保存并新增
          </Button>
        )}
        {latest && props.note?.(latest)}
      </div>
      {!may && (
        <Alert type="info" showIcon title={row ? `该${title}您不能修改，只能查看` : `您没有新增${title}的权限`} />
      )}
      <MasterFailure form={form} onReload={props.onReload} />
      {only ? (
        contentOf(only)
      ) : (
        <Tabs
          size="small"
          activeKey={tab}
          onChange={setTab}
          items={props.tabs
            .filter((tab) => row || tab.fields.length > 0)
            .map((tab) => ({
              key: tab.key,
              label: (
                <>
                  {tab.title}
                  {isFaulty(tab.fields) && <span className="me-fault">有误</span>}
                </>
              ),
              children: contentOf(tab),
            }))}
        />
      )}
    </div>
  )
}
