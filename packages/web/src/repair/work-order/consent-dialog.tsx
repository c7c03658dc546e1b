import { declineReasons } from '@chepu/contract/repair/order-link'
import { workOrder } from '@chepu/contract/repair/work-order'
import { type Consent, type ConsentGiven, declinedWhole, isDone } from '@chepu/contract/repair/consent'
import { money, sumOf } from '@chepu/contract/kernel/decimal'
import { repairLineOwed } from '@chepu/contract/kernel/repair-figures'
import { Select } from 'antd'
import { useState } from 'react'
import { moneyText, qtyText } from '../../kit/base/format'
import { useOneStep } from '../../kit/base/use-one-step'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { useGiven } from './given'
import { countedOf, type OrderLine } from './order-lines'

interface Question {
  title: string
  by: string
  phone: string
  orderId: number
  lines: readonly OrderLine[]
  seesPrice: boolean
  /** Whether the prices contain the tax: what he agrees to does. */
  taxIncluded: boolean
}

type Given = ConsentGiven & Pick<Consent, 'declined'>

/** 客户确认: how and who, and line by line whether it is to be done; one that is not says why. Enter confirms all as it stands. */
export function ConsentDialog({ input, onDone }: DialogProps<Question, Given>) {
  const given = useGiven({ ...input, owner: { kind: workOrder.kind, ownerId: input.orderId } })
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const decline = (line: OrderLine, reason: string | undefined) => {
    const next = new Map(chosen)
    if (reason === undefined) next.delete(line.id as number)
    else next.set(line.id as number, reason)
    setChosen(next)
  }
  const said = [...chosen].map(([lineId, reason]) => ({ lineId, reason }))
  const declined = new Map(
    declinedWhole(input.lines.map(asked(input.lines)), said).map((one) => [one.lineId, one.reason]),
  )
  const agreed = input.lines.filter((line) => !declined.has(line.id as number) && !line.isConsumable)
  const owed = (line: OrderLine) => repairLineOwed(countedOf(line), input.taxIncluded)
  const step = useOneStep(async () => onDone({ ...(await given.take()), declined: said }))
  return (
    <PageModal
      open
      width={760}
      title={input.title}
      okText="确认"
      cancelText="取消"
      okButtonProps={{ disabled: !given.isWhole, loading: step.busy }}
      onOk={() => void step.take()}
      onCancel={() => onDone()}
    >
      {given.fields(given.isWhole ? () => void step.take() : undefined)}
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
                owed={owed(line)}
                reason={declined.get(line.id as number)}
                onDecline={(reason) => decline(line, reason)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {input.seesPrice && (
        <p className="wo-consent-sum">
          同意 {agreed.length} 行，合计 <b>{moneyText(money(sumOf(agreed, owed)))}</b>
        </p>
      )}
    </PageModal>
  )
}

/** A line as the rule of what is declined with what reads it: labour is named among the lines that are asked. */
const asked = (lines: readonly OrderLine[]) => (line: OrderLine) => ({
  ...line,
  id: line.id as number,
  labourLineId: (line.labourRef !== '' && lines.find(({ ref }) => ref === line.labourRef)?.id) || null,
})

function ConsentLine(props: {
  line: OrderLine
  seesPrice: boolean
  owed: string
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
      {props.seesPrice && <td className="right">{moneyText(props.owed)}</td>}
      <td className="mid">
        {isDone(line) ? (
          <em>已施工</em>
        ) : (
          <input
            type="checkbox"
            aria-label={`同意 ${name}`}
            checked={isAgreed}
            onChange={(event) => props.onDecline(event.target.checked ? undefined : declineReasons[0])}
          />
        )}
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
