import { isDecimal } from '@chepu/contract/kernel/typed'
import type { CountLine } from '@chepu/contract/warehouse/stock-count'
import type { KeyboardEvent } from 'react'
import { moneyText, priceText, qtyText, timeText } from '../../kit/base/format'
import { Stepper } from '../../kit/ui/stepper'
import { scrollIntoView } from '../counting/desk-card'
import { FigureField, useTypedFigure } from './figure-field'
import { isDiffering } from './shown-lines'
import type { Counting } from './use-counting'
import '../counting/desk.css'

export interface RowsProps {
  lines: readonly CountLine[]
  /** The line that was counted last. */
  last: number | undefined
  readOnly: boolean
  /** Differing lines alone are counted again. */
  isRecounting: boolean
  /** Saves what was counted at a line; answers nothing where it was refused. */
  onEnter: Counting['enterAt']
}

const shows = (lines: readonly CountLine[], field: 'bookQty' | 'diffValue' | 'unitCost') =>
  lines.some((line) => line[field] !== undefined)

/** Places under count on a desk. Enter goes down. */
export function CountTable(props: RowsProps) {
  const { lines, last } = props
  const [hasBook, hasValue, hasFirst] = [
    shows(lines, 'bookQty'),
    shows(lines, 'diffValue'),
    lines.some(({ firstQty }) => firstQty !== null),
  ]
  const hasCost = shows(lines, 'unitCost') && lines.some(({ isFound }) => isFound)
  const heads = [
    '行',
    '货位',
    '配件编码',
    '配件名称',
    '品牌规格',
    '单位',
    '批次',
    ...(hasBook ? ['账面'] : []),
    ...(hasFirst ? ['初盘'] : []),
    '实盘',
    ...(hasBook ? ['差异'] : []),
    ...(hasValue ? ['差异额'] : []),
    ...(hasCost ? ['成本单价'] : []),
    '盘点人',
    '盘点时间',
  ]
  return (
    <div className="desk-lines count-lines" onKeyDown={walk}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr
              key={line.id}
              className={line.id === last ? 'desk-current' : undefined}
              ref={line.id === last ? scrollIntoView : undefined}
            >
              <td>{line.lineNo}</td>
              <td>{line.locationCode}</td>
              <td>{line.partCode}</td>
              <td>{line.partName}</td>
              <td>{specOf(line)}</td>
              <td>{line.unitName}</td>
              <td>{line.batchNo}</td>
              {hasBook && <td className="desk-figure">{qtyText(line.bookQty)}</td>}
              {hasFirst && <td className="desk-figure">{qtyText(line.firstQty)}</td>}
              <td className={isDiffering(line) ? 'desk-figure desk-short' : 'desk-figure'}>
                <Counted {...props} line={line} />
              </td>
              {hasBook && <td className={signOf(line)}>{qtyText(line.diffQty)}</td>}
              {hasValue && <td className={signOf(line)}>{moneyText(line.diffValue)}</td>}
              {hasCost && <td className="desk-figure">{line.isFound ? <Cost {...props} line={line} /> : null}</td>}
              <td>{line.counterName}</td>
              <td>{timeText(line.countedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length === 0 && <p className="picker-hint count-nothing">没有符合条件的行</p>}
    </div>
  )
}

/** The same on a phone, with steps for fingers. */
export function CountCards(props: RowsProps) {
  return (
    <div className="count-cards" onKeyDown={walk}>
      {props.lines.map((line) => (
        <article
          key={line.id}
          className={line.id === props.last ? 'lp-card desk-card desk-current' : 'lp-card desk-card'}
          aria-label={`第${line.lineNo}行`}
          ref={line.id === props.last ? scrollIntoView : undefined}
        >
          <div className="lp-card-head">
            <b>{line.partName}</b>
            <span className="lp-card-amount">
              {line.bookQty !== undefined && (
                <>
                  <small>账面</small> <b>{qtyText(line.bookQty)}</b>{' '}
                </>
              )}
              <small>{line.unitName}</small>
            </span>
          </div>
          <div className="lp-card-body">
            <div className="lp-card-small">
              <b>{line.locationCode}</b>
              <span>{line.partCode}</span>
              <span>{specOf(line)}</span>
              {line.batchNo !== '' && <span>{line.batchNo}</span>}
              {line.firstQty !== null && <span>初盘 {qtyText(line.firstQty)}</span>}
              {line.counterName !== null && <span>{line.counterName}</span>}
            </div>
          </div>
          <div className="desk-card-figure">
            <StepCounted {...props} line={line} />
          </div>
        </article>
      ))}
      {props.lines.length === 0 && <p className="picker-hint">没有符合条件的行</p>}
    </div>
  )
}

const specOf = ({ brandName, spec }: CountLine) => [brandName, spec].filter(Boolean).join(' ')
const signOf = (line: CountLine) =>
  isDiffering(line) && line.diffQty?.startsWith('-') ? 'desk-figure count-less' : 'desk-figure'

type FieldProps = RowsProps & { line: CountLine }

const isOpen = ({ readOnly, isRecounting, line }: FieldProps) => !readOnly && (!isRecounting || line.isRecount)

function StepCounted(props: FieldProps) {
  const figure = useCounted(props)
  const label = countedLabel(props)
  if (!isOpen(props)) return <b>{qtyText(props.line.countedQty)}</b>
  return (
    <Stepper label={label} value={isDecimal(figure.text) ? figure.text : '0'} least="0" onStep={figure.enter}>
      <FigureField label={label} figure={figure} />
    </Stepper>
  )
}

/** What was counted at a line, saved when the field is left; wiped out, the line waits again. */
function Counted(props: FieldProps) {
  const figure = useCounted(props)
  if (!isOpen(props)) return <>{qtyText(props.line.countedQty)}</>
  return <FigureField label={countedLabel(props)} figure={figure} />
}

const countedLabel = ({ line }: FieldProps) => `第${line.lineNo}行实盘`
const useCounted = ({ line, onEnter }: FieldProps) =>
  useTypedFigure(line.countedQty, (countedQty) => onEnter(line, { countedQty }))

function Cost(props: FieldProps) {
  const { line, onEnter } = props
  const figure = useTypedFigure(line.unitCost ?? null, (unitCost) => onEnter(line, { unitCost }))
  if (!isOpen(props)) return <>{priceText(line.unitCost)}</>
  return <FigureField label={`第${line.lineNo}行成本单价`} figure={figure} />
}

/** Enter and the arrows go from line to line; what was typed is saved as its field is left. */
function walk(event: KeyboardEvent<HTMLDivElement>) {
  const { key, target } = event
  if (!(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
  const step = key === 'Enter' || key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('.count-field')]
  const next = fields[fields.indexOf(target) + step]
  if (next) next.focus()
  else target.blur()
}
