import { compare, type Decimal, trimZeros } from '@chepu/contract/kernel/decimal'
import type { OutboundLine } from '@chepu/contract/warehouse/outbound'
import { type ReactNode, useRef, useState } from 'react'
import { typedQty } from '../../kit/base/figure-fault'
import { qtyText } from '../../kit/base/format'
import { toast } from '../../kit/base/toast'
import { useNarrow } from '../../kit/base/use-narrow'
import { Stepper } from '../../kit/ui/stepper'
import { DeskCard, scrollIntoView } from '../counting/desk-card'
import { type Checked, checkedOf } from './checking'

interface PickLinesProps {
  lines: readonly OutboundLine[]
  checked: Checked
  /** The line that was scanned last. */
  current: number | undefined
  /** Nothing when the lines are only looked at. */
  onEnter: ((line: OutboundLine, qty: Decimal) => void) | undefined
}

/** The lines to pick, where they lie and what was checked of them: a table on a desk, cards on a phone. */
export function PickLines(props: PickLinesProps) {
  if (!useNarrow()) return <PickTable {...props} />
  return (
    <div className="desk-cards">
      {props.lines.map((line) => (
        <PickCard key={line.id} {...props} line={line} />
      ))}
    </div>
  )
}

function PickCard(props: PickLinesProps & { line: OutboundLine }) {
  const { line, onEnter } = props
  const qty = checkedOf(props.checked, line)
  return (
    <DeskCard
      line={line}
      spec={[line.brandName, line.spec].filter(Boolean).join(' ')}
      expectedTitle="应发"
      expected={line.qty}
      isCurrent={line.id === props.current}
      figure={
        onEnter ? (
          <Stepper
            label={`第${line.lineNo}行已复核数量`}
            value={qty}
            least="0"
            most={trimZeros(line.qty)}
            onStep={(value) => onEnter(line, value)}
          >
            <CheckedQty line={line} qty={qty} onEnter={onEnter} />
          </Stepper>
        ) : (
          <span>实发 {qtyText(line.receivedQty ?? line.qty)}</span>
        )
      }
    >
      <span>货位 {places(line)}</span>
    </DeskCard>
  )
}

function PickTable(props: PickLinesProps) {
  return (
    <div className="ob-table">
      <table aria-label="拣货明细">
        <thead>
          <tr>
            {[
              '行',
              '货位',
              '配件编码',
              '配件名称',
              '品牌',
              '规格',
              '单位',
              '应发',
              props.onEnter ? '已复核' : '实发',
            ].map((head) => (
              <th key={head} className={figures.has(head) ? 'right' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.lines.map((line) => (
            <tr
              key={line.id}
              className={line.id === props.current ? 'ob-current' : undefined}
              ref={line.id === props.current ? scrollIntoView : undefined}
            >
              <td>{line.lineNo}</td>
              <td>{places(line)}</td>
              <td>{line.partCode}</td>
              <td>{line.partName}</td>
              <td>{line.brandName}</td>
              <td>{line.spec}</td>
              <td>{line.unitName}</td>
              <td className="right">{qtyText(line.qty)}</td>
              <td className="right">
                {props.onEnter ? (
                  <CheckedQty line={line} qty={checkedOf(props.checked, line)} onEnter={props.onEnter} />
                ) : (
                  qtyText(line.receivedQty ?? line.qty)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const figures = new Set(['应发', '已复核', '实发'])

const places = (line: OutboundLine): ReactNode =>
  line.picks.length === 0 ? (
    <span className="ob-missing">无库存</span>
  ) : (
    line.picks
      .map((pick) => `${pick.locationCode}${pick.batchNo && `/${pick.batchNo}`}×${trimZeros(pick.qty)}`)
      .join('，')
  )

/** The checked quantity, also by hand; never more than the document says. */
function CheckedQty(props: { line: OutboundLine; qty: string; onEnter: (line: OutboundLine, qty: string) => void }) {
  const { line } = props
  const [typed, setTyped] = useState<string>()
  const box = useRef<HTMLInputElement>(null)
  const finish = () => {
    if (typed === undefined) return
    const read = typedQty(typed)
    if ('fault' in read) toast.error(read.fault)
    else if (compare(read.figure, line.qty) > 0)
      toast.error(`第${line.lineNo}行 实发不能大于应发 ${trimZeros(line.qty)}`)
    else props.onEnter(line, read.figure)
    setTyped(undefined)
  }
  const state = compare(props.qty, line.qty) === 0 ? 'ob-full' : ''
  return (
    <input
      ref={box}
      className={`ob-qty ${state}`}
      aria-label={`第${line.lineNo}行已复核数量`}
      inputMode="decimal"
      value={typed ?? trimZeros(props.qty)}
      onFocus={(event) => event.target.select()}
      // What is put back to the counted quantity is not typed: a scan may raise it meanwhile.
      onChange={({ target }) => setTyped(target.value === trimZeros(props.qty) ? undefined : target.value)}
      onBlur={finish}
      onKeyDown={(event) => event.key === 'Enter' && box.current?.blur()}
    />
  )
}
