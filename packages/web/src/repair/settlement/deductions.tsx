import type { PackageUse } from '@chepu/contract/cards/deduction'
import { stackingProblem } from '@chepu/contract/cards/deduction'
import { unknownCoupon } from '@chepu/contract/cards/coupon'
import { couponScopes } from '@chepu/contract/cards/words'
import { isZero, trimZeros } from '@chepu/contract/kernel/decimal'
import { type SettlementPreview, settlementPreview } from '@chepu/contract/repair/settlement'
import { Alert, Checkbox, Select } from 'antd'
import { call } from '../../kit/base/call'
import { moneyText } from '../../kit/base/format'
import { useEditor, useHeader } from '../../kit/document/document-context'
import { useCouponEntry } from '../coupon-entry'
import { givenOf } from './given'
import { choicesOf, isPackaged, valueOf } from './package-choice'

interface Shown {
  preview: SettlementPreview
}

/** Packages and coupons of the customer that may pay a bill, and the cards that will be offered when it is settled (business/cards 5). */
export function Deductions({ preview }: Shown) {
  const { readOnly } = useEditor()
  const { cards, coupons } = preview
  if (readOnly) return null
  return (
    <div className="rs-deductions">
      <Packages preview={preview} />
      <Coupons coupons={coupons} />
      {cards.length > 0 && (
        <section className="rs-payer">
          <h3>会员卡</h3>
          <dl>
            {cards.map(({ id, cardNo, typeName, principal, gift, orgName }) => (
              <CardRow key={id} title={`${typeName} ${cardNo}${orgName ? `（${orgName}）` : ''}`}>
                本金 {moneyText(principal)}
                <span>赠金 {moneyText(gift)}</span>
              </CardRow>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}

const CardRow = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <>
    <dt>{title}</dt>
    <dd className="rs-balance">{children}</dd>
  </>
)

/** Lines that packages are for, each with a tick and with what covers it; another package may be chosen where there is one. Nothing where there is no such line. */
function Packages({ preview: { packageItems, lines } }: Shown) {
  const { store } = useEditor()
  const uses = (useHeader()['packageUses'] ?? []) as PackageUse[]
  const isUsed = (lineId: number) => uses.some((use) => use.lineId === lineId)
  const shown = lines.filter((line) => isUsed(line.id) || isPackaged(line, packageItems))
  const gone = uses.filter(({ lineId }) => !lines.some(({ id }) => id === lineId))
  if (shown.length + gone.length === 0) return null
  const put = (lineId: number, own: readonly PackageUse[]) =>
    store.setHeader({ packageUses: [...uses.filter((use) => use.lineId !== lineId), ...own] })
  return (
    <section className="rs-payer rs-packages" aria-label="套餐抵扣">
      <h3>套餐抵扣</h3>
      {shown.map((line) => {
        const choices = choicesOf(line, packageItems, uses)
        const own = valueOf(uses.filter(({ lineId }) => lineId === line.id))
        const [first] = choices
        return (
          <div key={line.id} className="rs-package">
            <Checkbox
              checked={own !== ''}
              disabled={!first}
              onChange={(event) => put(line.id, event.target.checked && first ? first.uses : [])}
            >
              {line.name} × {trimZeros(line.qty)}
            </Checkbox>
            {!first && <small>剩余次数不够整行抵扣，可先在工单上拆分行</small>}
            {choices.length === 1 && <small>{first?.text}</small>}
            {choices.length > 1 && (
              <Select
                size="small"
                aria-label={`${line.name}所用套餐`}
                placeholder="不用套餐"
                popupMatchSelectWidth={false}
                value={own === '' ? null : own}
                options={choices.map(({ value, text }) => ({ value, label: text }))}
                onChange={(value) => put(line.id, choices.find((choice) => choice.value === value)?.uses ?? [])}
              />
            )}
          </div>
        )
      })}
      {gone.length > 0 && (
        <Checkbox checked onChange={() => store.setHeader({ packageUses: uses.filter((use) => !gone.includes(use)) })}>
          已不在工单上的项目
        </Checkbox>
      )}
    </section>
  )
}

type Coupon = SettlementPreview['coupons'][number]

/** When a coupon is good, in words. What is wrong with it stands before. */
const termsOf = ({ couponNo, threshold, scope, validTo, problem }: Coupon): string[] =>
  [
    couponNo,
    isZero(threshold) || problem !== null ? '' : `满${moneyText(threshold)}可用`,
    scope === 'all' ? '' : `限${couponScopes[scope]}`,
    `至${validTo}`,
  ].filter(Boolean)

/** Coupons of the customer with a tick, and a field for the number of one that somebody brings. */
function Coupons({ coupons }: Pick<SettlementPreview, 'coupons'>) {
  const { store } = useEditor()
  const chosen = (useHeader()['couponNos'] ?? []) as string[]
  const clash = stackingProblem(coupons.filter(({ couponNo }) => chosen.includes(couponNo)))
  const toggle = (no: string, isOn: boolean) =>
    store.setHeader({ couponNos: isOn ? [...chosen, no] : chosen.filter((each) => each !== no) })
  return (
    <section className="rs-payer" aria-label="代金券">
      <h3>代金券</h3>
      {coupons.map((coupon) => {
        const { couponNo, batchName, face, problem } = coupon
        return (
          <Checkbox
            key={couponNo}
            checked={chosen.includes(couponNo)}
            disabled={problem !== null && !chosen.includes(couponNo)}
            onChange={(event) => toggle(couponNo, event.target.checked)}
          >
            {batchName} <b>{moneyText(face)}</b>
            {problem && `（${problem}）`}
            <small className="rs-terms">
              {termsOf(coupon).map((text) => (
                <span key={text}>{text}</span>
              ))}
            </small>
          </Checkbox>
        )
      })}
      <CouponNumber />
      {clash && <Alert type="warning" title={clash} />}
    </section>
  )
}

/** A coupon that somebody brings is ticked by its number, or the field says why it is not good. */
function CouponNumber() {
  const { store } = useEditor()
  const take = async (couponNo: string) => {
    const body = { ...givenOf(store.header()), couponNo }
    // A call that fails tells the user why.
    const found = await call(settlementPreview, { body }).catch(() => undefined)
    if (!found) return ''
    const coupon = found.coupons.find((each) => each.couponNo === couponNo)
    if (!coupon) return unknownCoupon(couponNo)
    if (coupon.problem !== null) return coupon.problem
    store.setHeader({ couponNos: [...new Set([...((store.header()['couponNos'] ?? []) as string[]), couponNo])] })
    return undefined
  }
  const { typed, fault, ref, hint, type, enter } = useCouponEntry(take)
  return (
    <>
      <dl>
        <dt>券号</dt>
        <dd>
          <input
            ref={ref}
            className="rs-coupon-no"
            aria-label="代金券号"
            inputMode="numeric"
            maxLength={20}
            placeholder={hint('扫码或输入后回车')}
            value={typed}
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed === '') return
              event.preventDefault()
              enter()
            }}
          />
        </dd>
      </dl>
      {fault && <Alert type="warning" title={fault} />}
    </>
  )
}
