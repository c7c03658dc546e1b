import { cardRoutes, paymentCode } from '@chepu/contract/cards/card'
import {
  cardVoucher,
  type DeskPurpose,
  givesNumber,
  isPaid,
  newCardNoFault,
  voucherPurposes,
} from '@chepu/contract/cards/card-voucher'
import { type Decimal, isPositive, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { mayTake, needsSubmit } from '@chepu/contract/kernel/document'
import type { MoneyTender } from '@chepu/contract/kernel/money-document'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { z } from 'zod'
import { call, CallError } from '../../kit/base/call'
import { focusNext } from '../../kit/base/focus'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import {
  type FormValues,
  MasterFailure,
  type MasterField,
  MasterFields,
  useMasterForm,
} from '../../kit/form/master-form'
import { Confirm } from '../../kit/ui/confirm'
import { PageModal } from '../../kit/ui/page-modal'
import { type Payment, PayFields, tendersOf, unpaid, usePayAccounts } from '../../pickers/pay-fields'
import './card.css'

/** What a dialog at the counter has made. */
export interface MadeVoucher {
  purpose: DeskPurpose
  id: number
  billNo: string
  /** In the books; otherwise it waits for whoever approves. */
  isPosted: boolean
  /** Undefined of a card that waits to be issued. */
  cardId: number | undefined
  /** What was to be paid and what was, yuan with 2 decimals; undefined where nobody pays anything. */
  due: Decimal | undefined
  received: Decimal | undefined
}

/** The fields of the document with the code of a new card, flat as a dialog asks for them; a blank is left to its default. */
const typedVoucher = z.preprocess(
  (typed) => Object.fromEntries(Object.entries(typed as object).filter(([, value]) => value !== null && value !== '')),
  cardVoucher.header
    .extend({ pin: paymentCode.optional(), pinAgain: z.string().optional() })
    .superRefine(({ pin, pinAgain, purpose, cardNo }, context) => {
      const unfit = givesNumber(purpose) ? newCardNoFault(cardNo) : undefined
      if (unfit) context.addIssue({ code: 'custom', path: ['cardNo'], message: unfit })
      if ((pin ?? '') !== (pinAgain ?? ''))
        context.addIssue({ code: 'custom', path: ['pinAgain'], message: '两次输入的密码不一致' })
    }),
)
type Typed = z.output<typeof typedVoucher>

interface VoucherFormProps {
  purpose: DeskPurpose
  fields: readonly MasterField[]
  /** What is known from the beginning: card and customer. */
  preset?: FormValues
  onDone: (made?: MadeVoucher) => void
}

/**
 * One gesture at the counter as a 办卡单, made and approved at once (ADR 0271). Who may not approve hands it in.
 * `form.values` tell what is typed, flat by the names of the document's fields.
 */
export function useVoucherForm({ purpose, fields, preset, onDone }: VoucherFormProps) {
  const { has, org } = useSession()
  const { approve } = cardVoucher.actions
  const isApproved = mayTake(approve, org, has) && !needsSubmit(cardVoucher, approve, 'draft', org)
  const form = useMasterForm({
    fields,
    schema: typedVoucher,
    preset: { purpose, bizDate: shanghaiDay(), ...preset },
    onSave: (body) => {
      const { pin: _pin, pinAgain: _again, tenders, ...header } = body as Typed & { tenders: MoneyTender[] }
      const action = { name: isApproved ? 'approve' : 'submit' }
      return { route: cardVoucher.routes.save, body: { header, tenders, items: [], action } }
    },
    onSaved: async ({ id, billNo, document }) => {
      const { cardId, amountDue, total } = document?.header ?? {}
      const { pin } = form.values
      if (typeof pin === 'string' && pin !== '' && typeof cardId === 'number') await setCode(cardId, pin)
      const paid = isPaid(purpose) ? { due: amountDue, received: total } : { due: undefined, received: undefined }
      onDone({ purpose, id, billNo, isPosted: isApproved, cardId: cardId ?? undefined, ...paid })
    },
  })
  return { purpose, fields, form, isApproved, cancel: () => onDone() }
}

/** What stays owed of what is to be paid in, yuan with 2 decimals. */
const restOf = (due: Decimal, tenders: readonly MoneyTender[]): Decimal =>
  money(
    sub(
      due,
      sumOf(tenders, ({ amount }) => amount),
    ),
  )

/** The dialog of such a gesture: Enter goes from field to field, Ctrl+Enter does it. Who collects less than is due is asked first. */
export function VoucherDialog(props: {
  voucher: ReturnType<typeof useVoucherForm>
  title: string
  /** What is to be paid, in yuan with 2 decimals; undefined where nothing is, or while that is not known. */
  due?: Decimal | undefined
  /** It is being reckoned anew: nothing is paid by the former figure. */
  isDueOld?: boolean
  direction?: 'in' | 'out'
  width?: number
  /** Above the fields. */
  head?: ReactNode
  /** Below the fields: what comes of it. */
  note?: ReactNode
}) {
  const { direction = 'in', due } = props
  const { cancel, fields, form, isApproved, purpose } = props.voucher
  const accounts = usePayAccounts()
  const [payment, setPayment] = useState<Payment>(unpaid)
  const [open, setOpen] = useState<readonly MoneyTender[]>()
  const send = (tenders: readonly MoneyTender[]) => form.save(false, { tenders })
  const take = () => {
    if (props.isDueOld) return void toast.warning('正在试算，请稍候')
    const tenders = due === undefined ? [] : tendersOf(accounts, payment, due)
    const isShort = due !== undefined && direction === 'in' && isPositive(restOf(due, tenders))
    if (isShort && form.isComplete()) setOpen(tenders)
    else void send(tenders)
  }
  const label = voucherPurposes[purpose]
  return (
    <>
      <PageModal
        open
        width={props.width ?? 620}
        title={props.title}
        okText={isApproved ? label : `提交${label}`}
        cancelText="取消"
        confirmLoading={form.busy}
        okButtonProps={{ title: 'Ctrl+Enter' }}
        onOk={take}
        onCancel={cancel}
      >
        <div className="cards-form" data-fields {...form.hold} onKeyDown={walkOrTake(take)}>
          <MasterFailure form={form} />
          {props.head}
          <MasterFields form={form} fields={fields} isNew />
          {props.note}
          {due !== undefined && (
            <div data-field="tenders">
              <PayFields direction={direction} due={due} payment={payment} onChange={setPayment} />
            </div>
          )}
        </div>
      </PageModal>
      {open && due !== undefined && (
        <OnCredit due={due} tenders={open} label={label} run={() => send(open)} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

/** Asks before money that was not collected stays owed by the customer (business/cards 4). */
function OnCredit(props: {
  due: Decimal
  tenders: readonly MoneyTender[]
  label: string
  run: () => Promise<unknown>
  onClose: () => void
}) {
  const { due, tenders, label, run, onClose } = props
  const rest = restOf(due, tenders)
  return (
    <Confirm title="余款挂账" okText={`挂账并${label}`} danger run={run} onClose={onClose}>
      本次应收 {moneyText(due)}，实收 {moneyText(sub(due, rest))}，余下 <b>{moneyText(rest)}</b> 挂账，确定？
    </Confirm>
  )
}

/** The first code of a new card. The card stands by then: what went wrong with its code is told, and mended at the card. */
async function setCode(cardId: number, pin: string): Promise<void> {
  try {
    await call(cardRoutes.setPin, { params: { id: cardId }, body: { pin }, quiet: true })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    toast.warning(`卡已开，支付密码没有设置：${error.message}`)
  }
}

/** Enter goes to the next field, behind the last one to the button; Ctrl+Enter presses it. */
const walkOrTake = (take: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  const { target } = event
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented) return
  if (event.ctrlKey) {
    event.preventDefault()
    return take()
  }
  if (!(target instanceof HTMLInputElement)) return
  event.preventDefault()
  if (!target.closest('.pay-fields') && focusNext(target, event.shiftKey)) return
  target.closest('.ant-modal')?.querySelector<HTMLElement>('.ant-modal-footer .ant-btn-primary')?.focus()
}
