import type { ActionDef } from '@chepu/contract/kernel/document'
import { Button, type ButtonProps, Dropdown, Space } from 'antd'
import type { ReactNode } from 'react'
import { walkToolbar } from '../base/focus'
import { useTabs } from '../base/tabs'
import { isTouch } from '../base/use-narrow'
import type { RowAction } from '../ui/row-actions'
import { isCopied } from './document-actions'
import { documentScreen } from './document-screens'
import type { Overlay } from './editor-overlays'
import { isDangerStep } from './editor-steps'
import type { OpenEditor } from './use-open-editor'

/** What may be done instead of an action. */
export interface Choice {
  label: string
  run: () => void
}

interface BarProps {
  editor: OpenEditor
  /** Buttons of the kind's own. */
  own: ReactNode
  /** Further entries of 更多. */
  more: readonly RowAction[]
  /** What may be done instead of an action. */
  instead: (action: string) => readonly Choice[]
  onOpen: (overlay: Overlay) => void
}

/** The buttons of the open document. */
export function EditorBar({ editor, own, more, instead, onOpen }: BarProps) {
  const { actions, def, isOurs, meta, primary, readOnly, session, steps, step, unsaved } = editor
  const openNew = useNewDocument(editor)
  const stepButton = (name: string) => (
    <StepButton
      key={name}
      action={def.actions[name]}
      others={instead(name)}
      type={name === primary && !unsaved ? 'primary' : 'default'}
      danger={isDangerStep(def, name)}
      disabled={actions.busy}
      title={name === primary ? 'F9' : undefined}
      onClick={() => void step(name)}
    />
  )
  return (
    <div className="de-bar" role="toolbar" aria-label="单据操作" ref={editor.bar} onKeyDown={walkToolbar}>
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
      {own}
      <span className="de-gap" />
      {/* What undoes something stands away from the next step. */}
      {steps.filter((name) => isDangerStep(def, name)).map(stepButton)}
      {!def.isOfAnother && session.has(def.buttons.add) && (
        <Button size="small" onClick={() => openNew()}>
          新增
        </Button>
      )}
      {isOurs && meta.id !== undefined && session.has(def.buttons.print ?? def.buttons.view) && (
        <Button size="small" onClick={() => onOpen({ kind: 'print' })}>
          打印
        </Button>
      )}
      <More {...{ editor, more, openNew, onOpen }} />
      {!readOnly && !isTouch() && (
        <KeyHints hasLines={Object.keys(def.sections).length > 0} step={primary && def.actions[primary]?.label} />
      )}
    </div>
  )
}

/** Opens the editor of the kind on a new document, blank or as a copy. */
function useNewDocument({ def }: OpenEditor) {
  const tabs = useTabs()
  const key = documentScreen(def.kind)?.screen ?? def.path
  return (copy?: number) => tabs.open({ key, params: copy === undefined ? { new: 1 } : { new: 1, copy } })
}

/** 更多: what is needed seldom. */
function More(props: {
  editor: OpenEditor
  more: readonly RowAction[]
  openNew: (copy: number) => void
  onOpen: (overlay: Overlay) => void
}) {
  const { def, isHere, meta, session } = props.editor
  const { store } = props.editor.context
  const { id } = meta
  const overlay = (kind: 'related' | 'files' | 'log', label: string) => ({
    key: kind,
    label,
    onClick: () => props.onOpen({ kind }),
  })
  const items = [
    ...(isHere && isCopied(def, store.header()) && session.has(def.buttons.add) && id !== undefined && !meta.isRed
      ? [{ key: 'copy', label: '复制', onClick: () => props.openNew(id) }]
      : []),
    ...props.more.map(({ key, label, run }) => ({ key, label, onClick: run })),
    ...(id === undefined ? [] : [overlay('related', '关联单据'), overlay('files', '附件'), overlay('log', '操作日志')]),
  ]
  if (items.length === 0) return null
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button size="small">更多</Button>
    </Dropdown>
  )
}

/** The keys of an open editor in words. */
function KeyHints(props: { hasLines: boolean; step: string | undefined }) {
  return (
    <span className="de-keys de-end">
      {props.hasLines && 'Ctrl+Enter 到明细　'}Ctrl+S 保存　{props.step && `F9 ${props.step}　`}F10 到按钮
    </span>
  )
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
