import { isDecimal } from '@chepu/contract/kernel/typed'
import type { KeyboardEvent } from 'react'
import { qtyText } from '../../kit/base/format'
import { useNarrow } from '../../kit/base/use-narrow'
import { Stepper } from '../../kit/ui/stepper'
import { type CountLine, isShort } from './count-lines'
import { DeskCard } from './desk-card'

interface CountLinesProps {
  lines: readonly CountLine[]
  /** The line counted last. */
  last: number | undefined
  /** The list of locations. */
  listId: string
  countTitle: string
  expectedTitle: string
  onChange: (lineId: number, values: Partial<CountLine>) => void
}

/** The lines under count: a table on a desk, cards on a phone. */
export function CountLines(props: CountLinesProps) {
  const narrow = useNarrow()
  return (
    <div className={narrow ? 'desk-cards' : 'desk-lines'} data-count onKeyDown={walk}>
      {narrow ? (
        props.lines.map((line) => <CountCard key={line.lineId} {...props} line={line} />)
      ) : (
        <CountTable {...props} />
      )}
    </div>
  )
}

function CountTable(props: CountLinesProps) {
  const { expectedTitle, countTitle, listId } = props
  const heads = ['行', '配件编码', '配件名称', '品牌规格', '单位', expectedTitle, countTitle, '货位', '批次']
  return (
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.lines.map((line) => (
          <tr key={line.lineId} className={line.lineId === props.last ? 'desk-current' : undefined}>
            <td>{line.lineNo}</td>
            <td>{line.partCode}</td>
            <td>{line.partName}</td>
            <td>{line.spec}</td>
            <td>{line.unitName}</td>
            <td className="desk-figure">{qtyText(line.expected)}</td>
            <td className={isShort(line) ? 'desk-short' : undefined}>
              <Field {...props} line={line} field="counted" title={countTitle} />
            </td>
            <td>
              <Field {...props} line={line} field="locationCode" title="货位" list={listId} />
            </td>
            <td>
              <Field {...props} line={line} field="batchNo" title="批次" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function CountCard(props: CountLinesProps & { line: CountLine }) {
  const { line, countTitle, listId, onChange } = props
  return (
    <DeskCard
      line={line}
      spec={line.spec}
      expectedTitle={props.expectedTitle}
      expected={line.expected}
      isCurrent={line.lineId === props.last}
      figure={
        <span className={isShort(line) ? 'desk-short' : undefined}>
          <Stepper
            label={`第${line.lineNo}行${countTitle}`}
            value={isDecimal(line.counted) ? line.counted : '0'}
            least="0"
            most={line.expected}
            onStep={(counted) => onChange(line.lineId, { counted })}
          >
            <Field {...props} field="counted" title={countTitle} />
          </Stepper>
        </span>
      }
    >
      <label>
        货位
        <Field {...props} field="locationCode" title="货位" list={listId} />
      </label>
      <label>
        批次
        <Field {...props} field="batchNo" title="批次" />
      </label>
    </DeskCard>
  )
}

function Field(props: {
  line: CountLine
  field: 'counted' | 'locationCode' | 'batchNo'
  title: string
  list?: string
  onChange: CountLinesProps['onChange']
}) {
  const { line, field } = props
  const isFigure = field === 'counted'
  return (
    <input
      value={line[field]}
      aria-label={`第${line.lineNo}行${props.title}`}
      data-column={field}
      autoComplete="off"
      maxLength={40}
      list={props.list}
      inputMode={isFigure ? 'decimal' : 'text'}
      className={isFigure ? 'desk-figure' : undefined}
      onFocus={(event) => event.target.select()}
      onChange={(event) => props.onChange(line.lineId, { [field]: event.target.value.trim() })}
    />
  )
}

/** Enter and the arrows go up and down a column. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const steps: Record<string, number> = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }
  const step = steps[event.key]
  const target = event.target
  if (step === undefined || event.ctrlKey || !(target instanceof HTMLInputElement)) return
  // In the list of locations the arrows choose a location.
  if (event.key !== 'Enter' && target.dataset.column === 'locationCode') return
  event.preventDefault()
  const column = [...event.currentTarget.querySelectorAll<HTMLInputElement>(`[data-column="${target.dataset.column}"]`)]
  column[column.indexOf(target) + step]?.focus()
}
