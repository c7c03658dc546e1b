import {
  type CustomerAnswer,
  customerLinkRoutes,
  type LiveLink,
  usualLinkDays,
} from '@chepu/contract/kernel/customer-link'
import { Button, InputNumber } from 'antd'
import { type ReactNode, useState } from 'react'
import { call } from '../base/call'
import { timeText } from '../base/format'
import { agreement } from '../link/decision-rows'
import { markPath, qrRows } from '../base/qr'
import { toast } from '../base/toast'
import { useCall, useRefreshCalls } from '../base/use-call'
import { KeptPicture } from './kept-picture'
import './link-dialog.css'
import { PageModal } from './page-modal'

/** A link that was just made: its address is not told again. */
interface Made {
  address: string
  expiresAt: string
  qr: readonly string[]
}

/** 客户链接 of one thing: makes a link as address and QR code, tells what became of the last one, and ends it (business/links 1). */
export function LinkDialog(props: {
  title: string
  purpose: string
  subjectId: number
  /** Days of which it is good unless somebody types others. */
  usualDays?: number
  /** What the customer does with it. */
  use?: string
  /** How he says yes and no. */
  verdicts?: { yes: string; no: string }
  children?: ReactNode
  onClose: () => void
}) {
  const { title, purpose, subjectId, usualDays = usualLinkDays, use = '查看并签字', verdicts = agreement } = props
  const { children, onClose } = props
  const subject = { purpose, subjectId }
  const found = useCall(customerLinkRoutes.read, { query: subject })
  const refresh = useRefreshCalls()
  const [made, setMade] = useState<Made>()
  const [days, setDays] = useState<number | null>(usualDays)
  const make = useOneStepAgain(async () => {
    const { address, expiresAt } = await call(customerLinkRoutes.make, { body: { ...subject, ...(days && { days }) } })
    const whole = new URL(address, location.origin).href
    setMade({ address: whole, expiresAt, qr: await qrRows(whole) })
    refresh(customerLinkRoutes.read)
  })
  const revoke = useOneStepAgain(async () => {
    await call(customerLinkRoutes.revoke, { body: subject })
    setMade(undefined)
    refresh(customerLinkRoutes.read)
    toast.success('已撤销，对方不能再打开')
  })
  const link = found.data?.link ?? undefined
  return (
    <PageModal open title={title} width={560} footer={null} onCancel={onClose}>
      {found.error && <p role="alert">{found.error.message}</p>}
      {found.isPending && <p>正在加载…</p>}
      {found.data && (
        <>
          {found.data.answer && <Answer {...found.data.answer} verdicts={verdicts} />}
          {made && <MadeLink {...made} />}
          {link ? <LinkLine link={link} /> : <p>还没有有效的链接。对方凭链接{use}，不需要账号。</p>}
          <div className="link-bar">
            <label>
              有效天数
              <InputNumber aria-label="有效天数" min={1} max={90} precision={0} value={days} onChange={setDays} />
            </label>
            <Button type={link ? 'default' : 'primary'} loading={make.busy} onClick={() => void make.take()}>
              {link ? '重新生成' : '生成链接'}
            </Button>
            {link && (
              <Button danger loading={revoke.busy} onClick={() => void revoke.take()}>
                撤销
              </Button>
            )}
          </div>
          {link && <p className="kit-note">地址只在生成时显示；重新生成后，原链接随即失效。</p>}
          {children}
        </>
      )}
    </PageModal>
  )
}

/** A step of a dialog that stays open: once at a time. */
function useOneStepAgain(step: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const take = async () => {
    if (busy) return
    setBusy(true)
    // The call has told the user what went wrong.
    await step().catch(() => undefined)
    setBusy(false)
  }
  return { busy, take }
}

const LinkLine = ({ link }: { link: LiveLink }) => (
  <p role="status">
    链接有效至 {timeText(link.expiresAt)}，{link.creatorName} 于 {timeText(link.createdAt)} 生成，
    {link.openCount === 0 ? '对方还没有打开' : `已打开${link.openCount}次，最近 ${timeText(link.lastOpenedAt)}`}
  </p>
)

function MadeLink({ address, qr }: Made) {
  const size = qr.length
  const copy = async () => {
    // The clipboard needs https; on plain http in a LAN the text is selected by a click.
    await navigator.clipboard?.writeText(address)
    toast.success('已复制')
  }
  return (
    <div className="link-made">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="链接二维码">
        <path d={markPath({ rows: qr })} />
      </svg>
      <div>
        <p>请对方扫码，或把地址发给对方：</p>
        <p className="link-address" aria-label="链接地址">
          {address}
        </p>
        {'clipboard' in navigator && (
          <Button size="small" onClick={() => void copy()}>
            复制地址
          </Button>
        )}
      </div>
    </div>
  )
}

function Answer(props: CustomerAnswer & { linkId: number; verdicts: { yes: string; no: string } }) {
  const { answeredAt, decisions, linkId, verdicts } = props
  return (
    <section className="link-answer" aria-label="对方的确认">
      <b>对方已于 {timeText(answeredAt)} 确认</b>
      <ul>
        {decisions.map(({ lineId, text, agrees, reason }) => (
          <li key={lineId}>
            <b className={agrees ? 'link-yes' : 'link-no'}>{agrees ? verdicts.yes : verdicts.no}</b> {text}
            {reason && `（${reason}）`}
          </li>
        ))}
      </ul>
      <KeptPicture route={customerLinkRoutes.signature} id={linkId} name="对方签名" />
    </section>
  )
}
