import { type BackBill, type BlueInvoice, redPart, type StandingLine } from '@chepu/contract/finance/invoice-red'
import { invoiceTotals, isDigital, numberFault } from '@chepu/contract/finance/invoice-rules'
import { isNegative, isPositive, neg, trimZeros } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { Alert, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { moneyText, percentText, qtyText } from '../../kit/base/format'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { Figure } from '../../kit/document/figure'
import { DayInput } from '../../kit/ui/day-input'
import { PageModal } from '../../kit/ui/page-modal'
import { AmountInput, QtyInput } from '../../kit/ui/qty-input'
import { ReasonField } from '../../kit/ui/reason-field'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { type Edits, keyOf, namedBills, partOf, takenOf, withQty, withUntaxed } from './red-part'
import './invoice.css'

/** What the dialog begins with: an invoice, or bills of what went back. */
interface Start {
  side: 'AR' | 'AP'
  invoiceId?: number
  bills?: readonly Pick<BackBill, 'sourceId' | 'openItemId'>[]
  /** Takes the step of the invoice; whether it was taken. */
  take: (invoice: { id: number; version: number }, asked: { reason: string; input: object }) => Promise<boolean>
}

/** Day, code and number of the red sheet. */
const noSheet = () => ({ bizDate: shanghaiDay(), invoiceCode: '', invoiceNo: '' })
type SheetNumbers = ReturnType<typeof noSheet>

/** 部分红冲: what of which lines goes back, for which bills, and the number of the red sheet (business/invoices 3.1). */
export function RedPartDialog({ input: { side, invoiceId, bills: named, take }, onDone }: DialogProps<Start, true>) {
  const { blues, proposal } = redPart[side]
  const found = useCall(
    blues,
    { query: namedBills(named ?? []) as never },
    { enabled: invoiceId === undefined, loud: true },
  )
  const [chosenBlue, setBlue] = useState<number>()
  const [ticked, setTicked] = useState(named)
  const [edits, setEdits] = useState<Edits>({})
  const [sheet, setSheet] = useState(noSheet)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const blueId = invoiceId ?? chosenBlue ?? found.data?.blues[0]?.id
  const query = ticked ? namedBills(ticked) : {}
  const asked = { params: { id: blueId ?? 0 }, query: query as never }
  const { data, isFetching } = useCall(proposal, asked, { enabled: blueId !== undefined, loud: true, keeps: true })
  const { lines, links, taxed, left } = takenOf(data?.lines ?? [], data?.bills ?? [], edits)
  const tick = (bill: BackBill) => {
    const others = (data?.bills ?? []).filter((each) => each.isChosen !== (keyOf(each) === keyOf(bill)))
    setTicked(others)
    setEdits({})
  }
  const confirm = async () => {
    if (!data || blueId === undefined) return
    const { bizDate, ...numbers } = sheet
    const fault = numberFault({ sheetKind: data.sheetKind, ...numbers })
    if (fault) return toast.error(fault.message)
    setBusy(true)
    const step = { reason: reason.trim(), input: { bizDate, ...numbers, lines, links } }
    const isTaken = await take({ id: blueId, version: data.version }, step).finally(() => setBusy(false))
    if (isTaken) onDone(true)
  }
  return (
    <PageModal
      open
      width="min(980px, 97vw)"
      title={data ? `部分红冲 ${data.billNo}　${data.invoiceNo}` : '部分红冲'}
      okText="登记红字发票"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: isFetching || lines.length === 0 || isNegative(left) || reason.trim() === '' }}
      onOk={() => void confirm()}
      onCancel={() => onDone()}
    >
      <div className="inv-red">
        {invoiceId === undefined && (
          <BlueField
            blues={found.data?.blues}
            value={blueId}
            onChange={(id) => {
              setBlue(id)
              setEdits({})
            }}
          />
        )}
        {data && (
          <>
            <BackBills bills={data.bills} onTick={tick} />
            <Lines lines={data.lines} edits={edits} onEdit={(lineNo, part) => setEdits({ ...edits, [lineNo]: part })} />
            <div className="inv-red-sums" aria-label="红冲合计">
              <Figure title="未税金额" value={moneyText(invoiceTotals(lines).untaxed)} />
              <Figure title="税额" value={moneyText(invoiceTotals(lines).tax)} />
              {isNegative(left) && (
                <Figure title="超出红字单据" value={<span className="dt-minus">{moneyText(neg(left))}</span>} />
              )}
              {isPositive(left) && <Figure title="仍待开红字" value={moneyText(left)} />}
              <Figure title="价税合计" value={moneyText(taxed)} strong />
            </div>
            <SheetFields isCoded={!isDigital(data.sheetKind)} sheet={sheet} onChange={setSheet} />
            <ReasonField value={reason} onChange={setReason} />
          </>
        )}
      </div>
    </PageModal>
  )
}

/** 蓝字发票: those that the bills went back of stand first. */
function BlueField(props: {
  blues: readonly BlueInvoice[] | undefined
  value: number | undefined
  onChange: (id: number) => void
}) {
  if (props.blues?.length === 0)
    return (
      <Alert type="warning" showIcon title="该单位没有可以红冲的已登记发票；未开过票的，请与销售或入库单据一起开票。" />
    )
  const options = (props.blues ?? []).map(({ id, billNo, invoiceNo, bizDate, stands, isOrigin }) => ({
    value: id,
    label: `${invoiceNo || billNo}　${bizDate}　未红冲 ${moneyText(stands)}${isOrigin ? '　原单据发票' : ''}`,
  }))
  return (
    <label className="inv-red-blue">
      蓝字发票
      <Select aria-label="蓝字发票" options={options} value={props.value ?? null} onChange={props.onChange} />
    </label>
  )
}

/** 红字单据: what went back to the partner or came from him, to tick. */
function BackBills({ bills, onTick }: { bills: readonly BackBill[]; onTick: (bill: BackBill) => void }) {
  if (bills.length === 0)
    return (
      <Alert
        type="info"
        showIcon
        title="该单位没有待处理的红字单据。部分红冲须有退货单、退款单或负数的往来调整单；开票有误请整张红冲。"
      />
    )
  return (
    <div className="small-table inv-red-bills">
      <table aria-label="红字单据">
        <thead>
          <tr>
            <th>红字单据</th>
            <th className="inv-red-wide">类型</th>
            <th className="inv-red-wide">日期</th>
            <th className="right">未开金额</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {bills.map((bill) => (
            <tr key={keyOf(bill)}>
              <td>
                <Checkbox checked={bill.isChosen} onChange={() => onTick(bill)}>
                  {bill.billNo}
                </Checkbox>
              </td>
              <td className="inv-red-wide">{bill.kindName}</td>
              <td className="inv-red-wide">{bill.bizDate}</td>
              <td className="right">{moneyText(bill.rest)}</td>
              <td>{bill.isOfBlue && '本票退货'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface LinesProps {
  lines: readonly StandingLine[]
  edits: Edits
  onEdit: (lineNo: number, part: StandingLine['part']) => void
}

/** What of each line still stands, and what is taken of it now. */
function Lines({ lines, edits, onEdit }: LinesProps) {
  return (
    <div className="small-table inv-red-lines">
      <table aria-label="红冲明细">
        <thead>
          <tr>
            <th>行</th>
            <th>项目</th>
            {['税率', '可红冲数量', '可红冲金额', '可红冲税额'].map((head) => (
              <th key={head} className="right inv-red-wide">
                {head}
              </th>
            ))}
            {['本次数量', '本次金额', '本次税额'].map((head) => (
              <th key={head} className="right">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const part = partOf(line, edits)
            const label = (what: string) => `第${line.lineNo}行${what}`
            return (
              <tr key={line.lineNo}>
                <td>{line.lineNo}</td>
                <td>
                  {line.name} {line.spec}
                  <div className="inv-red-narrow kit-note">
                    可红冲 {qtyText(line.qty)}
                    {line.unitName} {moneyText(line.untaxed)}
                  </div>
                </td>
                <td className="right inv-red-wide">{percentText(line.taxRate)}</td>
                <td className="right inv-red-wide">
                  {qtyText(line.qty)} {line.unitName}
                </td>
                <td className="right inv-red-wide">{moneyText(line.untaxed)}</td>
                <td className="right inv-red-wide">{moneyText(line.tax)}</td>
                <td className="right">
                  {line.qty !== null && (
                    <QtyInput
                      label={label('本次数量')}
                      qty={part.qty === null ? '' : trimZeros(part.qty)}
                      onEnter={(qty) => onEdit(line.lineNo, withQty(line, qty))}
                    />
                  )}
                </td>
                <td className="right">
                  <AmountInput
                    label={label('本次金额')}
                    amount={part.untaxed}
                    onEnter={(untaxed) => onEdit(line.lineNo, withUntaxed(line, part, untaxed))}
                  />
                </td>
                <td className="right">
                  <AmountInput
                    label={label('本次税额')}
                    amount={part.tax}
                    onEnter={(tax) => onEdit(line.lineNo, { ...part, tax })}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Day and number of the red sheet; one on paper has a code, too. */
function SheetFields(props: { isCoded: boolean; sheet: SheetNumbers; onChange: (sheet: SheetNumbers) => void }) {
  const { isCoded, sheet, onChange } = props
  const text = (name: 'invoiceCode' | 'invoiceNo', title: string) => (
    <label>
      {title}
      <Input
        aria-label={title}
        value={sheet[name]}
        onChange={(event) => onChange({ ...sheet, [name]: event.target.value.trim() })}
      />
    </label>
  )
  return (
    <div className="inv-red-sheet">
      <label>
        红字发票日期
        <DayInput
          label="红字发票日期"
          allowClear={false}
          day={sheet.bizDate}
          onChange={(day) => day !== null && onChange({ ...sheet, bizDate: day })}
        />
      </label>
      {isCoded && text('invoiceCode', '红字发票代码')}
      {text('invoiceNo', '红字发票号码')}
    </div>
  )
}
