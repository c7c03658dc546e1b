// The lines of a transfer that somebody types into: a table on a desk, cards on a phone.
import { isDecimal } from '@chepu/contract/kernel/typed'
import type { KeyboardEvent } from 'react'
import { qtyText } from '../../kit/base/format'
import { useNarrow } from '../../kit/base/use-narrow'
import { Stepper } from '../../kit/ui/stepper'
import { DeskCard } from '../counting/desk-card'
import type { AskedLine, LinesDialogProps, Typed } from './lines-dialog'

interface TypedLinesProps extends Pick<LinesDialogProps, 'lines' | 'columns' | 'mostTitle'> {
  typed: readonly Typed[]
  /** The line that was scanned last. */
  last: number | undefined
  /** The list of bins; none where there is no choice. */
  binList: string | undefined
  onType: (at: number, column: string, text: string) => void
}

/** Lines with a field for each column, and for their bin where there is a choice. */
export function TypedLines(props: TypedLinesProps) {
  const narrow = useNarrow()
  return (
    <div className={narrow ? 'desk-cards' : 'desk-lines'} data-count onKeyDown={walk}>
      {narrow ? (
        props.lines.map((line, at) => <LineCard key={line.id} {...props} line={line} at={at} />)
      ) : (
        <LinesTable {...props} />
      )}
    </div>
  )
}

const placed = ({ columns, binList }: TypedLinesProps) => ({ ...columns, ...(binList && { bin: '货位' }) })

function LinesTable(props: TypedLinesProps) {
  const { columns, mostTitle, last } = props
  const fields = Object.entries(placed(props))
  return (
    <table>
      <thead>
        <tr>
          {['行', '配件编码', '配件名称', '单位', mostTitle, ...fields.map(([, title]) => title)].map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.lines.map((line, at) => (
          <tr key={line.id} className={at === last ? 'desk-current' : undefined}>
            <td>{line.lineNo}</td>
            <td>{line.partCode}</td>
            <td>{line.partName}</td>
            <td>{line.unitName}</td>
            <td className="desk-figure">{qtyText(line.most)}</td>
            {fields.map(([column, title]) => (
              <td key={column}>
                <Field {...props} line={line} at={at} column={column} title={title} isFigure={column in columns} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LineCard(props: TypedLinesProps & { line: AskedLine; at: number }) {
  const { line, at, columns, onType } = props
  const [[first = '', firstTitle = ''] = [], ...others] = Object.entries(placed(props))
  const counted = props.typed[at]?.[first] ?? ''
  return (
    <DeskCard
      line={line}
      spec={[line.brandName, line.spec].filter(Boolean).join(' ')}
      expectedTitle={props.mostTitle}
      expected={line.most}
      isCurrent={at === props.last}
      figure={
        <Stepper
          label={`第${line.lineNo}行${firstTitle}`}
          value={isDecimal(counted) ? counted : '0'}
          least="0"
          most={line.most}
          onStep={(value) => onType(at, first, value)}
        >
          <Field {...props} column={first} title={firstTitle} isFigure />
        </Stepper>
      }
    >
      {others.map(([column, title]) => (
        <label key={column}>
          {title}
          <Field {...props} column={column} title={title} isFigure={column in columns} />
        </label>
      ))}
    </DeskCard>
  )
}

function Field(
  props: TypedLinesProps & { line: AskedLine; at: number; column: string; title: string; isFigure: boolean },
) {
  const { line, at, column, isFigure } = props
  return (
    <input
      value={props.typed[at]?.[column] ?? ''}
      aria-label={`第${line.lineNo}行${props.title}`}
      data-column={column}
      autoComplete="off"
      maxLength={40}
      list={isFigure ? undefined : props.binList}
      inputMode={isFigure ? 'decimal' : 'text'}
      className={isFigure ? 'desk-figure' : undefined}
      onFocus={(event) => event.target.select()}
      onChange={(event) => props.onType(at, column, event.target.value.trim())}
    />
  )
}

/** Enter and the arrows go up and down a column. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const steps: Record<string, number> = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }
  const step = steps[event.key]
  const target = event.target
  if (step === undefined || event.ctrlKey || !(target instanceof HTMLInputElement)) return
  // In the list of bins the arrows choose a bin.
  if (event.key !== 'Enter' && target.dataset['column'] === 'bin') return
  event.preventDefault()
  const column = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>(`[data-column="${target.dataset['column']}"]`),
  ]
  column[column.indexOf(target) + step]?.focus()
}
