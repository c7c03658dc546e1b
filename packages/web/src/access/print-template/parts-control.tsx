import { Checkbox, Input } from 'antd'
import type { FieldControl } from '../../kit/form/master-form'
import './print-template.css'

/** A field or column of the paper; `share` is the width of a column against the others. */
export interface Part {
  key: string
  title: string
  share?: number
}

const whole = (typed: string): number => Number.parseInt(typed.replaceAll(/\D/g, '') || '0', 10)

/** Which fields or columns stand on the paper: ticked ones first, in their order, each with its title and width. */
export function PartsControl(props: { control: FieldControl; known: readonly Part[]; label: string }) {
  const { control, known, label } = props
  const chosen = (control.value as readonly Part[] | null) ?? []
  const keys = new Set(chosen.map(({ key }) => key))
  const rest = known.filter(({ key }) => !keys.has(key))
  const change = (at: number, part: Partial<Part>) =>
    control.onChange(chosen.map((each, i) => (i === at ? { ...each, ...part } : each)))
  const move = (at: number, by: -1 | 1) => {
    const next = [...chosen]
    const [part] = next.splice(at, 1)
    if (part) next.splice(at + by, 0, part)
    control.onChange(next)
  }
  return (
    <ul className="pt-parts" id={control.id} aria-label={label}>
      {chosen.map((part, i) => (
        <li key={part.key}>
          <Checkbox
            checked
            disabled={control.disabled}
            aria-label={part.title}
            onChange={() => control.onChange(chosen.filter(({ key }) => key !== part.key))}
          />
          <Input
            size="small"
            aria-label={`${part.title}的标题`}
            disabled={control.disabled}
            value={part.title}
            onChange={(event) => change(i, { title: event.target.value })}
          />
          {part.share !== undefined && (
            <Input
              size="small"
              className="pt-share"
              inputMode="numeric"
              aria-label={`${part.title}的列宽`}
              disabled={control.disabled}
              value={part.share === 0 ? '' : String(part.share)}
              onChange={(event) => change(i, { share: whole(event.target.value) })}
            />
          )}
          <Move label={`上移 ${part.title}`} off={control.disabled || i === 0} run={() => move(i, -1)}>
            ↑
          </Move>
          <Move label={`下移 ${part.title}`} off={control.disabled || i === chosen.length - 1} run={() => move(i, 1)}>
            ↓
          </Move>
        </li>
      ))}
      {rest.map((part) => (
        <li key={part.key} className="pt-off">
          <Checkbox checked={false} disabled={control.disabled} onChange={() => control.onChange([...chosen, part])}>
            {part.title}
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}

function Move(props: { label: string; off: boolean; run: () => void; children: string }) {
  return (
    <button type="button" className="pt-move" aria-label={props.label} disabled={props.off} onClick={props.run}>
      {props.children}
    </button>
  )
}
