import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import type { Effects } from '@chepu/contract/kernel/document-calls'
import { Alert } from 'antd'
import { type ReactNode, useState } from 'react'
import { call, newIdempotencyKey } from '../base/call'
import type { ActionTarget } from './document-actions'
import type { DocumentData } from './document-editor-store'
import { documentPath } from './document-screens'
import { moneyText, qtyText } from '../base/format'
import { PageModal } from '../ui/page-modal'
import { ReasonField } from '../ui/reason-field'
import { useTabs } from '../base/tabs'
import { toast } from '../base/toast'
import { useCall } from '../base/use-call'
import { useOneStep } from '../base/use-one-step'

/**
 * Asks before a change of state: shows the effects of 反审核 and 红冲 first, takes the reason where one is needed and it can go
 * on, then does it. `onDone` is called after success, with the document as it is then; failures are told by their toast and leave
 * the dialog open.
 */
export function ActionDialog(props: {
  document: AnyDocument
  target: ActionTarget
  action: string
  onDone: (document: DocumentData | undefined) => void
  onClose: () => void
}) {
  const { document, target } = props
  const action = document.actions[props.action]
  const routes = document.routes
  const [reason, setReason] = useState('')
  // One key for the dialog: a second press after a lost answer cannot do it twice.
  const [idempotencyKey] = useState(newIdempotencyKey)
  const params = { id: target.id, action: props.action }
  const preview = useCall(routes.preview, { params }, { enabled: Boolean(action?.preview) })
  const { busy, take } = useOneStep(async () => {
    const body = { version: target.version, document: true, ...(action?.reason ? { reason: reason.trim() } : {}) }
    const { document: changed } = await call(routes.act, { params, body, idempotencyKey })
    toast.success(`${target.billNo} ${action?.label}成功`)
    props.onDone(changed)
  })
  if (!action) return null
  const refusals = preview.data?.refusals ?? []
  const blocked = refusals.length > 0 || (action.preview === true && !preview.isSuccess)
  const missing = action.reason === true && reason.trim() === ''
  return (
    <PageModal
      open
      title={`${action.label}：${document.title} ${target.billNo}`}
      okText={action.label}
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ danger: Boolean(action.reason), disabled: blocked || missing, autoFocus: !action.reason }}
      onOk={() => void take()}
      onCancel={props.onClose}
      width={action.preview ? 640 : 440}
    >
      {!action.reason && !action.preview && <p>确认{action.label}这张单据？</p>}
      {preview.error && <Alert type="error" title={preview.error.message} />}
      {action.preview && preview.isPending && <p>正在试算影响…</p>}
      {preview.data && (
        <EffectsView effects={preview.data} label={action.label}>
          {refusals.map((text) => (
            <Refusal key={text} text={text} document={document} id={target.id} onFollow={props.onClose} />
          ))}
        </EffectsView>
      )}
      {action.reason && !blocked && <ReasonField value={reason} onChange={setReason} />}
    </PageModal>
  )
}

/** Why it cannot go on. Numbers of related documents lead to what must be done first. */
function Refusal(props: { text: string; document: AnyDocument; id: number; onFollow: () => void }) {
  const { open } = useTabs()
  const related = useCall(props.document.routes.related, { params: { id: props.id } })
  const rows = related.data ?? []
  return (
    <div>
      {props.text.split(/([\s、]+)/).map((word, at) => {
        const row = rows.find((each) => each.billNo === word)
        const path = row && documentPath(row.kind, row.id)
        if (!path) return word
        const follow = () => {
          props.onFollow()
          open(path)
        }
        return (
          <button key={at} type="button" className="kit-link" onClick={follow}>
            {word}
          </button>
        )
      })}
    </div>
  )
}

const signed = (text: string) => (text.startsWith('-') ? <span className="dt-minus">{text}</span> : `+${text}`)

const cardText = ({ unit, change }: NonNullable<Effects['cards']>[number]) =>
  `${unit === '元' ? moneyText(change) : qtyText(change)} ${unit}`

/** What an action would change in stock, money and cards, and why it will be refused, when it will be. */
function EffectsView(props: { effects: Effects; label: string; children: ReactNode }) {
  const { stock, money, cards = [], commission = [], refusals } = props.effects
  // Of goods that two organisations exchange, each is told the worth of its own alone.
  const isValued = stock.some(({ value }) => value !== undefined)
  return (
    <div className="kit-effects">
      {refusals.length > 0 && <Alert type="error" title={`不能${props.label}`} description={props.children} />}
      {stock.length > 0 && (
        <EffectsTable
          title="库存变化"
          heads={['配件', '仓库', '数量', ...(isValued ? ['库存金额'] : [])]}
          rows={stock.map((row) => [
            `${row.partCode} ${row.partName}`,
            row.warehouseName,
            signed(qtyText(row.qty)),
            ...(isValued ? [row.value === undefined ? '' : signed(moneyText(row.value))] : []),
          ])}
        />
      )}
      {money.length > 0 && (
        <EffectsTable
          title="往来与资金变化"
          heads={['账目', '往来单位', '金额']}
          rows={money.map((row) => [row.account, row.partnerName, signed(moneyText(row.amount))])}
        />
      )}
      {cards.length > 0 && (
        <EffectsTable
          title="会员卡变化"
          heads={['会员卡', '项目', '变化']}
          rows={cards.map((row) => [row.cardNo, row.item, signed(cardText(row))])}
        />
      )}
      {commission.length > 0 && (
        <EffectsTable
          title="提成变化"
          heads={['员工', '金额']}
          rows={commission.map((row) => [row.employeeName, signed(moneyText(row.amount))])}
        />
      )}
      {[stock, money, cards, commission, refusals].every(({ length }) => length === 0) && <p>对库存和往来没有影响。</p>}
    </div>
  )
}

function EffectsTable(props: { title: string; heads: readonly string[]; rows: readonly (readonly ReactNode[])[] }) {
  return (
    <table>
      <caption>{props.title}</caption>
      <thead>
        <tr>
          {props.heads.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((cells, i) => (
          <tr key={i}>
            {cells.map((cell, at) => (
              <td key={props.heads[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
