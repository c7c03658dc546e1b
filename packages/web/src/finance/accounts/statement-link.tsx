import { type StatementDispute, statementCalls, statementPurpose } from '@chepu/contract/finance/statement-link'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { timeText } from '../../kit/base/format'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { documentPath } from '../../kit/document/document-screens'
import { useTabs } from '../../kit/base/tabs'
import type { SheetLinks } from '../../kit/print/print-link'
import { LinkDialog } from '../../kit/ui/link-dialog'
import type { Side } from './side'

interface Asked {
  partnerId: number
  from: string
  to: string
}

/** 对账链接: has the partner confirm the statement that is shown (business/finance 9). */
export function StatementLinkButton({ side, asked, name }: { side: Side; asked: Asked; name: string }) {
  const [sentId, setSentId] = useState<number>()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    // The call has told the user what went wrong.
    const sent = await call(statementCalls[side.side].send, { body: asked }).catch(() => undefined)
    setBusy(false)
    setSentId(sent?.id)
  }
  return (
    <>
      <Button size="small" loading={busy} onClick={() => void send()}>
        对账链接
      </Button>
      {sentId !== undefined && (
        <StatementLinkDialog side={side} id={sentId} name={name} onClose={() => setSentId(undefined)} />
      )}
    </>
  )
}

/** The code on the paper of a statement that leads to its link; printing it asks the partner as 对账链接 does. */
export const statementOnPaper = (side: Side, asked: Asked): SheetLinks => ({
  link: { purpose: statementPurpose, note: '扫码逐条核对并确认对账单' },
  subjects: async () => [(await call(statementCalls[side.side].send, { body: asked })).id],
})

/** The link to a statement, what the partner said to it, and his objections to be answered. */
export function StatementLinkDialog(props: { side: Side; id: number; name: string; onClose: () => void }) {
  const { side, id, name, onClose } = props
  const found = useCall(statementCalls[side.side].disputes, { params: { id } })
  const rows = found.data?.rows ?? []
  return (
    <LinkDialog
      title={`对账链接：${name}`}
      purpose={statementPurpose}
      subjectId={id}
      use="查看对账单，逐条确认或提出异议"
      verdicts={{ yes: '无误', no: '有异议' }}
      onClose={onClose}
    >
      {found.error && <p role="alert">{found.error.message}</p>}
      {rows.length > 0 && (
        <section aria-label="异议">
          <b>异议</b>
          {rows.map((row) => (
            <Dispute key={row.id} side={side} row={row} onClose={onClose} />
          ))}
        </section>
      )}
    </LinkDialog>
  )
}

function Dispute({ side, row, onClose }: { side: Side; row: StatementDispute; onClose: () => void }) {
  const { open } = useTabs()
  const path = documentPath(row.docKind, row.docId)
  const look = (target: NonNullable<typeof path>) => {
    onClose()
    open(target)
  }
  return (
    <div className="statement-dispute">
      <p>
        {row.lineText}：{row.reason}（{timeText(row.raisedAt)}）{' '}
        {path && (
          <button type="button" className="kit-link" onClick={() => look(path)}>
            查看单据
          </button>
        )}
      </p>
      {row.reply === null ? (
        <Reply side={side} row={row} />
      ) : (
        <p className="kit-note">
          {row.resolverName} 于 {timeText(row.resolvedAt)} 处理：{row.reply}
        </p>
      )}
    </div>
  )
}

function Reply({ side, row }: { side: Side; row: StatementDispute }) {
  const [reply, setReply] = useState('')
  const [busy, setBusy] = useState(false)
  const refresh = useRefreshCalls()
  const { disputes, resolve, sent } = statementCalls[side.side]
  const take = async () => {
    setBusy(true)
    try {
      await call(resolve, { params: { id: row.id }, body: { version: row.version, reply } })
      toast.success('已处理，对方在链接中可看到回复')
    } catch {
      // The call has told the user what went wrong; somebody else may have been first.
    }
    setBusy(false)
    refresh(disputes)
    refresh(sent.list)
  }
  return (
    <div className="link-bar">
      <Input
        aria-label={`处理结果 ${row.lineText}`}
        placeholder="处理结果，对方可看到"
        maxLength={120}
        value={reply}
        onChange={({ target }) => setReply(target.value)}
      />
      <Button type="primary" disabled={reply.trim() === ''} loading={busy} onClick={() => void take()}>
        处理
      </Button>
    </div>
  )
}
