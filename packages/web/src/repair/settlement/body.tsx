import { payerTypes } from '@chepu/contract/kernel/payer-types'
import { type SettlementPreview, settlementPreview } from '@chepu/contract/repair/settlement'
import { add, isZero } from '@chepu/contract/kernel/decimal'
import { numberText } from '@chepu/contract/kernel/typed'
import { Alert, Checkbox } from 'antd'
import { useDeferredValue } from 'react'
import { discountText, moneyText, qtyText } from '../../kit/base/format'
import { useEditor, useHeader } from '../../kit/document/document-context'
import { useCall } from '../../kit/base/use-call'
import { Deductions } from './deductions'
import { givenOf, type Insurer, insurersOf } from './given'
import '../../kit/ui/small-table.css'
import '../../kit/ui/trial.css'

/** Payers side by side with what is given, all that stands in the way, and the lines with their shares. */
export function SettlementBody() {
  const header = useHeader()
  const { readOnly } = useEditor()
  const body = useDeferredValue(givenOf(header))
  const isOfOrder = header['workOrderId'] != null
  const answer = useCall(settlementPreview, { body }, { keeps: true, enabled: isOfOrder })
  const { data, error, isPlaceholderData: isOld } = answer
  if (!isOfOrder) return <Alert type="info" showIcon title="请在费用结算列表上方的「待结算」中选择工单" />
  if (error) return <Alert type="error" title={error.message} />
  if (!data) return <div className="de-wait">正在试算…</div>
  return (
    <>
      {!readOnly && <Findings preview={data} isOld={isOld} />}
      <div className="rs-payers trial" aria-busy={isOld}>
        <Payers preview={data} />
        <Deductions preview={data} />
      </div>
      <Lines preview={data} isOld={isOld} />
    </>
  )
}

function Findings({ preview: { problems, excesses }, isOld }: { preview: SettlementPreview; isOld: boolean }) {
  const old = { className: 'trial', 'aria-busy': isOld }
  const list = (rows: readonly { message: string }[]) => rows.map(({ message }) => <div key={message}>{message}</div>)
  return (
    <>
      {problems.length > 0 && (
        <Alert {...old} type="warning" showIcon title="还不能结算" description={list(problems)} />
      )}
      {excesses.length > 0 && (
        <Alert
          {...old}
          type="info"
          showIcon
          title="超出您的优惠权限，需有权限的人「优惠放行」"
          description={list(excesses)}
        />
      )}
    </>
  )
}

function Payers({ preview }: { preview: SettlementPreview }) {
  return (
    <>
      {preview.payers.map((each) => (
        <section key={`${each.payer} ${each.partnerId}`} className="rs-payer">
          <h3>
            {payerTypes[each.payer]}
            {each.partnerName && `　${each.partnerName}`}
          </h3>
          <dl>
            <dt>项目金额</dt>
            <dd>{moneyText(each.amount)}</dd>
            {each.payer === 'customer' && <CustomerRows preview={preview} />}
            {each.payer === 'insurance' && each.partnerId !== null && (
              <InsurerRows partnerId={each.partnerId} ofCases={preview.insurers} />
            )}
            <dt>应付</dt>
            <dd className="rs-due">{moneyText(each.due)}</dd>
          </dl>
        </section>
      ))}
    </>
  )
}

function CustomerRows({
  preview: { orderDiscount, packaged, couponAmount, deductible, advances },
}: {
  preview: SettlementPreview
}) {
  return (
    <>
      {!isZero(packaged) && (
        <>
          <dt>套餐抵扣</dt>
          <dd>-{moneyText(packaged)}</dd>
        </>
      )}
      {!isZero(couponAmount) && (
        <>
          <dt>代金券</dt>
          <dd>-{moneyText(couponAmount)}</dd>
        </>
      )}
      <dt>整单优惠</dt>
      <dd>{isZero(orderDiscount) ? '0.00' : `-${moneyText(orderDiscount)}`}</dd>
      {!isZero(deductible) && (
        <>
          <dt>保险免赔</dt>
          <dd>{moneyText(deductible)}</dd>
        </>
      )}
      {advances && !isZero(advances.ofOrder) && (
        <>
          <dt>本单订金</dt>
          <dd>{moneyText(advances.ofOrder)}</dd>
        </>
      )}
      {advances && !isZero(advances.free) && (
        <>
          <dt>可用预收</dt>
          <dd>{moneyText(advances.free)}</dd>
        </>
      )}
    </>
  )
}

/** 免赔额 and 残值 of an insurer, and whether it pays the shop at all: as his case says until something else is typed. */
function InsurerRows({ partnerId, ofCases }: { partnerId: number; ofCases: SettlementPreview['insurers'] }) {
  const { store, readOnly } = useEditor()
  const insurers = insurersOf(useHeader())
  const ofCase = ofCases.find((each) => each.partnerId === partnerId)
  const own: Insurer = insurers.find((each) => each.partnerId === partnerId) ?? ofCase ?? { partnerId }
  const set = (patch: Partial<Insurer>) => {
    const others = insurers.filter((each) => each.partnerId !== partnerId)
    store.setHeader({ insurers: [...others, { deductible: '0', salvage: '0', paysDirectly: true, ...own, ...patch }] })
  }
  const typed = (title: string, name: 'deductible' | 'salvage') => (
    <>
      <dt>{title}</dt>
      <dd>
        {readOnly ? (
          moneyText(own[name] ?? '0')
        ) : (
          <input
            aria-label={title}
            inputMode="decimal"
            value={own[name] ?? '0'}
            onFocus={(event) => event.target.select()}
            onChange={(event) => set({ [name]: numberText(event.target.value) || '0' })}
          />
        )}
      </dd>
    </>
  )
  return (
    <>
      {ofCase?.caseNo && (
        <>
          <dt>报案号</dt>
          <dd>{ofCase.caseNo}</dd>
        </>
      )}
      {own.paysDirectly !== false && typed('免赔额', 'deductible')}
      {typed('残值', 'salvage')}
      <dt>保险直赔</dt>
      <dd>
        <Checkbox
          checked={own.paysDirectly !== false}
          disabled={readOnly}
          onChange={(event) => set({ paysDirectly: event.target.checked })}
        />
      </dd>
    </>
  )
}

/** 9折 rather than 90折, as the trade speaks. */
const memberText = (rate: string) => discountText(rate).replace('0折', '折')

const blankIfZero = (amount: string) => (isZero(amount) ? '' : moneyText(amount))

function Lines({ preview: { lines }, isOld }: { preview: SettlementPreview; isOld: boolean }) {
  const titles = { labour: '项目', materials: '材料', extras: '附加费', outsourced: '外协' }
  return (
    <div className="small-table rs-lines trial" aria-busy={isOld}>
      <table>
        <thead>
          <tr>
            <th className="rs-wide">类别</th>
            <th>项目/材料</th>
            <th>付费方</th>
            <th className="right rs-wide">数量</th>
            <th className="right">金额</th>
            <th className="right rs-wide">优惠</th>
            <th className="right rs-wide">免赔</th>
            <th className="right">客户付</th>
            <th className="right">他方付</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td className="rs-wide">{titles[line.section]}</td>
              <td>
                {line.name}
                {line.packageValue !== null && '（套餐）'}
                {line.memberRate !== null && line.packageValue === null && (
                  <small className="rs-member">会员价 {memberText(line.memberRate)}</small>
                )}
              </td>
              <td>{payerTypes[line.payer]}</td>
              <td className="right rs-wide">{qtyText(line.qty)}</td>
              <td className="right">{moneyText(line.taxed)}</td>
              <td className="right rs-wide">{blankIfZero(add(line.couponShare, line.discountShare))}</td>
              <td className="right rs-wide">{isZero(line.deductibleShare) ? '' : moneyText(line.deductibleShare)}</td>
              <td className="right">{moneyText(line.customerDue)}</td>
              <td className="right">{isZero(line.payerDue) ? '' : moneyText(line.payerDue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
