import { cardRoutes, paymentCode } from '@chepu/contract/cards/card'
import { voucherPurposes } from '@chepu/contract/cards/card-voucher'
import { z } from 'zod'
import { toast } from '../../kit/base/toast'
import { FormDialog } from '../../kit/form/form-dialog'
import type { MasterField } from '../../kit/form/master-form'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { type Card, CardHead, carField, numberField, ofCard, ofShownCard, remarkField } from './fields'
import { pinFields } from './open-dialog'
import { type MadeVoucher, useVoucherForm, VoucherDialog } from './voucher-dialog'

const grantFields: MasterField[] = [
  { name: 'giftChange', title: '赠金±', kind: 'decimal', help: '收回填负数' },
  { name: 'pointsChange', title: '积分±', kind: 'decimal', help: '扣减填负数' },
  { ...remarkField, title: '原因', wide: true },
]

/** 赠送: granted money or points without a recharge, in either direction (business/cards 4). */
export function GrantDialog({ input: card, onDone }: DialogProps<Card, MadeVoucher>) {
  const voucher = useVoucherForm({ purpose: 'grant', fields: grantFields, preset: ofShownCard(card), onDone })
  return <VoucherDialog voucher={voucher} title="赠送" head={<CardHead card={card} />} />
}

const replaceFields: MasterField[] = [
  numberField('新卡号', { required: true, help: '余额、套餐和积分都留在卡上，旧卡号作废', wide: true }),
  { ...remarkField, wide: true },
]

/** 换卡: a new number; the old one opens nothing any more (business/cards 3). */
export function ReplaceDialog({ input: card, onDone }: DialogProps<Card, MadeVoucher>) {
  const voucher = useVoucherForm({ purpose: 'replace', fields: replaceFields, preset: ofCard(card), onDone })
  return <VoucherDialog voucher={voucher} title="换卡" head={<CardHead card={card} />} />
}

type Standing = 'lost' | 'found' | 'freeze' | 'unfreeze'

const consequences: Record<Standing, string> = {
  lost: '挂失后这张卡不能消费、充值，直到解挂或换卡。',
  found: '解挂后这张卡恢复使用。',
  freeze: '冻结后这张卡不能消费、充值，直到解冻。',
  unfreeze: '解冻后这张卡恢复使用。',
}
const standingFields: MasterField[] = [{ ...remarkField, title: '说明', wide: true }]

/** 挂失, 解挂, 冻结, 解冻. */
export function StandingDialog({
  input: { card, purpose },
  onDone,
}: DialogProps<{ card: Card; purpose: Standing }, MadeVoucher>) {
  const voucher = useVoucherForm({ purpose, fields: standingFields, preset: ofShownCard(card), onDone })
  const head = (
    <>
      <CardHead card={card} />
      <p>{consequences[purpose]}</p>
    </>
  )
  return <VoucherDialog voucher={voucher} title={voucherPurposes[purpose]} width={480} head={head} />
}

/** 改绑车辆: another car of the customer, or none. */
export function RebindDialog({ input: card, onDone }: DialogProps<Card, MadeVoucher>) {
  const fields = [carField(card, { wide: true, help: '清空则该客户的车都可用' }), { ...remarkField, wide: true }]
  const preset = { ...ofShownCard(card), vehicleId: card.vehicleId }
  const voucher = useVoucherForm({ purpose: 'rebind', fields, preset, onDone })
  return <VoucherDialog voucher={voucher} title="改绑车辆" head={<CardHead card={card} />} />
}

const codes = z
  .object({ pin: paymentCode, pinAgain: z.string() })
  .refine(({ pin, pinAgain }) => pin === pinAgain, { path: ['pinAgain'], message: '两次输入的密码不一致' })

/** 设置支付密码, or 重置: nobody reads the old one (business/cards 3). */
export function PinDialog({ input: { card, hasPin }, onDone }: DialogProps<{ card: Card; hasPin: boolean }, true>) {
  return (
    <FormDialog
      title={`${hasPin ? '重置' : '设置'}支付密码：${card.cardNo}`}
      fields={pinFields().map((field) => ({ ...field, required: true }))}
      schema={codes}
      onSave={({ pin }: z.output<typeof codes>) => ({
        route: cardRoutes.setPin,
        params: { id: card.id },
        body: { pin },
      })}
      onSaved={() => {
        toast.success('支付密码已更新')
        onDone(true)
      }}
      onClose={() => onDone()}
    />
  )
}
