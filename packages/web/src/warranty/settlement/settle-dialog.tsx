import type { Decimal } from '@chepu/contract/kernel/decimal'
import { Input } from 'antd'
import { useState } from 'react'
import { moneyText } from '../../kit/base/format'
import type { Ask } from '../../kit/document/use-open-editor'
import type { Asked } from '../../kit/document/use-document-actions'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'

interface Settling {
  figures: Readonly<Record<'confirmed' | 'deducted' | 'net', Decimal>> | undefined
  mayDeduct: boolean
  take: Parameters<Ask>[1]
}

/** 结算: what it comes to, and, where old parts were not sent, why they are let pass; it stays open while it is refused (business/three-guarantees 7.3). */
export function SettleDialog({ input: { figures, mayDeduct, take }, onDone }: DialogProps<Settling, Asked>) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const settle = async () => {
    const oldPartsReason = reason.trim()
    setBusy(true)
    const problem = await take(oldPartsReason === '' ? {} : { input: { oldPartsReason } })
    setBusy(false)
    if (problem) setFault(problem.messages.join('；'))
    else onDone()
  }
  return (
    <PageModal
      open
      width={460}
      title="三包结算"
      okText="结算"
      cancelText="取消"
      okButtonProps={{ loading: busy }}
      onOk={() => void settle()}
      onCancel={() => onDone()}
    >
      {figures && (
        <p>
          确认额 {moneyText(figures.confirmed)} − 扣款 {moneyText(figures.deducted)} = 应收{' '}
          <b>{moneyText(figures.net)}</b>
        </p>
      )}
      <p>所选三包单将变为「已结算」，应收并为一笔。</p>
      {mayDeduct && (
        <label>
          旧件未返原因（旧件都已发出的不填）
          <Input maxLength={255} value={reason} onChange={(event) => setReason(event.target.value)} />
        </label>
      )}
      {fault !== undefined && <p role="alert">{fault}</p>}
    </PageModal>
  )
}
