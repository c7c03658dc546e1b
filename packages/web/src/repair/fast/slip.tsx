// The receipt of a counter on 80 mm, and what is said once a bill is made (business/fast-counter 6).
import { fastOrder, type FastSlip } from '@chepu/contract/repair/fast-order'
import { type Decimal, isPositive, isZero, sub } from '@chepu/contract/kernel/decimal'
import { shanghaiTime } from '@chepu/contract/kernel/time'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useCall } from '../../kit/base/use-call'
import { PrintPreview } from '../../kit/print/print'
import type { PrintColumn, PrintSheet } from '../../kit/print/print-template'
import { PageModal } from '../../kit/ui/page-modal'
import { customerPageOnSlips } from '../../pickers/customer-page'
import { balancesOf, paidByCards } from '../cards-on-paper'
import type { Done } from './use-counter'

const columns: PrintColumn[] = [
  { key: 'name', title: '名称', share: 24 },
  { key: 'qty', title: '数量', kind: 'qty', share: 8, total: false },
  { key: 'unitName', title: '单位', share: 6, optional: true },
  { key: 'price', title: '单价', kind: 'price', share: 10 },
  { key: 'discountRate', title: '折扣', kind: 'discount', share: 7, optional: true },
  { key: 'amount', title: '金额', kind: 'money', share: 12 },
]

function sheetOf(slip: FastSlip, organisation: string): PrintSheet {
  const pair = (title: string, value: string) => ({ title, value })
  const given = (title: string, value: Decimal) => (isZero(value) ? [] : [pair(title, moneyText(value))])
  return {
    organisation,
    title: '消费小票',
    number: slip.settlementNo,
    fields: [
      pair('时间', shanghaiTime(new Date(slip.settledAt))),
      pair('车牌', slip.plate),
      pair('客户', slip.partnerName),
      pair('技师', slip.technicians),
      pair('收银', slip.cashierName),
    ],
    columns,
    lines: slip.lines,
    amount: slip.customerDue,
    amountTitle: '应收',
    extras: [
      ...given('套餐抵扣', slip.packaged),
      ...given('代金券', slip.couponAmount),
      ...given('优惠', slip.orderDiscount),
    ],
    // How it was paid follows what was to be paid.
    balances: [
      ...given('会员卡', paidByCards(slip.onCards)),
      ...slip.tenders.map(({ name, amount }) => pair(name, moneyText(amount))),
      ...(isPositive(slip.onCredit) ? [pair('挂账', moneyText(slip.onCredit))] : []),
      ...balancesOf(slip.onCards),
    ],
    remark: slip.remark,
    printNo: slip.printCount,
    settles: true,
    takesQr: true,
  }
}

/** 打印小票 of a settled order. */
export function SlipPreview({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const session = useSession()
  const { data, error } = useCall(fastOrder.slip, { params: { id: orderId } })
  if (error)
    return (
      <PageModal open title="打印小票" onCancel={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
        <Alert type="error" showIcon title={error.message} />
      </PageModal>
    )
  if (!data) return null
  return (
    <PrintPreview
      title={`打印小票 ${data.settlementNo}`}
      papers={['receipt']}
      sheets={() => [sheetOf(data, session.orgName)]}
      onPrint={async () => [(await call(fastOrder.print, { params: { id: orderId } })).printCount]}
      links={
        customerPageOnSlips.mayMake(session) ? { link: customerPageOnSlips, subjects: [data.partnerId] } : undefined
      }
      onClose={onClose}
    />
  )
}

/** What was due, and what it came to be paid by: all of it together is what was due. 实收 is money alone. */
function paidBy({ customerDue, received, byCards, byAdvance, paid }: Done): [string, Decimal, string?][] {
  const open = customerDue === undefined ? '0' : sub(customerDue, received ?? '0')
  const ifAny = (title: string, amount: Decimal): [string, Decimal][] => (isPositive(amount) ? [[title, amount]] : [])
  return [
    ...(customerDue === undefined ? [] : [['应收', customerDue] satisfies [string, Decimal]]),
    ...ifAny('会员卡', byCards),
    ...ifAny('预收款', byAdvance),
    ['实收', paid, 'fc-paid'],
    ...ifAny('挂账', open),
  ]
}

/** What one save has made: the numbers, what was paid, and the receipt. Enter goes on to the next customer. */
export function DoneDialog({ done, onClose }: { done: Done; onClose: () => void }) {
  const [prints, setPrints] = useState(false)
  const { sees } = useSession()
  const left = useCall(fastOrder.slip, { params: { id: done.orderId } }, { enabled: sees('doc_price') }).data
  if (prints) return <SlipPreview orderId={done.orderId} onClose={onClose} />
  const paid = paidBy(done)
  const numbers = [
    ['工单', done.orderNo],
    ['领料单', done.pickingNo],
    ['结算单', done.settlementNo],
  ].filter(([, number]) => number !== null)
  return (
    <PageModal
      open
      title="结算完成"
      width={420}
      onCancel={onClose}
      footer={[
        <Button key="print" onClick={() => setPrints(true)}>
          打印小票
        </Button>,
        <Button key="next" type="primary" autoFocus onClick={onClose}>
          下一单
        </Button>,
      ]}
    >
      <dl className="fc-done">
        {numbers.map(([title, number]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{number}</dd>
          </div>
        ))}
        {paid.map(([title, amount, className]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className={className}>{moneyText(amount)}</dd>
          </div>
        ))}
        {left &&
          balancesOf(left.onCards).map(({ key, title, value }) => (
            <div key={key}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </PageModal>
  )
}
