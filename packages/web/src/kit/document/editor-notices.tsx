import type { DocumentDef } from '@chepu/contract/kernel/document'
import type { Override } from '@chepu/contract/kernel/override'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { timeText } from '../base/format'
import { AskOverride } from './ask-override'
import type { OpenEditor } from './use-open-editor'

/** What stands above the document: work that was brought back, a newer version, and what the last step was refused for. */
export function EditorNotices({ editor }: { editor: OpenEditor }) {
  const { load } = editor
  return (
    <>
      {load.restored && (
        <Notice action="放弃" onAction={() => void load.reload()}>
          已恢复 {timeText(load.restored)} 未保存的内容
        </Notice>
      )}
      {load.outdated && (
        <Notice action="放弃我的修改" onAction={() => void load.dropOutdated()}>
          单据已有新版本，现在显示的是新版本。您 {timeText(load.outdated.keptAt)}{' '}
          {'未保存的修改基于旧版本，继续编辑并保存会替换新版本的内容。'}
          <Button size="small" onClick={load.takeOutdated}>
            用我的修改继续编辑
          </Button>
        </Notice>
      )}
      <Problem editor={editor} />
    </>
  )
}

function Problem({ editor }: { editor: OpenEditor }) {
  const { actions, def, dirty, load, meta, offered, step } = editor
  const { problem } = actions
  if (!problem) return null
  const close = () => {
    if (problem.stale) void load.reopen()
    actions.clearProblem()
  }
  return (
    <Notice error action={problem.stale ? '刷新' : '关闭'} onAction={close}>
      {problem.messages.map((message) => (
        <div key={message}>{message}</div>
      ))}
      {problem.override && meta.id !== undefined && !dirty && (
        <Pass {...{ def, offered, id: meta.id, override: problem.override }} onPass={(name) => void step(name)} />
      )}
      {problem.stale && dirty && <div>刷新后显示新版本，您尚未保存的修改可以选择保留或放弃。</div>}
    </Notice>
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

/** The document could not be read. */
export function LoadFailure(props: { message: string; onRetry: () => void }) {
  return (
    <div className="de-wait" role="alert">
      <p>{props.message}</p>
      <Button size="small" onClick={props.onRetry}>
        重试
      </Button>
    </div>
  )
}
