import { button } from '@chepu/contract/access/catalogue'
import { div, trimZeros } from '@chepu/contract/kernel/decimal'
import { numberText } from '@chepu/contract/kernel/typed'
import { proposeValuation, type ValuationRow } from '@chepu/contract/repair/valuation'
import { Button, Input } from 'antd'
import { useRef, useState } from 'react'
import { call } from '../../kit/base/call'
import { costText, qtyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { Underway } from '../../kit/base/underway'
import { useOneStep } from '../../kit/base/use-one-step'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { saveValuation } from './save'
import '../../kit/ui/small-table.css'

interface Typed {
  price: string
  discount: string
}

const typedOf = ({ price, discountRate }: ValuationRow): Typed => ({
  price: price == null ? '' : trimZeros(price),
  discount: trimZeros(discountRate ?? '1'),
})

/** What stands at the lines: as they are, as proposed, as typed. */
function usePrices(rows: readonly ValuationRow[]) {
  const now = useRef<ReadonlyMap<number, Typed>>(new Map(rows.map((row) => [row.lineId, typedOf(row)])))
  const [, show] = useState(now.current)
  const put = (typed: ReadonlyMap<number, Typed>) => {
    now.current = typed
    show(typed)
  }
  /** The lines whose price was typed since prices were asked for last: an answer leaves them alone. */
  const touched = useRef(new Set<number>())
  const asked = useRef(0)
  const failed = useRef(0)
  const [underway] = useState(() => new Underway())

  const of = (row: ValuationRow): Typed => now.current.get(row.lineId) ?? typedOf(row)
  const enter = (row: ValuationRow, change: Partial<Typed>) => {
    if (change.price !== undefined) touched.current.add(row.lineId)
    put(new Map(now.current).set(row.lineId, { ...of(row), ...change }))
  }
  const ask = async (markup?: string) => {
    asked.current += 1
    const mine = asked.current
    touched.current.clear()
    const body = { lineIds: rows.map(({ lineId }) => lineId), ...(markup !== undefined && { markup }) }
    const found = await call(proposeValuation, { body }).catch(() => undefined)
    // Prices that were asked for otherwise since are those that are wanted.
    if (mine !== asked.current) return
    if (!found) {
      failed.current += 1
      return
    }
    const prices = new Map(found.rows.map(({ lineId, price }) => [lineId, price]))
    const open = rows.filter(({ lineId }) => !touched.current.has(lineId))
    const next = new Map(now.current)
    for (const row of open) {
      const price = prices.get(row.lineId)
      if (price != null) next.set(row.lineId, { ...of(row), price: trimZeros(price) })
    }
    put(next)
    const missing = open.filter(({ lineId }) => prices.get(lineId) == null).length
    if (missing > 0) toast.warning(`${missing}个配件没有可取的价格，保持原价`)
  }
  /** Puts the prices of the customer's level, or what the lines cost with a markup, as a fraction. */
  const propose = (markup?: string) => void underway.begin(ask(markup))
  /** Resolves when no prices are on their way; false when some that it waited for did not come, which the user has been told. */
  const settled = async (): Promise<boolean> => {
    const before = failed.current
    await underway.over()
    return failed.current === before
  }
  return { of, enter, propose, settled }
}

/** 计价: price and discount of the chosen lines, typed or taken from the customer's level or from what they cost. */
export function PriceDialog({ input: rows, onDone }: DialogProps<readonly ValuationRow[], true>) {
  const { has, sees } = useSession()
  const { of, enter, propose, settled } = usePrices(rows)
  const [markup, setMarkup] = useState('20')
  const save = async () => {
    if (!(await settled())) throw new Error('no prices were proposed')
    await saveValuation(rows, (row) => {
      const { price, discount } = of(row)
      return { lineId: row.lineId, price: numberText(price), discountRate: numberText(discount) }
    })
    toast.success('已计价')
    onDone(true)
  }
  const { busy, take } = useOneStep(save)
  const seesCost = sees('cost_price')
  return (
    <PageModal
      open
      width="min(860px, 96vw)"
      title="材料计价"
      okText="确定"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void take()}
      onCancel={() => onDone()}
    >
      {has(button('mat_valuation', 'batch')) && (
        <div className="mv-tools">
          <Button onClick={() => propose()}>按价格级别取价</Button>
          {seesCost && (
            <>
              <Input
                aria-label="加价率"
                inputMode="decimal"
                suffix="%"
                value={markup}
                onChange={(event) => setMarkup(event.target.value)}
              />
              <Button onClick={() => propose(div(numberText(markup) || '0', '100'))}>按加价率取价</Button>
            </>
          )}
        </div>
      )}
      <div className="small-table mv-lines">
        <table aria-label="要计价的材料">
          <thead>
            <tr>
              <th>工单</th>
              <th>配件</th>
              <th className="right">实领</th>
              {seesCost && <th className="right mv-wide">成本单价</th>}
              <th className="right">单价</th>
              <th className="right">折扣</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={row.lineId}>
                <td>
                  {row.plate} <span className="mv-wide">{row.billNo}</span>
                </td>
                <td>
                  {row.partCode} {row.partName}
                </td>
                <td className="right">{qtyText(row.issuedQty)}</td>
                {seesCost && <td className="right mv-wide">{row.unitCost == null ? '' : costText(row.unitCost)}</td>}
                <td className="right">
                  <input
                    className="qty-input"
                    autoFocus={i === 0}
                    inputMode="decimal"
                    aria-label={`${row.partCode} 单价`}
                    value={of(row).price}
                    onFocus={(event) => event.target.select()}
                    onChange={(event) => enter(row, { price: event.target.value })}
                  />
                </td>
                <td className="right">
                  <input
                    className="qty-input"
                    inputMode="decimal"
                    aria-label={`${row.partCode} 折扣`}
                    value={of(row).discount}
                    onFocus={(event) => event.target.select()}
                    onChange={(event) => enter(row, { discount: event.target.value })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </PageModal>
  )
}
