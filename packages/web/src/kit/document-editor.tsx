import { type ActionDef, type ActionName, type DocumentDef, mayTake } from '@chepu/contract/kernel/document'
import type { Override } from '@chepu/contract/kernel/override'
import { Button, type ButtonProps, Dropdown, Space } from 'antd'
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { isDanger } from './document-actions'
import { EditorContext, type EditorContextValue, useEditorKeys } from './document-context'
import './document-editor.css'
import { EditorStore, type HeaderValues } from './document-editor-store'
import { AskOverride } from './ask-override'
import { ActionDialog, AttachmentsDialog, DocumentLogDialog, DocumentPrint, RelatedDialog } from './document-dialogs'
import type { MakeSheet, PrintLayout } from './document-sheet'
import { documentScreen } from './document-screens'
import { TotalsStrip } from './document-totals'
import { focusToolbar, isFocusLost, walkToolbar } from './focus'
import { timeText } from './format'
import type { GridHandle } from './line-grid'
import type { RowAction } from './row-actions'
import { type SessionView, useSession } from './session'
import { StateBar } from './state-bar'
import { useScreenParams, useTabs } from './tabs'
import { startOf, useDocumentLoad, useForgetLists } from './use-document'
import { useDocumentActions } from './use-document-actions'
import { isTouch } from './use-narrow'

/** What the page's own buttons and hooks may know and do. */
export interface EditorApi {
  id: number | undefined
  billNo: string
  state: string
  /** Done, and not the red document of a reversal: money may be taken and goods may come back. */
  isPosted: boolean
  header: HeaderValues
  dirty: boolean
  /** Saves what is unsaved; false when it could not be. */
  save: () => Promise<boolean>
  /** Runs an action with input of its own. */
  act: (action: string, input?: unknown) => Promise<void>
  reload: () => Promise<void>
}

export interface DocumentEditorProps<Def extends DocumentDef> {
  /** The kind, as defined in the contract. */
  document: Def
  /** Header values of a new document above the contract's own defaults. */
  defaults?: HeaderValues
  /** Papers that 打印 offers. */
  prints?: readonly PrintLayout[]
  /** Makes the paper of a document without goods lines. */
  sheet?: MakeSheet
  /** Keeps the document when it has no goods lines, for example a money slip. */
  store?: () => EditorStore
  /** Stands in place of the goods totals. */
  totals?: ReactNode
  /** Buttons of the kind's own after the actions: <FormerButton> (引单), 付款, 转退货 … */
  toolbar?: (editor: EditorApi) => ReactNode
  /** Further entries of 更多, for what the kind's own list offers as well. */
  more?: (editor: EditorApi) => readonly RowAction[]
  /** What may be done instead of an action, in a menu beside its button. */
  instead?: Partial<Record<ActionName<Def>, (editor: EditorApi) => readonly Choice[]>>
  /** Asks for the input of an action that takes some; nothing ends the action. */
  inputs?: Partial<Record<ActionName<Def>, (editor: EditorApi) => Promise<unknown>>>
  /** Figures beside the totals, for example 已付 and 未付. */
  figures?: (editor: EditorApi) => ReactNode
  /** The visible layout: <HeaderFields> and <Lines>. */
  children: ReactNode
}

interface Choice {
  label: string
  run: () => void
}

/** What stands open over the editor. */
type Overlay = { kind: 'action'; action: string } | { kind: 'log' | 'related' | 'files' | 'print' }

/**
 * The editor of one goods document: loads or begins it, keeps unsaved work, saves and changes state. Keys: Ctrl+S saves,
 * F9 takes the next step (提交 or 审核), F10 goes to the buttons. The page supplies the header fields and the lines as children.
 */
export function DocumentEditor<Def extends DocumentDef>(props: DocumentEditorProps<Def>) {
  const def: DocumentDef = props.document
  const session = useSession()
  const tabs = useTabs()
  const start = startOf(useScreenParams())
  const [store] = useState(() => props.store?.() ?? new EditorStore(def, props.defaults))
  const grid = useRef<GridHandle>(null)
  const bar = useRef<HTMLDivElement>(null)
  const mayEdit = session.has(start.id === undefined ? def.buttons.add : def.buttons.update)
  const load = useDocumentLoad(store, start, session, mayEdit)
  const meta = useSyncExternalStore(store.subscribe, store.meta)
  const dirty = useSyncExternalStore(store.subscribe, store.dirty)
  // A document of another organisation is only looked at: its goods, partners and paper are not those of this one.
  const owner = store.header().orgId
  const isHere = owner === undefined || owner === session.orgId
  const readOnly = !mayEdit || !isHere || meta.state !== 'draft' || meta.isRed
  const forgetLists = useForgetLists(store)
  const [overlay, setOverlay] = useState<Overlay>()

  const editor = useMemo((): EditorContextValue => ({ store, grid, readOnly }), [store, readOnly])
  const actions = useDocumentActions(store, grid, {
    saved: async () => {
      await load.dropDraft()
      tabs.setParams({ id: store.meta().id })
      forgetLists()
      await load.refreshMeta()
    },
    changed: async () => {
      forgetLists()
      await load.reload()
    },
  })

  useEffect(() => {
    // Its list is gone when a document opens, and its header is locked when it is approved: the lines take the keyboard.
    if (load.ready && isFocusLost() && !isTouch()) grid.current?.focus()
  }, [load.ready, meta.state])

  useTabState(tabs, store, grid, titleOf(def.title, start.id, meta.billNo))
  const offered = openSteps(def, meta, session)
  const steps = offered.filter((name) => !def.actions[name]?.passes)
  const api: EditorApi = {
    id: meta.id,
    billNo: meta.billNo,
    state: meta.state,
    isPosted: meta.state === 'done' && !meta.isRed,
    header: store.header(),
    dirty,
    save: async () => (await actions.saveNow()) ?? false,
    act: actions.act,
    reload: load.reload,
  }
  const step = async (name: string) => {
    const action = def.actions[name]
    if (!action) return
    if (action.reason || action.preview) {
      if (dirty && !(await api.save())) return
      return setOverlay({ kind: 'action', action: name })
    }
    const ask = props.inputs?.[name as ActionName<Def>]
    if (!ask) return actions.act(name)
    const input = await ask(api)
    if (input !== undefined) await actions.act(name, input)
  }
  const primary = steps.includes('approve') ? 'approve' : steps.find((name) => isForward(def, name))
  const unsaved = dirty || meta.id === undefined
  useEditorKeys({
    'ctrl+s': readOnly || !load.ready ? undefined : () => void actions.save(),
    F9: primary && load.ready ? () => void step(primary) : undefined,
    F10: () => focusToolbar(bar.current),
  })

  if (load.error) return <LoadFailure message={load.error} onRetry={() => void load.reload()} />
  if (!load.ready) return <div className="de-wait">正在打开单据…</div>
  const screen = documentScreen(def.kind)?.screen ?? def.path
  const more = [
    ...(isHere && session.has(def.buttons.add) && meta.id !== undefined && !meta.isRed
      ? [{ key: 'copy', label: '复制', onClick: () => tabs.open({ key: screen, params: { new: 1, copy: meta.id } }) }]
      : []),
    ...((isHere && props.more?.(api)) || []).map(({ key, label, run }) => ({ key, label, onClick: run })),
    ...(meta.id === undefined
      ? []
      : [
          { key: 'related', label: '关联单据', onClick: () => setOverlay({ kind: 'related' }) },
          { key: 'files', label: '附件', onClick: () => setOverlay({ kind: 'files' }) },
          { key: 'log', label: '操作日志', onClick: () => setOverlay({ kind: 'log' }) },
        ]),
  ]
  const stepButton = (name: string) => (
    <StepButton
      key={name}
      action={def.actions[name]}
      others={props.instead?.[name as ActionName<Def>]?.(api) ?? []}
      type={name === primary && !unsaved ? 'primary' : 'default'}
      danger={isDangerStep(def, name)}
      disabled={actions.busy}
      title={name === primary ? 'F9' : undefined}
      onClick={() => void step(name)}
    />
  )
  return (
    <EditorContext value={editor}>
      <div className="de">
        <StateBar dirty={dirty} />
        <div className="de-bar" role="toolbar" aria-label="单据操作" ref={bar} onKeyDown={walkToolbar}>
          {!readOnly && (
            <Button
              size="small"
              type={unsaved || !primary ? 'primary' : 'default'}
              loading={actions.busy}
              onClick={() => void actions.save()}
              title="Ctrl+S"
            >
              保存
            </Button>
          )}
          {steps.filter((name) => !isDangerStep(def, name)).map(stepButton)}
          {isHere && props.toolbar?.(api)}
          <span className="de-gap" />
          {/* What undoes something stands away from the next step. */}
          {steps.filter((name) => isDangerStep(def, name)).map(stepButton)}
          {session.has(def.buttons.add) && (
            <Button size="small" onClick={() => tabs.open({ key: screen, params: { new: 1 } })}>
              新增
            </Button>
          )}
          {isHere && meta.id !== undefined && session.has(def.buttons.print ?? def.buttons.view) && (
            <Button size="small" onClick={() => setOverlay({ kind: 'print' })}>
              打印
            </Button>
          )}
          {more.length > 0 && (
            <Dropdown menu={{ items: more }} trigger={['click']}>
              <Button size="small">更多</Button>
            </Dropdown>
          )}
          {!readOnly && !isTouch() && <KeyHints step={primary && def.actions[primary]?.label} />}
        </div>
        {load.restored && (
          <Notice action="放弃" onAction={() => void load.reload()}>
            已恢复 {timeText(load.restored)} 未保存的内容
          </Notice>
        )}
        {load.outdated && (
          <Notice action="放弃我的修改" onAction={() => void load.dropOutdated()}>
            单据已有新版本，现在显示的是新版本。您 {timeText(load.outdated.keptAt)} 未保存的修改基于旧版本，
            继续编辑并保存会替换新版本的内容。
            <Button size="small" onClick={load.takeOutdated}>
              用我的修改继续编辑
            </Button>
          </Notice>
        )}
        {actions.problem && (
          <Notice
            error
            action={actions.problem.stale ? '刷新' : '关闭'}
            onAction={() => {
              if (actions.problem?.stale) void load.reopen()
              actions.clearProblem()
            }}
          >
            {actions.problem.messages.map((message) => (
              <div key={message}>{message}</div>
            ))}
            {actions.problem.override && meta.id !== undefined && !dirty && (
              <Pass
                {...{ def, offered, id: meta.id, override: actions.problem.override }}
                onPass={(name) => void step(name)}
              />
            )}
            {actions.problem.stale && dirty && <div>刷新后显示新版本，您尚未保存的修改可以选择保留或放弃。</div>}
          </Notice>
        )}
        {props.children}
        {props.totals ?? <TotalsStrip>{props.figures?.(api)}</TotalsStrip>}
        {overlay && meta.id !== undefined && (
          <Overlays
            {...{ def, overlay, id: meta.id, billNo: meta.billNo, state: meta.state, version: meta.version ?? 0 }}
            prints={props.prints}
            sheet={props.sheet}
            onChanged={() => {
              setOverlay(undefined)
              forgetLists()
              void load.reload()
            }}
            onClose={() => setOverlay(undefined)}
          />
        )}
      </div>
    </EditorContext>
  )
}

/** The keys of an open editor in words. */
function KeyHints(props: { step: string | undefined }) {
  return (
    <span className="de-keys de-end">
      Ctrl+Enter 到明细　Ctrl+S 保存　{props.step && `F9 ${props.step}　`}F10 到按钮
    </span>
  )
}

/** Title of the tab; a saved document that is not here yet, or not to be seen, has no number. */
function titleOf(title: string, id: number | undefined, billNo: string): string {
  if (billNo) return `${title}-${billNo}`
  return id === undefined ? `新增${title}` : title
}

/** Title and unsaved mark of the tab. */
function useTabState(
  tabs: ReturnType<typeof useTabs>,
  store: EditorStore,
  grid: { current: GridHandle | null },
  title: string,
): void {
  useEffect(() => tabs.setTitle(title), [tabs, title])
  useEffect(() => tabs.setDirty(() => store.dirty() || (grid.current?.unfinished() ?? false)), [tabs, store, grid])
}

/** A step that leads on: neither undoing something nor back to the draft. */
const isForward = (def: DocumentDef, name: string): boolean =>
  !isDangerStep(def, name) && !def.actions[name]?.to.includes('draft')

const isDangerStep = (def: DocumentDef, name: string): boolean => {
  const action = def.actions[name]
  return action !== undefined && isDanger(action)
}

/** Changes of state to offer: what the server allows, and for a new document what a saved draft would allow. */
function openSteps(
  def: DocumentDef,
  meta: { id: number | undefined; can: readonly string[] },
  { has, org }: SessionView,
): string[] {
  if (meta.id !== undefined) {
    const known = meta.can.filter((name) => def.actions[name])
    return known
  }
  if (!has(def.buttons.add)) return []
  return Object.entries(def.actions)
    .filter(
      ([, action]) =>
        (action.from as readonly string[]).includes('draft') && !action.reason && mayTake(action, org, has),
    )
    .filter(([name]) => name !== 'approve' || !org.approveRequired.includes(def.kind))
    .map(([name]) => name)
}

/** A step with what may be done instead of it in a menu. */
function StepButton({
  action,
  others,
  ...button
}: ButtonProps & { action: ActionDef | undefined; others: readonly Choice[] }) {
  const step = (
    <Button size="small" {...button}>
      {action?.label}
      {action?.hint && `（${action.hint}）`}
    </Button>
  )
  if (others.length === 0) return step
  const items = others.map(({ label, run }) => ({ key: label, label, onClick: run }))
  return (
    <Space.Compact>
      {step}
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button size="small" type={button.type} aria-label={`${action?.label}的其他方式`}>
          ▾
        </Button>
      </Dropdown>
    </Space.Compact>
  )
}

/** Lets the refused document pass where the user may do it, else asks those who may. */
function Pass(props: {
  def: DocumentDef
  offered: readonly string[]
  id: number
  override: Override
  onPass: (name: string) => void
}) {
  const { def, id, override } = props
  const own = props.offered.find((name) => def.actions[name]?.passes === override)
  if (own === undefined) return <AskOverride kind={def.kind} id={id} override={override} />
  return (
    <Button size="small" danger onClick={() => props.onPass(own)}>
      {def.actions[own]?.label}
    </Button>
  )
}

function Notice(props: { children: ReactNode; action: string; onAction: () => void; error?: boolean }) {
  return (
    <div className={props.error ? 'de-notice de-notice-error' : 'de-notice'} role={props.error ? 'alert' : 'status'}>
      <div>{props.children}</div>
      <Button size="small" className="de-end" onClick={props.onAction}>
        {props.action}
      </Button>
    </div>
  )
}

function LoadFailure(props: { message: string; onRetry: () => void }) {
  return (
    <div className="de-wait" role="alert">
      <p>{props.message}</p>
      <Button size="small" onClick={props.onRetry}>
        重试
      </Button>
    </div>
  )
}

function Overlays(props: {
  def: DocumentDef
  overlay: Overlay
  id: number
  billNo: string
  state: string
  version: number
  prints: readonly PrintLayout[] | undefined
  sheet: MakeSheet | undefined
  onChanged: () => void
  onClose: () => void
}) {
  const { def, overlay, id, billNo, state, version, onClose } = props
  if (overlay.kind === 'action') {
    const target = { id, billNo, state, version }
    return (
      <ActionDialog document={def} target={target} action={overlay.action} onDone={props.onChanged} onClose={onClose} />
    )
  }
  if (overlay.kind === 'log') return <DocumentLogDialog document={def} id={id} billNo={billNo} onClose={onClose} />
  if (overlay.kind === 'files') return <AttachmentsDialog kind={def.kind} id={id} billNo={billNo} onClose={onClose} />
  if (overlay.kind === 'related') return <RelatedDialog document={def} id={id} billNo={billNo} onClose={onClose} />
  return <DocumentPrint document={def} ids={[id]} layouts={props.prints} sheet={props.sheet} onClose={onClose} />
}
