import type { StoreAccount } from '@chepu/contract/finance/store-account'
import {
  add,
  compare,
  type Decimal,
  isPositive,
  max,
  min,
  money,
  mul,
  sub,
  sumOf,
} from '@chepu/contract/kernel/decimal'
import type { FieldError } from '@chepu/contract/kernel/errors'
import type { SettleInput, SettlementPreview } from '@chepu/contract/repair/settlement'
import { isDecimal, numberText } from '@chepu/contract/kernel/typed'
import { Fragment, type KeyboardEvent, useRef, useState } from 'react'
import { moneyText } from '../../kit/base/format'
import { isTouch } from '../../kit/base/use-narrow'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { usePayAccounts } from '../../pickers/pay-fields'
import { asksPin, CardFields, cardsAtFirst, cardsInput, paidByCards, withoutPins } from './pay-cards'

interface Typed {
  amount: string
  tradeNo: string
}
type Amounts = ReadonlyMap<number, Typed>
interface Input {
  due: Decimal
  advances: SettlementPreview['advances']
  cards: SettlementPreview['cards']
  giftMost: Decimal
  /** Settles, tells why it may not be, and answers what is wrong with fields of what was sent. */
  send(payment: SettleInput): Promise<readonly FieldError[]>
}

const blank: Typed = { amount: '', tradeNo: '' }
const figure = (text: string): Decimal => (isDecimal(text) ? text : '0')
const paidBy = (typed: Amounts) => money(sumOf([...typed.values()], ({ amount }) => figure(amount)))

/** What is given back of cash that is more than what is owed. */
function changeOf(
  accounts: readonly StoreAccount[],
  typed: Amounts,
  rest: Decimal,
): { id: number; change: Decimal } | undefined {
  const excess = money(sub(paidBy(typed), rest))
  if (!isPositive(excess)) return undefined
  const cash = accounts.find(
    ({ id, kind }) => kind === 'cash' && compare(figure(typed.get(id)?.amount ?? ''), excess) >= 0,
  )
  return cash && { id: cash.id, change: excess }
}

/** Accounts with a key of their own. */
const keys = 8

/** Sends a payment once; what is wrong with its own fields keeps the dialog open, all else is told behind it. */
function useSending(send: Input['send'], onDone: (isSent: true) => void) {
  const [fault, setFault] = useState<string>()
  const [isSending, setSending] = useState(false)
  /** The paths of what was wrong. */
  const sends = async (payment: SettleInput): Promise<readonly string[]> => {
    if (isSending) return []
    setSending(true)
    try {
      const wrong = (await send(payment)).filter(({ path }) => path.startsWith('input.'))
      if (wrong.length === 0) onDone(true)
      setFault(wrong[0]?.message)
      return wrong.map(({ path }) => path)
    } finally {
      setSending(false)
    }
  }
  return { fault, isSending, sends }
}

/** What is put on cards, on what was paid ahead and on accounts, in yuan. */
function useAmounts({ due, advances, cards, giftMost }: Omit<Input, 'send'>) {
  const [offered] = useState(() => cardsAtFirst(cards, due, giftMost))
  const [onCards, setOnCards] = useState(offered)
  const [advance, setAdvance] = useState<string>(() =>
    money(min(sub(due, paidByCards(onCards)), advances?.ofOrder ?? '0')),
  )
  const [typed, setTyped] = useState<Amounts>(new Map())
  const rest = money(max(sub(sub(due, paidByCards(onCards)), figure(advance)), '0'))
  const onCredit = money(max(sub(rest, paidBy(typed)), '0'))
  const set = (id: number, patch: Partial<Typed>) =>
    setTyped(new Map(typed).set(id, { ...(typed.get(id) ?? blank), ...patch }))
  const putRest = (id: number) => {
    const others = [...typed].filter(([other]) => other !== id).map(([, { amount }]) => figure(amount))
    const left = money(max(sub(rest, add('0', ...others)), '0'))
    // Who names an account where cards were to pay all of it is given money: what nobody has typed makes way.
    const isInstead = !isPositive(left) && onCards === offered && typed.size === 0
    if (isInstead) setOnCards(cardsAtFirst(cards, '0', '0'))
    set(id, { amount: isInstead ? money(max(sub(due, figure(advance)), '0')) : left })
  }
  return { onCards, setOnCards, advance, setAdvance, typed, rest, onCredit, set, putRest }
}

/** 结算: how the customer pays. F1 to F8 put all that is left on an account, and so does Enter in a blank field; then Enter settles. Behind cards Enter goes on to the money that is left. A wrong payment code is typed anew with all else as it was. */
export function PayDialog({ input: { due, advances, cards, giftMost, send }, onDone }: DialogProps<Input, true>) {
  const accounts = usePayAccounts()
  const ahead = money(add(advances?.ofOrder ?? '0', advances?.free ?? '0'))
  const amounts = useAmounts({ due, advances, cards, giftMost })
  const { onCards, setOnCards, advance, setAdvance, typed, rest, onCredit, set, putRest } = amounts
  const [waitsForPin] = useState(() => cards.some((card) => asksPin(card, onCards, due)))
  const firstAccount = useRef<HTMLInputElement>(null)
  const pins = useRef<HTMLDivElement>(null)
  const change = changeOf(accounts, typed, rest)
  const { fault, isSending, sends } = useSending(send, onDone)
  const take = async () => {
    const tenders = accounts.flatMap(({ id, feeRate }) => {
      const { amount, tradeNo } = typed.get(id) ?? blank
      const taken = money(sub(figure(amount), change?.id === id ? change.change : '0'))
      return isPositive(taken) ? [{ storeAccountId: id, amount: taken, fee: money(mul(taken, feeRate)), tradeNo }] : []
    })
    const sent = cardsInput(cards, onCards)
    const wrong = await sends({ cards: sent, tenders, advance: figure(advance) })
    const cardIds = sent.flatMap(({ cardId }, i) => (wrong.includes(`input.cards.${i}.pin`) ? [cardId] : []))
    if (cardIds.length === 0) return
    setOnCards(withoutPins(onCards, cardIds))
    pins.current?.querySelector<HTMLInputElement>(`[data-pin="${cardIds[0]}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = /^F([1-8])$/.exec(event.key)?.[1]
    const account = at && accounts[Number.parseInt(at, 10) - 1]
    if (account) {
      event.preventDefault()
      putRest(account.id)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      const blank = event.target.value === '' && Number.parseInt(event.target.dataset['account'] ?? '', 10)
      // Nobody leaves all of it on credit by a key alone.
      if (blank && isPositive(onCredit)) putRest(blank)
      else if (isPositive(onCredit) && typed.size === 0) firstAccount.current?.focus()
      else void take()
    }
  }
  return (
    <PageModal
      open
      width={560}
      title={`结算　客户应付 ${moneyText(due)}`}
      okText={isPositive(onCredit) ? `结算，挂账 ${moneyText(onCredit)}` : '结算'}
      cancelText="取消"
      confirmLoading={isSending}
      onOk={() => void take()}
      onCancel={() => onDone()}
    >
      <div className="rs-pay" onKeyDown={onKeyDown} ref={pins}>
        <CardFields cards={cards} giftMost={giftMost} typed={onCards} onType={setOnCards} due={due} />
        {isPositive(ahead) && (
          <>
            <span />
            <span>使用预收（可用 {moneyText(ahead)}）</span>
            <input
              aria-label="使用预收"
              inputMode="decimal"
              value={advance}
              onChange={(event) => setAdvance(numberText(event.target.value))}
            />
            <span />
          </>
        )}
        {accounts.map((account, i) => (
          <Fragment key={account.id}>
            <button type="button" className="kit-link" tabIndex={-1} onClick={() => putRest(account.id)}>
              {isTouch() ? '收' : i < keys && `F${i + 1}`}
            </button>
            <span>{account.name}</span>
            <input
              aria-label={`${account.name}金额`}
              data-account={account.id}
              ref={i === 0 ? firstAccount : undefined}
              autoFocus={i === 0 && !waitsForPin}
              inputMode="decimal"
              value={typed.get(account.id)?.amount ?? ''}
              onFocus={(event) => event.target.select()}
              onChange={(event) => set(account.id, { amount: numberText(event.target.value) })}
            />
            {account.kind === 'cash' ? (
              <span />
            ) : (
              <input
                className={typed.get(account.id)?.amount ? 'rs-trade' : 'rs-trade rs-idle'}
                aria-label={`${account.name}流水号`}
                placeholder="交易流水号"
                maxLength={60}
                value={typed.get(account.id)?.tradeNo ?? ''}
                onChange={(event) => set(account.id, { tradeNo: event.target.value })}
              />
            )}
          </Fragment>
        ))}
      </div>
      {fault !== undefined && (
        <p className="rs-short" role="alert">
          {fault}
        </p>
      )}
      <div className="rs-rest" role="status">
        {cards.length > 0 && <span>会员卡 {moneyText(paidByCards(onCards))}</span>}
        <span>实收 {moneyText(paidBy(typed))}</span>
        {change && <b>找零 {moneyText(change.change)}</b>}
        {isPositive(onCredit) && <b>挂账 {moneyText(onCredit)}</b>}
      </div>
    </PageModal>
  )
}
