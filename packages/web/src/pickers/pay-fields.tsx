import { accountRoutes, type StoreAccount } from '@chepu/contract/finance/store-account'
import { add, compare, type Decimal, isPositive, max, money, mul, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { MoneyTender } from '@chepu/contract/kernel/money-document'
import { isDecimal, numberText } from '@chepu/contract/kernel/typed'
import { Fragment, type KeyboardEvent } from 'react'
import { moneyText } from '../kit/base/format'
import { useCall } from '../kit/base/use-call'
import { isTouch } from '../kit/base/use-narrow'
import './pay-fields.css'

/** What was typed for an account. */
interface Paid {
  amount: string
  tradeNo: string
}
/** Ways of paying as typed, by account. */
export type Payment = ReadonlyMap<number, Paid>

export const unpaid: Payment = new Map()
const blank: Paid = { amount: '', tradeNo: '' }
const none: StoreAccount[] = []
/** Accounts with a key of their own. */
const keys = 8

const figure = (text: string | undefined): Decimal => (text !== undefined && isDecimal(text) ? text : '0')
const paidBy = (payment: Payment): Decimal => money(sumOf([...payment.values()], ({ amount }) => figure(amount)))

/** Accounts of the organisation: the one that money comes in on by default, then cash, then the others; also where money goes out, so that a key is one account everywhere. */
export function usePayAccounts(): readonly StoreAccount[] {
  const query = { page: 1, rows: 1000, active: 'true' as const }
  const accounts = useCall(accountRoutes.list, { query }, { stale: 5 * 60_000 }).data?.rows ?? none
  const rank = (account: StoreAccount) => (account.isDefaultIn ? 0 : account.kind === 'cash' ? 1 : 2)
  return accounts.toSorted((one, other) => rank(one) - rank(other))
}

/** What is given back of cash that is more than what is due, and on which account; undefined where nothing is. */
function changeOf(accounts: readonly StoreAccount[], payment: Payment, due: Decimal) {
  const excess = money(sub(paidBy(payment), due))
  if (!isPositive(excess)) return undefined
  const cash = accounts.find(({ id, kind }) => kind === 'cash' && compare(figure(payment.get(id)?.amount), excess) >= 0)
  return cash && { id: cash.id, change: excess }
}

/** Ways of paying as documents take them: yuan with 2 decimals, without the change, with the fee of the channel. */
export function tendersOf(accounts: readonly StoreAccount[], payment: Payment, due: Decimal): MoneyTender[] {
  const change = changeOf(accounts, payment, due)
  return accounts.flatMap(({ id, feeRate }) => {
    const { amount, tradeNo } = payment.get(id) ?? blank
    const taken = money(sub(figure(amount), change?.id === id ? change.change : '0'))
    return isPositive(taken) ? [{ storeAccountId: id, amount: taken, fee: money(mul(taken, feeRate)), tradeNo }] : []
  })
}

/** 收款方式 or 付款方式 of what is due. F1 to F8 put all that is left on an account, and so does Enter in a blank field. */
export function PayFields(props: {
  direction: 'in' | 'out'
  due: Decimal
  payment: Payment
  onChange: (payment: Payment) => void
}) {
  const { direction, due, payment, onChange } = props
  const accounts = usePayAccounts()
  const change = direction === 'in' ? changeOf(accounts, payment, due) : undefined
  const left = money(max(sub(due, paidBy(payment)), '0'))
  const set = (id: number, patch: Partial<Paid>) =>
    onChange(new Map(payment).set(id, { ...(payment.get(id) ?? blank), ...patch }))
  const putRest = (id: number) => {
    const others = [...payment].filter(([other]) => other !== id).map(([, { amount }]) => figure(amount))
    set(id, { amount: money(max(sub(due, add('0', ...others)), '0')) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = /^F([1-8])$/.exec(event.key)?.[1]
    const account = at && accounts[Number.parseInt(at, 10) - 1]
    if (account) {
      event.preventDefault()
      return putRest(account.id)
    }
    if (event.key !== 'Enter' || event.ctrlKey || !(event.target instanceof HTMLInputElement)) return
    const id = event.target.value === '' && Number.parseInt(event.target.dataset['account'] ?? '', 10)
    if (!id || !isPositive(left)) return
    event.preventDefault()
    putRest(id)
  }
  const word = direction === 'in' ? '收' : '付'
  return (
    <section className="pay-fields" aria-label={`${word}款方式`} onKeyDown={onKeyDown}>
      <div className="pay-rows">
        {accounts.map((account, i) => (
          <Fragment key={account.id}>
            <button type="button" className="kit-link" tabIndex={-1} onClick={() => putRest(account.id)}>
              {isTouch() ? word : i < keys && `F${i + 1}`}
            </button>
            <span>{account.name}</span>
            <input
              aria-label={`${account.name}金额`}
              data-account={account.id}
              inputMode="decimal"
              value={payment.get(account.id)?.amount ?? ''}
              onFocus={(event) => event.target.select()}
              onChange={(event) => set(account.id, { amount: numberText(event.target.value) })}
            />
            {account.kind === 'cash' ? (
              <span />
            ) : (
              <input
                className={payment.get(account.id)?.amount ? 'pay-trade' : 'pay-trade pay-idle'}
                aria-label={`${account.name}流水号`}
                placeholder="交易流水号"
                tabIndex={payment.get(account.id)?.amount ? 0 : -1}
                maxLength={60}
                value={payment.get(account.id)?.tradeNo ?? ''}
                onChange={(event) => set(account.id, { tradeNo: event.target.value })}
              />
            )}
          </Fragment>
        ))}
      </div>
      <div className="pay-rest" role="status">
        <span>
          应{word} {moneyText(due)}
        </span>
        <span>
          实{word} {moneyText(sub(paidBy(payment), change?.change ?? '0'))}
        </span>
        {change && <b>找零 {moneyText(change.change)}</b>}
        {isPositive(left) && (
          <b>
            {direction === 'in' ? '挂账' : '还差'} {moneyText(left)}
          </b>
        )}
      </div>
    </section>
  )
}
