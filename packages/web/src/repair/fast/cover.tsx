// What of a customer's packages and coupons a bill of the counter uses: proposed, and changed by a touch (business/cards 5).
import { stackingProblem } from '@chepu/contract/cards/deduction'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { moneyText } from '../../kit/base/format'
import { type Cover, coverOf, type OnCard, timesAfter } from './bill'
import { CouponNumber } from './coupon-number'
import { type CounterLine, withChange, withCoupon } from './counter'
import type { Counter } from './use-counter'

/** 套餐 of a line, with what is left of it behind this bill; another one or none may be chosen. Nothing of a line that no package is for. */
export function CoverChoice({ counter, line, place }: { counter: Counter; line: CounterLine; place: number }) {
  const { state, setState, bill } = counter
  const cover = coverOf(state, place, bill.uses)
  if (!cover) return null
  const choose = (value: string) => {
    const coveredBy = value === 'none' ? 'none' : value === 'auto' ? undefined : Number.parseInt(value, 10)
    setState((old) => withChange(old, line.key, { coveredBy }))
  }
  const isCovered = cover.uses.length > 0
  return (
    <span className={isCovered ? 'fc-cover fc-covered' : 'fc-cover'}>
      <select
        aria-label={`${line.name}套餐`}
        value={isCovered ? `${line.coveredBy ?? 'auto'}` : 'none'}
        onChange={(event) => choose(event.target.value)}
      >
        {choicesOf(cover, line, bill.uses).map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}

/** What is used now says what it leaves; others say what they have; none is the last. */
function choicesOf({ items, uses }: Cover, { coveredBy }: CounterLine, all: Counter['bill']['uses']) {
  const isSeveral = new Set(items.map(({ packageName }) => packageName)).size < items.length
  const named = (item: OnCard, left: string) =>
    `套餐 ${item.packageName}${isSeveral ? ` ${item.cardNo}` : ''} ${left} 次`
  const has = (item: OnCard) => named(item, `余 ${trimZeros(item.timesLeft)}`)
  const leaves = (item: OnCard) => named(item, `本次后余 ${trimZeros(timesAfter(item, all))}`)
  const used = items.filter(({ id }) => uses.some(({ cardItemId }) => cardItemId === id))
  const auto = used.map(leaves).join(' + ')
  const [only] = used.length === 1 ? used : []
  const others = items.filter(({ id }) => coveredBy === id || id !== only?.id)
  return [
    ...(coveredBy !== undefined && coveredBy !== 'none' ? [] : [{ value: 'auto', text: auto || '用套餐' }]),
    ...others.map((item) => ({ value: `${item.id}`, text: item.id === only?.id ? leaves(item) : has(item) })),
    { value: 'none', text: uses.length === 0 && coveredBy === undefined ? '套餐次数不够整行' : '不用套餐' },
  ]
}

/** 代金券 of the customer, one touch each, and a field for one that somebody brings; the page says why one is not good for this bill. */
export function CouponChips({ counter }: { counter: Counter }) {
  const { state, setState, bill } = counter
  if (state.lines.length === 0 || !state.customer) return null
  const clash = stackingProblem(bill.offered.filter(({ isChosen }) => isChosen))
  return (
    <div className="fc-chips" role="group" aria-label="代金券">
      <span>代金券</span>
      {bill.offered.map(({ couponNo, batchName, face, isChosen, problem }) => (
        <button
          key={couponNo}
          type="button"
          title={couponNo}
          aria-pressed={isChosen}
          disabled={problem !== null && !isChosen}
          onClick={() => setState((old) => withCoupon(old, couponNo))}
        >
          {batchName} {moneyText(face)}
          {problem && `（${problem}）`}
        </button>
      ))}
      <CouponNumber key={state.customer.partnerId} counter={counter} partnerId={state.customer.partnerId} />
      {clash && <em role="alert">{clash}</em>}
    </div>
  )
}
