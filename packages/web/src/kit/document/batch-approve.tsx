import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../base/call'
import type { ActionTarget } from './document-actions'
import { PageModal } from '../ui/page-modal'

/**
 * 批量审核: approves the documents one after another and says of each what came of it. A refusal stops only its own
 * document.
 */
export function BatchApprove(props: {
  document: AnyDocument
  targets: readonly ActionTarget[]
  onDone: () => void
  onClose: () => void
}) {
  const routes = props.document.routes
  const [targets] = useState(props.targets)
  const [results, setResults] = useState<Readonly<Record<number, string>>>({})
  const [stage, setStage] = useState<'asking' | 'running' | 'ended'>('asking')
  const approve = async (target: ActionTarget) => {
    try {
      const params = { id: target.id, action: 'approve' }
      await call(routes.act, { params, body: { version: target.version }, quiet: true })
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  const run = async () => {
    setStage('running')
    for (const target of targets) {
      const result = await approve(target)
      setResults((old) => ({ ...old, [target.id]: result }))
    }
    setStage('ended')
    props.onDone()
  }
  const failed = Object.values(results).filter((result) => result !== '').length
  const succeeded = Object.keys(results).length - failed
  return (
    <PageModal
      open
      title={`批量审核${props.document.title}（${targets.length}张）`}
      width={560}
      closable={stage !== 'running'}
      keyboard={stage !== 'running'}
      onCancel={props.onClose}
      footer={
        stage === 'ended' ? (
          <Button type="primary" onClick={props.onClose}>
            完成
          </Button>
        ) : (
          <Button type="primary" autoFocus loading={stage === 'running'} onClick={() => void run()}>
            开始审核
          </Button>
        )
      }
    >
      {stage !== 'asking' && (
        <p role="status">
          成功 {succeeded} 张，失败 {failed} 张
        </p>
      )}
      <div className="kit-effects kit-results">
        <table>
          <tbody>
            {targets.map((target) => (
              <tr key={target.id}>
                <td>{target.billNo}</td>
                <td>{resultText(results[target.id], stage === 'running')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </PageModal>
  )
}

const resultText = (result: string | undefined, running: boolean) =>
  result === undefined ? (
    running ? (
      '等待…'
    ) : (
      '待处理'
    )
  ) : result === '' ? (
    <span className="kit-tag kit-tag-green">已审核</span>
  ) : (
    <span className="dt-minus">{result}</span>
  )
