import { declineReasons } from '@chepu/contract/repair/order-link'
import { type Consent, deskMethods } from '@chepu/contract/repair/work-order'
import { money, sumOf } from '@chepu/contract/kernel/decimal'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { moneyText, qtyText } from '../../kit/base/format'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { moneyOf, type OrderLine } from './order-lines'

/** Why customers do without (business/repair 4.2). */

interface Question {
  title: string
  by: string
  lines: readonly OrderLine[]
  seesPrice: boolean
}

/** 客户确认: how and who, and line by line whether it is to be done; one that is not says why. Enter confirms all as it stands. */
export function ConsentDialog({ input, onDone }: DialogProps<Question, Consent>) {
  const [method, setMethod] = useState<Consent['method']>('phone')
  const [by, setBy] = useState(input.by)
  const [declined, setDeclined] = useState<ReadonlyMap<number, string>>(new Map())
  const decline = (line: OrderLine, reason: string | undefined) => {
    const next = new Map(declined)
    if (reason === undefined) next.delete(line.id as number)
    else next.set(line.id as number, reason)
    setDeclined(next)
  }
  const agreed = input.lines.filter((line) => !declined.has(line.id as number) && !line.isConsumable)
  const take = () =>
    onDone({
      method,
      by: by.trim(),
      declined: [...declined].map(([lineId, reason]) => ({ lineId, reason })),
    })
  return (
    <PageModal
      open
      width={760}
      title={input.title}
      okText="确认"
      cancelText="取消"
      okButtonProps={{ disabled: by.trim() === '' }}
      onOk={take}
      onCancel={() => onDone()}
    >
      <div className="wo-consent-head">
        <Select
          aria-label="确认方式"
          value={method}
          options={Object.entries(deskMethods).map(([value, label]) => ({ value, label }))}
          onChange={setMethod}
        />
        <Input
          autoFocus
          aria-label="确认人"
          placeholder="确认人（必填）"
          maxLength={20}
          value={by}
          onChange={(event) => setBy(event.target.value)}
          onPressEnter={by.trim() === '' ? undefined : take}
        />
      </div>
      <div className="wo-consent">
        <table aria-label="待确认明细">
          <thead>
            <tr>
              <th>项目/材料</th>
              <th className="right">数量</th>
              {input.seesPrice && <th className="right">金额</th>}
              <th className="mid">同意</th>
              <th>不做的原因</th>
            </tr>
          </thead>
          <tbody>
            {input.lines.map((line) => (
              <ConsentLine
                key={line.key + (line.partId === null ? 'l' : 'm') + line.ref}
                line={line}
                seesPrice={input.seesPrice}
                reason={declined.get(line.id as number)}
                onDecline={(reason) => decline(line, reason)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {input.seesPrice && (
        <p className="wo-consent-sum">
          同意 {agreed.length} 行，合计 <b>{moneyText(money(sumOf(agreed, (line) => moneyOf(line).netAmount)))}</b>
        </p>
      )}
    </PageModal>
  )
}

function ConsentLine(props: {
  line: OrderLine
  seesPrice: boolean
  reason: string | undefined
  onDecline: (reason: string | undefined) => void
}) {
  const { line, reason } = props
  const name = line.partName || line.name
  const isAgreed = reason === undefined
  return (
    <tr className={isAgreed ? undefined : 'is-declined'}>
      <td>
        {name}
        {line.partCode && <small> {line.partCode}</small>}
        {line.isAdded && <em>增项</em>}
        {line.isConsumable && <em>辅料</em>}
      </td>
      <td className="right">{qtyText(line.qty)}</td>
      {props.seesPrice && <td className="right">{moneyText(moneyOf(line).netAmount)}</td>}
      <td className="mid">
        <input
          type="checkbox"
          aria-label={`同意 ${name}`}
          checked={isAgreed}
          onChange={(event) => props.onDecline(event.target.checked ? undefined : declineReasons[0])}
        />
      </td>
      <td>
        {!isAgreed && (
          <Select
            size="small"
            aria-label={`${name} 不做的原因`}
            value={reason}
            options={declineReasons.map((value) => ({ value, label: value }))}
            onChange={props.onDecline}
          />
        )}
      </td>
    </tr>
  )
}
