import { giftFor } from '@chepu/contract/cards/card-type'
import { cardKinds } from '@chepu/contract/cards/words'
import { button } from '@chepu/contract/access/catalogue'
import { add, isPositive, money } from '@chepu/contract/kernel/decimal'
import { Input } from 'antd'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import type { FieldControl, FormValues, MasterField } from '../../kit/form/master-form'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { CustomerControl, PickControl } from '../controls'
import { useCardTypes } from '../masters'
import { carField, numberField, packageField, remarkField, salespersonField } from './fields'
import { ChosenPackage, useChosenPackage } from './package-dialog'
import { PaidControl, typedSum } from './recharge-dialog'
import { type MadeVoucher, useVoucherForm, VoucherDialog } from './voucher-dialog'

function TypeControl(control: FieldControl) {
  const options = useCardTypes().map((type) => ({
    id: type.id,
    label: type.name,
    hint: cardKinds[type.kind],
    words: type.code,
    value: type,
  }))
  return <PickControl {...control} label="卡类型" options={options} />
}

const secret = (name: string, title: string, help?: string): MasterField => ({
  name,
  title,
  initial: '',
  ...(help === undefined ? {} : { help }),
  render: (control) => (
    <Input
      id={control.id}
      type="password"
      inputMode="numeric"
      autoComplete="new-password"
      maxLength={6}
      value={String(control.value ?? '')}
      onChange={(event) => control.onChange(event.target.value)}
    />
  ),
})

/** The payment code of a card, twice. */
export const pinFields = (help?: string): MasterField[] => [
  secret('pin', '支付密码', help),
  secret('pinAgain', '再输一次'),
]

/** What the rule of the type grants on the first recharge, and the package that comes along. */
function Outcome({ values }: { values: FormValues }) {
  const type = useCardTypes().find(({ id }) => id === values['cardTypeId'])
  const paid = typedSum(values['principalChange'])
  const gift = giftFor(type?.rechargeRules ?? [], paid)
  return (
    <>
      {type && isPositive(paid) && (
        <p className="cards-head" role="status">
          按规则赠送 {moneyText(gift)}　开卡后本金 {moneyText(paid)}、赠金 {moneyText(gift)}
        </p>
      )}
      <ChosenPackage values={values} />
    </>
  )
}

/** 开卡: whose card, of which type, with a first recharge or a package or neither, and its payment code (business/cards 3, 4). */
export function OpenDialog({ input, onDone }: DialogProps<Record<never, never>, MadeVoucher>) {
  const { has, employeeId } = useSession()
  const fields: MasterField[] = [
    {
      name: 'partnerId',
      title: '客户',
      required: true,
      initial: null,
      render: (control) => <CustomerControl {...control} />,
    },
    {
      name: 'cardTypeId',
      title: '卡类型',
      required: true,
      initial: null,
      render: (control) => <TypeControl {...control} />,
    },
    numberField('卡号', { help: '留空自动取号' }),
    carField(undefined, { help: '不填则该客户的车都可用' }),
    {
      name: 'principalChange',
      title: '首次充值',
      kind: 'decimal',
      wide: true,
      render: (control) => <PaidControl control={control} cardTypeId={control.values['cardTypeId']} />,
    },
    ...(has(button('card', 'grant'))
      ? [{ name: 'giftChange', title: '赠金', kind: 'decimal' as const, help: '不填按充值规则赠送' }]
      : []),
    packageField(),
    ...pinFields('6位数字，不填则消费时不验密码'),
    salespersonField(employeeId),
    remarkField,
  ]
  const voucher = useVoucherForm({ purpose: 'open', fields, preset: input, onDone })
  const { values } = voucher.form
  const pack = useChosenPackage(values)
  return (
    <VoucherDialog
      voucher={voucher}
      title="开卡"
      width={720}
      due={money(add(typedSum(values['principalChange']), pack?.salePrice ?? '0'))}
      note={<Outcome values={values} />}
    />
  )
}
