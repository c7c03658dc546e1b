import { compare, isPositive, isZero } from '@chepu/contract/kernel/decimal'
import { payerTypes } from '@chepu/contract/kernel/payer-types'
import { type RefundPreview, refundPreview } from '@chepu/contract/repair/refund'
import { numberText } from '@chepu/contract/kernel/typed'
import { Alert, Button, Checkbox } from 'antd'
import { type KeyboardEvent, useDeferredValue, useSyncExternalStore } from 'react'
import { focusNext } from '../../kit/base/focus'
import { moneyText, qtyText, text } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import { useDocumentMeta, useEditor, useHeader } from '../../kit/document/document-context'
import { Booked } from './booked'
import type { BackLine, RefundStore } from './refund-store'
import '../../kit/ui/small-table.css'

type Settled = RefundPreview['lines'][number]
const titles = { labour: '项目', materials: '材料', extras: '附加费', outsourced: '外协' }

/** The settled lines with what goes back of each, and where the money goes; of a refund that stands, its own lines. */
export function RefundBody({ refund }: { refund: RefundStore }) {
  const { settlementId } = useHeader()
  const { state } = useDocumentMeta()
  if (settlementId == null) return <Alert type="info" showIcon title="请先按车牌、工单号或结算单号选择已结算的工单" />
  return state === 'draft' || state === 'submitted' ? (
    <Asked refund={refund} settlementId={settlementId as number} />
  ) : (
    <>
      <Done refund={refund} />
      <Booked />
    </>
  )
}

function Asked({ refund, settlementId }: { refund: RefundStore; settlementId: number }) {
  useSyncExternalStore(refund.subscribe, refund.snapshot)
  const { readOnly } = useEditor()
  const body = useDeferredValue({ settlementId, lines: refund.asked() })
  const { data, error, isPlaceholderData: isOld } = useCall(refundPreview, { body }, { keeps: true })
  if (error) return <Alert type="error" title={error.message} />
  if (!data) return <div className="de-wait">正在试算…</div>
  return (
    <>
      {data.problems.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title="超出可退"
          description={data.problems.map(({ message }) => (
            <div key={message}>{message}</div>
          ))}
        />
      )}
      {!readOnly && (
        <div className="rr-tools">
          <Button size="small" onClick={() => refund.takeAll(data.lines)}>
            全退
          </Button>
        </div>
      )}
      <Lines refund={refund} lines={data.lines} />
      <Targets preview={data} isOld={isOld} />
    </>
  )
}

/** Enter goes to the next field of the table. */
function onEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  focusNext(event.target, event.shiftKey)
}

function Lines({ refund, lines }: { refund: RefundStore; lines: readonly Settled[] }) {
  return (
    <div className="small-table rs-lines rr-lines" data-fields onKeyDown={onEnter}>
      <table>
        <thead>
          <tr>
            <th>类别</th>
            <th>项目/材料</th>
            <th>付费方</th>
            <th className="right">原数量</th>
            <th className="right">原额</th>
            <th className="right">可退数量</th>
            <th className="right">可退金额</th>
            <th className="right">本次退数量</th>
            <th className="right">指定退款额</th>
            <th className="right">本次退</th>
            <th>回库</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.id} refund={refund} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ refund, line }: { refund: RefundStore; line: Settled }) {
  const { readOnly } = useEditor()
  const back = refund.of(line)
  const isSpent = isZero(line.openQty) && isZero(line.openAmount)
  const isFixed = readOnly || isSpent
  const figure = (name: 'qty' | 'refundAmount', title: string) => (
    <input
      className="qty-input"
      aria-label={`${line.name}${title}`}
      inputMode="decimal"
      disabled={isFixed}
      value={(name === 'qty' && back.qty === '0' ? '' : back[name]) ?? ''}
      onFocus={(event) => event.target.select()}
      onChange={(event) => {
        const typed = numberText(event.target.value)
        refund.set(line, name === 'qty' ? { qty: typed || '0' } : { refundAmount: typed || null })
      }}
    />
  )
  return (
    <tr className={isSpent ? 'rr-spent' : undefined}>
      <td>{titles[line.section]}</td>
      <td>
        {line.partCode ? `${line.partCode} ` : ''}
        {line.name}
      </td>
      <td>{payerTypes[line.payer]}</td>
      <td className="right">{qtyText(line.qty)}</td>
      <td className="right">{moneyText(line.charged)}</td>
      <td className="right">{qtyText(line.openQty)}</td>
      <td className="right">{moneyText(line.openAmount)}</td>
      <td className="right" data-field="qty">
        {figure('qty', '本次退数量')}
      </td>
      <td className="right" data-field="refundAmount">
        {figure('refundAmount', '指定退款额')}
      </td>
      <td className="right">{isZero(line.backQty) && isZero(line.backAmount) ? '' : moneyText(line.backAmount)}</td>
      <td>
        {line.mayRestock && (
          <Checkbox
            aria-label={`${line.name}回库`}
            checked={back.isRestocked}
            disabled={isFixed}
            onChange={(event) => refund.set(line, { isRestocked: event.target.checked })}
          />
        )}
      </td>
    </tr>
  )
}

/** 退款去向: what each payer gets back, and how. */
function Targets({ preview, isOld }: { preview: RefundPreview; isOld: boolean }) {
  const { payers, total, restocked, notes } = preview
  const { storeAccountName, storeAccountId } = useHeader()
  const account = storeAccountId == null ? '待收银退款' : `${String(storeAccountName ?? '')}退款`
  if (compare(total, '0') === 0 && payers.length === 0) return null
  return (
    <div className="rs-payers trial" aria-label="退款去向" aria-busy={isOld}>
      {payers.map((each) => (
        <section key={`${each.payer} ${each.partnerId}`} className="rs-payer">
          <h3>
            {payerTypes[each.payer]}　{each.partnerName}
          </h3>
          <dl>
            {isPositive(each.receivable) && (
              <>
                <dt>冲减应收</dt>
                <dd>{moneyText(each.receivable)}</dd>
              </>
            )}
            {isPositive(each.gift) && (
              <>
                <dt>退回卡赠金</dt>
                <dd>{moneyText(each.gift)}</dd>
              </>
            )}
            {isPositive(each.principal) && (
              <>
                <dt>退回卡本金</dt>
                <dd>{moneyText(each.principal)}</dd>
              </>
            )}
            {isPositive(each.money) && (
              <>
                <dt>{each.payer === 'customer' ? account : '待财务退款'}</dt>
                <dd>{moneyText(each.money)}</dd>
              </>
            )}
            <dt>退款额</dt>
            <dd className="rs-due">{moneyText(each.amount)}</dd>
          </dl>
        </section>
      ))}
      {notes.length > 0 && (
        <section className="rs-payer">
          <h3>会员卡</h3>
          {notes.map(({ message }) => (
            <div key={message}>{message}</div>
          ))}
        </section>
      )}
      {restocked !== undefined && isPositive(restocked) && (
        <section className="rs-payer">
          <h3>材料回库</h3>
          <dl>
            <dt>成本</dt>
            <dd className="rs-due">{moneyText(restocked)}</dd>
          </dl>
        </section>
      )}
    </div>
  )
}

/** What went back. */
function Done({ refund }: { refund: RefundStore }) {
  useSyncExternalStore(refund.subscribe, refund.snapshot)
  return (
    <div className="small-table rs-lines">
      <table>
        <thead>
          <tr>
            <th>类别</th>
            <th>项目/材料</th>
            <th>付费方</th>
            <th className="right">退数量</th>
            <th className="right">退款额</th>
            <th>回库</th>
          </tr>
        </thead>
        <tbody>
          {refund.all().map((line) => (
            <DoneLine key={line.key} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function DoneLine({ line: { qty, isRestocked, view = {} } }: { line: BackLine }) {
  const { section, partCode, name, payer, netAmount } = view
  return (
    <tr>
      <td>{titles[section as keyof typeof titles]}</td>
      <td>{`${text(partCode)} ${text(name)}`.trim()}</td>
      <td>{payerTypes[payer as keyof typeof payerTypes]}</td>
      <td className="right">{qtyText(qty)}</td>
      <td className="right">{netAmount === undefined ? '' : moneyText(text(netAmount))}</td>
      <td>{isRestocked ? '回库' : ''}</td>
    </tr>
  )
}
