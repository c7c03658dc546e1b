import { isZero } from '@chepu/contract/kernel/decimal'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useAnswer } from '../base/field-validation'
import { Autocomplete } from '../ui/autocomplete'
import { DayInput } from '../ui/day-input'
import { filterOptions, type PickOption } from '../ui/pick-options'
import { useEditor, useHeader, useHeaderErrors } from './document-context'
import { fieldTitle } from './field-faults'
import { focusNext } from '../base/focus'
import { moneyText } from '../base/format'
import { isDecimal, numberText } from '@chepu/contract/kernel/typed'
import { shown } from '../grid/line-grid-text'
import { isTouch } from '../base/use-narrow'

/** What every header field takes. The title comes from the contract unless given. */
export interface FieldProps<Name extends string = string> {
  name: Name
  title?: string
  /** Columns of the header grid that the field covers. */
  span?: number
  /** It must be filled for what stands beside it, though not always. */
  required?: boolean
  /** It stands open on a phone, too, wherever it stands: a step asks for it. What is required does. */
  open?: boolean
}

/** The header of a document: fields side by side; Enter goes to the next one, after the last into the lines, Ctrl+Enter there at once. A phone shows the first four, and those that a step asks for. */
export function HeaderFields(props: { children: ReactNode }) {
  const { store, grids, readOnly } = useEditor()
  const [open, setOpen] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A new document waits for its first field. On a phone that would raise the keyboard over the page.
    const isBlank = store.meta().id === undefined && store.isEmpty()
    if (readOnly || !isBlank || isTouch()) return
    fields.current?.querySelector<HTMLInputElement>('[data-field] input:not(:disabled)')?.focus()
  }, [store, readOnly])
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented) return
    if (!(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (event.ctrlKey) return grids.focus()
    if (!focusNext(event.target, event.shiftKey) && !event.shiftKey) grids.focus()
  }
  const faulty = Object.keys(useHeaderErrors()).length > 0
  const folded = !open && !faulty
  return (
    <div ref={fields} className={folded ? 'de-header de-folded' : 'de-header'} data-fields onKeyDown={onKeyDown}>
      {props.children}
      <button type="button" className="kit-link de-fold" aria-expanded={!folded} onClick={() => setOpen(!open)}>
        {folded ? '展开全部' : '收起'}
      </button>
    </div>
  )
}

/** Label, control and message of one header field, and the wiring to the document. */
export function useField(props: FieldProps) {
  const { store, readOnly } = useEditor()
  const id = useId()
  const header = useHeader()
  const error = useHeaderErrors()[props.name]
  if (!(props.name in store.def.header.shape)) throw new Error(`${store.def.kind} has no header field ${props.name}`)
  const ownTitle = props.name === 'partnerId' ? store.def.partnerTitle : fieldTitle(store.def.header.shape, props.name)
  const title = props.title ?? ownTitle
  const span = props.span ? { gridColumn: `span ${props.span}` } : undefined
  /** `text` is what the control says: a document that is only looked at says it in words, and nothing of what is blank. */
  const frame = (control: ReactNode, text: string) => {
    if (readOnly && text === '') return null
    return readOnly ? told(text) : asked(control)
  }
  const told = (text: string) => (
    <div className="de-field" data-field={props.name} style={span}>
      <label htmlFor={id}>{title}</label>
      <output id={id} className="de-text">
        {text}
      </output>
    </div>
  )
  const isOpen = props.open === true || props.required === true
  const classes = ['de-field', ...(error ? ['de-field-error'] : []), ...(isOpen ? ['de-field-open'] : [])].join(' ')
  const asked = (control: ReactNode) => (
    <div className={classes} data-field={props.name} style={span} title={error}>
      <label
        htmlFor={id}
        className={props.required || isRequired(store.def.header.shape[props.name]) ? 'de-required' : undefined}
      >
        {title}
      </label>
      <div className="de-control">
        {control}
        {error && !store.isTold(error) && <span className="de-error">{error}</span>}
      </div>
    </div>
  )
  const set = (value: unknown) => store.setHeader({ [props.name]: value })
  return { id, store, header, value: header[props.name], title, invalid: Boolean(error), set, frame }
}

const isRequired = (type: unknown): boolean =>
  !(type as { safeParse: (value: unknown) => { success: boolean } }).safeParse(undefined).success

/** A field of names: what is shown for an id is kept beside it, `partnerId` with `partnerName`. */
export const nameOf = (field: string): string => field.replace(/Id$/, 'Name')

/** A header field that is chosen from a list that is already here. */
export function ListField<Value>(
  props: FieldProps & {
    options: readonly PickOption<Value>[]
    /** Stands in it, paler, while nothing is chosen. */
    otherwise?: string | undefined
    /** What follows from the choice, or from none. */
    also?: (value: Value | undefined) => Record<string, unknown>
  },
) {
  const field = useField(props)
  const current = props.options.find((option) => option.id === field.value)
  const text = current?.label ?? shown(field.header[nameOf(props.name)])
  return field.frame(
    <Autocomplete
      id={field.id}
      label={field.title}
      text={text}
      entries={props.options.length}
      placeholder={props.otherwise}
      find={(text) => filterOptions(props.options, text)}
      invalid={field.invalid}
      onChange={(option) => {
        const name = nameOf(props.name)
        const label = name === props.name ? {} : { [name]: option?.label ?? null }
        field.store.setHeader({ [props.name]: option?.id ?? null, ...label, ...props.also?.(option?.value) })
      }}
    />,
    text,
  )
}

/** One of a few values, chosen by the first sign of its label; `options` are value -> label. */
function SelectField(props: FieldProps & { options: Readonly<Record<string, string>> }) {
  const options = Object.entries(props.options).map(([id, label]) => ({ id, label, value: id }))
  return <ListField {...props} options={options} />
}

/** A day. `otherwise` is shown, paler, while none is typed. */
function DayField(props: FieldProps & { otherwise?: string | undefined }) {
  const field = useField(props)
  const typed = typeof field.value === 'string' && field.value !== '' ? field.value : undefined
  const day = typed ?? props.otherwise
  return field.frame(
    <DayInput
      id={field.id}
      day={day ?? null}
      className={typed === undefined ? 'de-derived' : ''}
      allowClear={typed !== undefined}
      invalid={field.invalid}
      onChange={field.set}
    />,
    day ?? '',
  )
}

/** A field of text or figures. Each key reaches the document at once, so that a reload loses nothing; Escape takes it back. */
function PlainField(props: FieldProps & { figure?: boolean; beside?: ReactNode }) {
  const field = useField(props)
  const [typed, setTyped] = useState<{ text: string; before: unknown }>()
  useAnswer(typed, () => field.store.answerHeader(props.name))
  const type = (text: string) => {
    setTyped({ text, before: typed ? typed.before : field.value })
    field.set(props.figure ? numberText(text) || '0' : text)
  }
  const leave = () => {
    if (typed) field.store.answerHeader(props.name)
    setTyped(undefined)
  }
  const undo = () => {
    if (typed) field.set(typed.before)
    setTyped(undefined)
  }
  const input = (
    <input
      id={field.id}
      className={props.figure ? 'de-input de-figure' : 'de-input'}
      value={typed?.text ?? shown(field.value)}
      aria-invalid={field.invalid ? true : undefined}
      maxLength={255}
      inputMode={props.figure ? 'decimal' : 'text'}
      autoComplete="off"
      onChange={(event) => type(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Escape') undo()
        if (event.key === 'Enter') leave()
      }}
    />
  )
  return field.frame(
    props.beside ? (
      <div className="de-beside">
        {input}
        {props.beside}
      </div>
    ) : (
      input
    ),
    props.figure ? figureText(field.value) : shown(field.value),
  )
}

/** A sum of money in words of a document that is only looked at; nothing is not worth a word. */
const figureText = (value: unknown): string => (isDecimal(value) && !isZero(value) ? moneyText(value) : '')

/** `beside` stands at the end of the field, for what fills it. */
const TextField = (props: FieldProps & { beside?: ReactNode }) => <PlainField {...props} />
const MoneyField = (props: FieldProps) => <PlainField {...props} figure />

function CheckField(props: FieldProps) {
  const field = useField(props)
  return field.frame(
    <input
      id={field.id}
      type="checkbox"
      className="de-check"
      checked={field.value === true}
      onChange={(event) => field.set(event.target.checked)}
    />,
    field.value === true ? '是' : '否',
  )
}

/** Fields that know nothing but the document. Pages take them through `fieldsOf` (pickers/fields), with typed names. */
export const plainFields = { SelectField, DayField, TextField, MoneyField, CheckField }
