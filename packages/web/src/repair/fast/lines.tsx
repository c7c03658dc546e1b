import { compare, isPositive, trimZeros } from '@chepu/contract/kernel/decimal'
import { isDecimal, numberText } from '@chepu/contract/kernel/typed'
import { moneyText, qtyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { Stepper } from '../../kit/ui/stepper'
import { useTechnicians } from '../../pickers/repair-lists'
import { lineNet, reckoningOf } from './bill'
import { type CounterLine, withChange, withoutLine } from './counter'
import { CoverChoice } from './cover'
import type { Counter } from './use-counter'

/** The lines of the order, each with quantity, price and discount in place. */
export function CounterLines({ counter }: { counter: Counter }) {
  const { state, kind } = counter
  if (state.lines.length === 0)
    return <p className="fc-empty">{kind === 'fast' ? '录入项目或商品，或点常用' : '扫码、录入商品，或点常用'}</p>
  return (
    <ul className="fc-lines" aria-label="明细">
      {state.lines.map((line, i) => (
        <Line key={line.key} counter={counter} line={line} place={i} />
      ))}
    </ul>
  )
}

function Line({ counter, line, place }: { counter: Counter; line: CounterLine; place: number }) {
  const { setState, bill } = counter
  const { sees } = useSession()
  const set = (patch: Partial<CounterLine>) => setState((old) => withChange(old, line.key, patch))
  const labour = counter.state.lines.filter(({ section }) => section === 'labour')
  // Who does the one line of an order does all of it.
  const isOneOfSeveral = labour.length > 1 && labour.includes(line)
  const isShort =
    line.section === 'materials' &&
    isDecimal(line.qty) &&
    isDecimal(line.available) &&
    compare(line.qty, line.available) > 0
  const reckoning = reckoningOf(line, counter.state.has)
  const typed = (title: string, name: 'price' | 'discountRate', patch: (text: string) => Partial<CounterLine>) => (
    <label>
      <small>{title}</small>
      <input
        aria-label={`${line.name}${title}`}
        inputMode="decimal"
        value={line[name]}
        onFocus={(event) => event.target.select()}
        onChange={(event) => set(patch(numberText(event.target.value)))}
      />
    </label>
  )
  return (
    <li className={line.section === 'labour' ? 'fc-line fc-labour' : 'fc-line'} aria-label={line.name}>
      <span className="fc-name">
        <b>{line.name}</b>
        <small>
          {line.code}
          {line.isConsumable && '　辅料'}
          {isPositive(line.stdHours) && line.pricingMode === 'hours' && `　${line.stdHours} 工时`}
          {line.available !== '' && `　可用 ${qtyText(line.available)}`}
        </small>
        {isShort && <em>库存不足</em>}
      </span>
      <span className="fc-also">
        <CoverChoice counter={counter} line={line} place={place} />
        {isOneOfSeveral && <TechnicianChoice counter={counter} line={line} />}
      </span>
      <Stepper
        label={`${line.name}数量`}
        value={isDecimal(line.qty) ? line.qty : '0'}
        least="1"
        onStep={(value) => set({ qty: trimZeros(value) })}
      >
        <input
          className="fc-qty"
          aria-label={`${line.name}数量`}
          inputMode="decimal"
          value={line.qty}
          onFocus={(event) => event.target.select()}
          onChange={(event) => set({ qty: numberText(event.target.value) })}
        />
      </Stepper>
      {sees('doc_price') && (
        <>
          {typed('单价', 'price', (price) => ({ price, priceSource: 'manual' }))}
          {typed('折扣', 'discountRate', (discountRate) => ({ discountRate }))}
          <span className={bill.uses.some(({ lineId }) => lineId === place) ? 'fc-net fc-paid-for' : 'fc-net'}>
            {line.isConsumable ? '—' : moneyText(lineNet(line, counter.state.has))}
          </span>
          {reckoning && <small className="fc-reckoning">= {reckoning}</small>}
        </>
      )}
      <button
        type="button"
        className="fc-remove"
        aria-label={`删除${line.name}`}
        onClick={() => setState((old) => withoutLine(old, line.key))}
      >
        ×
      </button>
    </li>
  )
}

/** Who does a line, where it is another than who does the rest. */
function TechnicianChoice({ counter: { setState }, line }: { counter: Counter; line: CounterLine }) {
  const technicians = useTechnicians()
  if (technicians.length === 0) return null
  const choose = (text: string) =>
    setState((old) => withChange(old, line.key, { technicianId: text === '' ? null : Number.parseInt(text, 10) }))
  return (
    <select
      className="fc-doer"
      aria-label={`${line.name}技师`}
      value={line.technicianId ?? ''}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">技师同单</option>
      {technicians.map(({ employeeId, name }) => (
        <option key={employeeId} value={employeeId}>
          {name}
        </option>
      ))}
    </select>
  )
}
