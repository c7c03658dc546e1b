import { button } from '@chepu/contract/access/catalogue'
import { cardRoutes } from '@chepu/contract/cards/card'
import { equals, money } from '@chepu/contract/kernel/decimal'
import { isDecimal, numberText } from '@chepu/contract/kernel/typed'
import { ruleText } from '@chepu/contract/cards/card-type'
import { Alert, Button, Input } from 'antd'
import { dayText, moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useCall } from '../../kit/base/use-call'
import type { FieldControl, FormValues, MasterField } from '../../kit/form/master-form'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { useCardTypes } from '../masters'
import { type Card, CardHead, ofShownCard, remarkField, salespersonField } from './fields'
import { type MadeVoucher, useVoucherForm, VoucherDialog } from './voucher-dialog'
import '../../kit/ui/trial.css'

/** A typed sum of money in yuan; nothing while it is none. */
export const typedSum = (value: unknown): string =>
  typeof value === 'string' && isDecimal(numberText(value)) ? money(numberText(value)) : '0.00'

/** The paid money: typed, or one of the amounts that the rules of the type name (充1000送60). */
export function PaidControl({ control, cardTypeId }: { control: FieldControl; cardTypeId: unknown }) {
  const rules = useCardTypes().find(({ id }) => id === cardTypeId)?.rechargeRules ?? []
  const typed = typedSum(control.value)
  return (
    <>
      <Input
        id={control.id}
        inputMode="decimal"
        value={String(control.value ?? '')}
        onChange={(event) => control.onChange(numberText(event.target.value))}
      />
      {rules.length > 0 && (
        <div className="cards-tiles">
          {rules.map((rule) => (
            <Button
              key={rule.pay}
              size="small"
              tabIndex={-1}
              type={equals(rule.pay, typed) ? 'primary' : 'default'}
              onClick={() => control.onChange(money(rule.pay))}
            >
              {ruleText(rule)}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

/** What comes of the typed sum, as the server reckons it. */
function Outcome({ card, values }: { card: Card; values: FormValues }) {
  const principal = typedSum(values['principalChange'])
  const enabled = principal !== '0.00'
  const { data, isPlaceholderData: isOld } = useCall(
    cardRoutes.rechargePreview,
    { params: { id: card.id }, query: { principal, cardNo: card.cardNo } },
    { enabled, keeps: true },
  )
  if (!data || !enabled) return null
  return (
    <>
      {data.refusals.map((refusal) => (
        <Alert key={refusal} type="warning" title={refusal} className="trial" aria-busy={isOld} />
      ))}
      <dl className="cards-facts trial" aria-label="充值后" aria-busy={isOld}>
        <dt>按规则赠送</dt>
        <dd>{moneyText(data.gift)}</dd>
        <dt>充后本金</dt>
        <dd>{moneyText(data.principalAfter)}</dd>
        <dt>充后赠金</dt>
        <dd>{moneyText(data.giftAfter)}</dd>
        <dt>有效期</dt>
        <dd>{data.validUntil === null ? '长期' : dayText(data.validUntil)}</dd>
      </dl>
    </>
  )
}

/** 充值: the amount, what the rule grants and what stands on the card then, and how it is paid (business/cards 1, 4). */
export function RechargeDialog({ input: card, onDone }: DialogProps<Card, MadeVoucher>) {
  const { has, employeeId } = useSession()
  const fields: MasterField[] = [
    {
      name: 'principalChange',
      title: '充值金额',
      kind: 'decimal',
      required: true,
      wide: true,
      render: (control) => <PaidControl control={control} cardTypeId={card.cardTypeId} />,
    },
    ...(has(button('card', 'grant'))
      ? [{ name: 'giftChange', title: '赠金', kind: 'decimal' as const, help: '不填按充值规则赠送' }]
      : []),
    salespersonField(employeeId),
    remarkField,
  ]
  const voucher = useVoucherForm({ purpose: 'recharge', fields, preset: ofShownCard(card), onDone })
  const { values } = voucher.form
  return (
    <VoucherDialog
      voucher={voucher}
      title="充值"
      due={typedSum(values['principalChange'])}
      head={<CardHead card={card} />}
      note={<Outcome card={card} values={values} />}
    />
  )
}
