import type { PackageUse } from '@chepu/contract/cards/deduction'
import { stackingProblem } from '@chepu/contract/cards/deduction'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import type { SettlementPreview } from '@chepu/contract/repair/settlement'
import { Alert, Checkbox } from 'antd'
import { useEffect, useState } from 'react'
import { moneyText } from '../../kit/base/format'
import { useEditor, useHeader } from '../../kit/document/document-context'

interface Shown {
  preview: SettlementPreview
}

/** Packages and coupons of the customer that may pay a bill, and the cards that will be offered when it is settled (business/cards 5). */
export function Deductions({ preview, onCoupon }: Shown & { onCoupon(couponNo: string): void }) {
  const { readOnly } = useEditor()
  const { cards, proposedUses, packageItems, coupons } = preview
  if (readOnly) return null
  return (
    <div className="rs-payers">
      {(packageItems.length > 0 || proposedUses.length > 0) && <Packages preview={preview} />}
      <Coupons coupons={coupons} onCoupon={onCoupon} />
      {cards.length > 0 && (
        <section className="rs-payer">
          <h3>会员卡</h3>
          <dl>
            {cards.map(({ id, cardNo, typeName, principal, gift, orgName }) => (
              <CardRow key={id} title={`${typeName} ${cardNo}${orgName ? `（${orgName}）` : ''}`}>
                本金 {moneyText(principal)}　赠金 {moneyText(gift)}
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
    <dd>{children}</dd>
  </>
)

/** Lines that packages can cover whole, each with a tick; a new settlement begins with all of them. */
function Packages({ preview: { proposedUses, packageItems, lines } }: Shown) {
  const { store } = useEditor()
  const header = useHeader()
  const chosen = header['packageUses'] as PackageUse[] | undefined
  useEffect(() => {
    if (chosen === undefined && proposedUses.length > 0) store.setHeader({ packageUses: proposedUses })
  }, [chosen, proposedUses, store])
  const uses = chosen ?? []
  const all = [...uses, ...proposedUses.filter(({ lineId }) => !uses.some((use) => use.lineId === lineId))]
  const toggle = (lineId: number, isOn: boolean) =>
    store.setHeader({
      packageUses: isOn
        ? [...uses, ...proposedUses.filter((use) => use.lineId === lineId)]
        : uses.filter((use) => use.lineId !== lineId),
    })
  return (
    <section className="rs-payer">
      <h3>套餐抵扣</h3>
      {[...new Set(all.map(({ lineId }) => lineId))].map((lineId) => {
        const from = all.filter((use) => use.lineId === lineId)
        const item = packageItems.find(({ id }) => id === from[0]?.cardItemId)
        const name = lines.find(({ id }) => id === lineId)?.name ?? '已不在工单上的项目'
        return (
          <Checkbox
            key={lineId}
            checked={uses.some((use) => use.lineId === lineId)}
            onChange={(event) => toggle(lineId, event.target.checked)}
          >
            {name} × {from.map(({ times }) => trimZeros(times)).join('+')}
            {item && `　${item.packageName}，剩 ${trimZeros(item.timesLeft)} 次`}
          </Checkbox>
        )
      })}
      {all.length === 0 && <span>剩余次数不够整行抵扣，可先在工单上拆分行</span>}
    </section>
  )
}

/** Coupons of the customer with a tick, and a field for the number of one that somebody brings. */
function Coupons({ coupons, onCoupon }: Pick<SettlementPreview, 'coupons'> & { onCoupon(couponNo: string): void }) {
  const { store } = useEditor()
  const [typed, setTyped] = useState('')
  const chosen = (useHeader()['couponIds'] ?? []) as number[]
  const clash = stackingProblem(coupons.filter(({ id }) => chosen.includes(id)))
  const toggle = (id: number, isOn: boolean) =>
    store.setHeader({ couponIds: isOn ? [...chosen, id] : chosen.filter((each) => each !== id) })
  return (
    <section className="rs-payer">
      <h3>代金券</h3>
      {coupons.map(({ id, couponNo, batchName, face, problem }) => (
        <Checkbox
          key={id}
          checked={chosen.includes(id)}
          disabled={problem !== null && !chosen.includes(id)}
          onChange={(event) => toggle(id, event.target.checked)}
        >
          {batchName} {moneyText(face)}　{couponNo}
          {problem && `（${problem}）`}
        </Checkbox>
      ))}
      <dl>
        <dt>券号</dt>
        <dd>
          <input
            aria-label="代金券号"
            inputMode="numeric"
            maxLength={20}
            placeholder="扫码或输入后回车"
            value={typed}
            onChange={(event) => setTyped(event.target.value.trim())}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              onCoupon(typed)
            }}
          />
        </dd>
      </dl>
      {clash && <Alert type="warning" title={clash} />}
    </section>
  )
}
