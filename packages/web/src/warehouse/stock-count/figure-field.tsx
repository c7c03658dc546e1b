import { equals, trimZeros } from '@chepu/contract/kernel/decimal'
import { isDecimal, numberText } from '@chepu/contract/kernel/typed'
import { useRef, useState } from 'react'

/** Saves a figure, null where it was wiped out; answers once the server has answered. */
type Save = (value: string | null) => Promise<unknown>

/** A figure in its field, as it is typed and saved. */
interface TypedFigure {
  /** What the field shows. */
  text: string
  type: (text: string) => void
  /** Takes back what was typed. */
  forget: () => void
  /** Saves what was typed, if anything. */
  save: () => void
  /** Types a figure and saves it. */
  enter: (text: string) => void
}

/** A figure that stands at `value` and can be typed over. The answer to a save leaves alone what was typed since. */
export function useTypedFigure(value: string | null, onSave: Save): TypedFigure {
  const [typed, setTyped] = useState<string>()
  const sent = useRef<string>(undefined)
  const send = async (text: string) => {
    if (text === sent.current) return
    const figure = numberText(text)
    // While a save is on its way it is not known what stands.
    if (sent.current !== undefined || !isSame(figure, value)) {
      sent.current = text
      try {
        await onSave(figure === '' ? null : figure)
      } finally {
        if (sent.current === text) sent.current = undefined
      }
    }
    setTyped((newer) => (newer === text ? undefined : newer))
  }
  return {
    text: typed ?? (value === null ? '' : trimZeros(value)),
    type: setTyped,
    forget: () => setTyped(undefined),
    save: () => {
      if (typed !== undefined) void send(typed)
    },
    enter: (text) => {
      setTyped(text)
      void send(text)
    },
  }
}

const isSame = (text: string, value: string | null): boolean =>
  value === null ? text === '' : isDecimal(text) && equals(text, value)

/** The field of a figure that is saved when it is left or Enter pressed; Escape takes back what was typed. */
export function FigureField({ label, figure }: { label: string; figure: TypedFigure }) {
  return (
    <input
      className="count-field"
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      value={figure.text}
      onChange={(event) => figure.type(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={figure.save}
      onKeyDown={(event) => event.key === 'Escape' && figure.forget()}
    />
  )
}
