import { type CarMark, type MarkKind, markKinds, mostMarks } from '@chepu/contract/kernel/car-marks'
import { Button, Input, Segmented } from 'antd'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { sketchContent, sketchSize } from '../base/car-outline'
import './car-sketch.css'

interface Place {
  x: number
  y: number
}

const kinds = Object.entries(markKinds).map(([value, label]) => ({ value: value as MarkKind, label }))
/** How far an arrow key goes, as a share of the sketch. */
const step = 0.02
const ways: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
}
/** Within the sketch, and to a thousandth, which no finger can tell. */
const within = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000

/**
 * 环车检查: a car from above with its four sides. A tap puts a mark of the chosen kind where it falls; by keyboard arrows lead a cross
 * there and Enter puts the mark. Each mark is listed below with its note. Without `onChange` it is only shown.
 */
export function CarSketch(props: { marks: readonly CarMark[]; onChange?: (marks: CarMark[]) => void }) {
  const { marks, onChange } = props
  const [kind, setKind] = useState<MarkKind>('scratch')
  const add = ({ x, y }: Place) => {
    if (marks.length < mostMarks) onChange?.([...marks, { x: within(x), y: within(y), kind, note: '' }])
  }
  return (
    <div className="car-sketch">
      {onChange && <Segmented aria-label="损伤类型" options={kinds} value={kind} onChange={setKind} />}
      <Sketch marks={marks} {...(onChange && { onPlace: add })} />
      {onChange && marks.length === 0 && <p className="kit-note">先选损伤类型，再点车图上的位置。</p>}
      {marks.length >= mostMarks && <p className="kit-note">最多标记{mostMarks}处</p>}
      <MarkList marks={marks} onChange={onChange} />
    </div>
  )
}

function Sketch({ marks, onPlace }: { marks: readonly CarMark[]; onPlace?: (place: Place) => void }) {
  const [cross, setCross] = useState<Place>()
  const content = { __html: sketchContent(marks) }
  const drawn = { viewBox: `0 0 ${sketchSize.width} ${sketchSize.height}`, className: 'car-sketch-car' }
  if (!onPlace)
    return <svg {...drawn} role="img" aria-label={`车图，${marks.length}处标记`} dangerouslySetInnerHTML={content} />
  const tap = ({ currentTarget, clientX, clientY }: MouseEvent<SVGSVGElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onPlace({ x: (clientX - left) / width, y: (clientY - top) / height })
  }
  const press = (event: KeyboardEvent) => {
    const from = cross ?? { x: 0.5, y: 0.5 }
    const way = ways[event.key]
    if (way) setCross({ x: within(from.x + way.x), y: within(from.y + way.y) })
    else if (event.key === 'Enter') onPlace(from)
    else return
    event.preventDefault()
  }
  return (
    <svg
      {...drawn}
      role="application"
      aria-label="车图：点选位置，或用方向键移动、回车标记"
      tabIndex={0}
      onClick={tap}
      onKeyDown={press}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && setCross({ x: 0.5, y: 0.5 })}
      onBlur={() => setCross(undefined)}
    >
      <g dangerouslySetInnerHTML={content} />
      {cross && (
        <path
          className="car-sketch-cross"
          d={`M${cross.x * sketchSize.width - 12} ${cross.y * sketchSize.height}h24m-12-12v24`}
        />
      )}
    </svg>
  )
}

function MarkList(props: { marks: readonly CarMark[]; onChange: ((marks: CarMark[]) => void) | undefined }) {
  const { marks, onChange } = props
  const change = (at: number, ...now: CarMark[]) => onChange?.(marks.toSpliced(at, 1, ...now))
  if (marks.length === 0) return null
  return (
    <ol className="car-sketch-marks" aria-label="标记">
      {marks.map((mark, at) => (
        // A mark is its place in the list: that is its number on the sketch.
        <li key={at}>
          <b>{markKinds[mark.kind]}</b>
          {onChange ? (
            <>
              <Input
                size="small"
                aria-label={`第${at + 1}处说明`}
                placeholder="说明"
                maxLength={60}
                value={mark.note}
                onChange={(event) => change(at, { ...mark, note: event.target.value })}
              />
              <Button size="small" aria-label={`删除第${at + 1}处`} onClick={() => change(at)}>
                删除
              </Button>
            </>
          ) : (
            mark.note
          )}
        </li>
      ))}
    </ol>
  )
}
