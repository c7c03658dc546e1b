import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { stateLabel } from '@chepu/contract/kernel/states'
import { Timeline } from 'antd'
import { timeText } from '../base/format'
import { PageModal } from '../ui/page-modal'
import { useCall } from '../base/use-call'
import { agreementText } from './agreement'
import { AgreementPicture } from './agreement-picture'

/** 操作日志: who did what when, from which state to which, and why. */
export function DocumentLogDialog(props: { document: AnyDocument; id: number; billNo: string; onClose: () => void }) {
  return (
    <PageModal open title={`操作日志：${props.billNo}`} footer={null} width={520} onCancel={props.onClose}>
      <DocumentTimeline document={props.document} id={props.id} />
    </PageModal>
  )
}

/** The log of a document as a line of time. */
export function DocumentTimeline({ document: def, id }: { document: AnyDocument; id: number }) {
  const log = useCall(def.routes.log, { params: { id } })
  const label = (action: string) => def.actions[action]?.label ?? def.logged?.[action] ?? otherActions[action] ?? action
  return (
    <>
      {log.error && <p role="alert">{log.error.message}</p>}
      {log.isPending && <p>正在加载…</p>}
      {log.data?.length === 0 && <p>还没有操作记录</p>}
      <Timeline
        items={(log.data ?? []).map((row) => ({
          key: row.id,
          content: (
            <>
              <b>{label(row.action)}</b>　{row.userName ?? (row.address === null ? '系统' : '客户')}　{timeText(row.at)}
              {row.address && `　${row.address}`}
              {row.fromState !== null && row.toState !== null && row.fromState !== row.toState && (
                <div>
                  {[row.fromState, row.toState]
                    .filter((state) => state !== null)
                    .map((state) => stateLabel(def, state))
                    .join(' → ')}
                </div>
              )}
              {row.reason && <div>原因：{row.reason}</div>}
              {row.agreedBy !== null && <div>{agreementText(row)}</div>}
              <AgreementPicture row={row} />
            </>
          ),
        }))}
      />
    </>
  )
}

const otherActions: Record<string, string> = {
  add: '新增',
  update: '修改',
  print: '打印',
  effect: '生效',
  'add-file': '添加附件',
  'remove-file': '删除附件',
  'show-photo': '照片给客户看',
  'hide-photo': '照片不给客户看',
  'make-link': '生成客户链接',
  'revoke-link': '撤销客户链接',
  'open-link': '客户打开链接',
  'answer-link': '客户确认',
}
