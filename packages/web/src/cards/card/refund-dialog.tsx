import { cardRoutes } from '@chepu/contract/cards/card'
import { type Holder, payeeFaults, payeePapers } from '@chepu/contract/cards/payee'
import { isNegative, money } from '@chepu/contract/kernel/decimal'
import { Alert } from 'antd'
import { useMemo } from 'react'
import { moneyText, qtyText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import type { FormValues, MasterField } from '../../kit/form/master-form'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { type Card, CardHead, ofCard, remarkField } from './fields'
import { CardItems } from './items'
import { typedSum } from './recharge-dialog'
import { type MadeVoucher, useVoucherForm, VoucherDialog } from './voucher-dialog'
import '../../kit/ui/trial.css'

/** All that goes with the card, as the server reckons it, by the penalty that is typed. */
const useRefund = (id: number, values: FormValues) => {
  const penalty = typedSum(values['penalty'])
  const enabled = !isNegative(penalty)
  return useCall(cardRoutes.refundPreview, { params: { id }, query: { penalty } }, { enabled, keeps: true })
}

const typed = (value: unknown) => (typeof value === 'string' ? value : '')

/** What the server would refuse of the payee, told as he is typed. */
function faultsOf(values: FormValues, holder: Holder): string[] {
  const { payeeName, payeePaper, payeeIdNo, payeeReason } = values
  const paper = payeePaper === 'passport' || payeePaper === 'other' ? payeePaper : 'usual'
  const payee = { payeeName: typed(payeeName).trim(), payeeIdNo: typed(payeeIdNo), payeeReason: typed(payeeReason) }
  return payeeFaults({ ...payee, payeePaper: paper }, holder).map(({ message }) => message)
}

const commissionText = ({ employeeName, amount }: { employeeName: string; amount: string }) =>
  `${employeeName} ${moneyText(amount)}`

function Preview({ card, values }: { card: Card; values: FormValues }) {
  const { data: refund, isPlaceholderData: isOld } = useRefund(card.id, values)
  if (!refund) return null
  return (
    <>
      {[...refund.refusals, ...faultsOf(values, refund.holder)].map((refusal) => (
        <Alert key={refusal} type="warning" title={refusal} />
      ))}
      <dl className="cards-facts trial" aria-label="退卡试算" aria-busy={isOld}>
        <dt>退本金</dt>
        <dd>{moneyText(refund.principal)}</dd>
        <dt>退套餐余值</dt>
        <dd>{moneyText(refund.packages)}</dd>
        <dt>减违约金</dt>
        <dd>{moneyText(refund.penalty)}</dd>
        <dt>应退</dt>
        <dd className="cards-due">{moneyText(refund.refundable)}</dd>
        <dt>作废赠金</dt>
        <dd>{moneyText(refund.gift)}</dd>
        <dt>作废积分</dt>
        <dd>{qtyText(refund.points)}</dd>
        <dt>现金上限</dt>
        <dd>{moneyText(refund.cashLimit)}</dd>
        {refund.commissionBack && refund.commissionBack.length > 0 && (
          <>
            <dt>提成收回</dt>
            <dd>{refund.commissionBack.map(commissionText).join('、')}</dd>
          </>
        )}
      </dl>
      {refund.items.length > 0 && <CardItems items={refund.items} label="退掉的套餐" />}
    </>
  )
}

/** 退卡: what is paid back with all that goes, and to whom, since it goes to the customer's own account (business/cards 4). */
export function RefundDialog({ input: card, onDone }: DialogProps<Card, MadeVoucher>) {
  const fields = useMemo(
    (): MasterField[] => [
      { name: 'penalty', title: '违约金', kind: 'decimal', initial: '0' },
      { ...remarkField, title: '退卡原因' },
      {
        name: 'payeeName',
        title: '收款人',
        section: '收款账户（本人账户；全部退现金时可不填）',
        initial: card.partnerName ?? '',
      },
      { name: 'payeePaper', title: '证件类型', kind: 'select', options: payeePapers, initial: 'usual' },
      { name: 'payeeIdNo', title: '证件号码' },
      { name: 'payeeBank', title: '开户行' },
      { name: 'payeeAccount', title: '收款账号' },
      { name: 'payeeReason', title: '非本人收款原因', wide: true },
    ],
    [card.partnerName],
  )
  const voucher = useVoucherForm({ purpose: 'refund_card', fields, preset: ofCard(card), onDone })
  const { values } = voucher.form
  const { data: refund, isPlaceholderData: isOld } = useRefund(card.id, values)
  return (
    <VoucherDialog
      voucher={voucher}
      title="退卡"
      direction="out"
      width={760}
      isDueOld={isOld}
      due={refund && !isNegative(refund.refundable) ? money(refund.refundable) : undefined}
      head={<CardHead card={card} />}
      note={<Preview card={card} values={values} />}
    />
  )
}
