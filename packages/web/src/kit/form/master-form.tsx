// The one form of all masters: its fields, sheets and ways of saving know each other's state, hence its length; faults stand in master-faults.ts.
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { halfWidth, numberText } from '@chepu/contract/kernel/typed'
import { Alert, Button, Drawer, Input, Select, Switch } from 'antd'
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import { useAnswer } from '../base/field-validation'
import { CallError } from '../base/call'
import type { FieldKey } from '@chepu/contract/kernel/fields'
import type { DataOf, Route } from '@chepu/contract/kernel/route'
import '../base/kit.css'
import { useReturnedFocus } from '../base/focus'
import { whileHeld } from '../base/held'
import { isTouch } from '../base/use-narrow'
import { type Change, Gestures } from '../base/submit-once'
import { useTabActive } from '../base/tabs'
import { choices } from '../base/underway'
import { DayInput } from '../ui/day-input'
import {
  cellFaults,
  type Faults,
  fieldErrors,
  fieldOf,
  mended,
  type NamedField,
  namedFaults,
  rowFaults,
} from './master-faults'

export type FormValues = Readonly<Record<string, unknown>>

export interface FieldControl {
  id: string
  value: unknown
  onChange: (value: unknown) => void
  /** All values of the form, for controls that depend on others. */
  values: FormValues
  disabled: boolean
  /** Of rows: the fault of each cell by its place, as in '2.validFrom'. */
  faults?: Faults
}

/** One field of a master's form. */
export interface MasterField {
  /** Name in the row and in the contract's save schema. */
  name: string
  title: string
  /** Default text. `decimal` is typed text, never a number; `integer` is a count, not money or quantity. */
  kind?: 'text' | 'area' | 'decimal' | 'integer' | 'select' | 'switch' | 'date' | undefined
  options?: Readonly<Record<string, string>>
  /** Ids of a select are numbers on the wire. */
  numeric?: boolean
  required?: boolean
  /** Of rows: their columns, by which the faults of their cells are named. */
  columns?: readonly NamedField[]
  /** Value in a new row. */
  initial?: unknown
  /** A line of its own. */
  wide?: boolean
  /** Heading above this field. */
  section?: string
  /** Field permission (business/access 8); absent without it. */
  permission?: FieldKey
  /** Cannot be changed once the row exists. */
  fixed?: boolean
  help?: string
  /** A control of its own, for example a picker. */
  render?: (control: FieldControl) => ReactNode
}

const emptyOf = (field: MasterField): unknown => {
  if (field.initial !== undefined) return field.initial
  if (field.kind === 'switch') return false
  return field.kind === undefined || field.kind === 'text' || field.kind === 'area' ? '' : null
}

/** Values of the form: those of the row, or the defaults of a new one. */
export const formValues = (fields: readonly MasterField[], row: object = {}): FormValues =>
  Object.fromEntries(
    fields.map((field) => {
      const value = (row as Record<string, unknown>)[field.name] ?? emptyOf(field)
      return [field.name, field.kind === 'decimal' && typeof value === 'string' ? trimZeros(value) : value]
    }),
  )

/** Whether two readings of a row say the same in these fields; what else there is of a row changes no form. */
export const isSameInFields = (fields: readonly MasterField[], before: object, now: object): boolean =>
  JSON.stringify(formValues(fields, before)) === JSON.stringify(formValues(fields, now))

/** What is sent: numbers as people type them are numbers. What is none stays, for the schema to refuse. */
export const sentValues = (fields: readonly MasterField[], values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isNumberText(fields, name, value) ? numberText(value) : value,
    ]),
  )

const isNumberText = (fields: readonly MasterField[], name: string, value: unknown): value is string =>
  typeof value === 'string' && fields.some((field) => field.name === name && field.kind === 'decimal')

interface MasterFormProps<R extends Route> {
  title: string
  fields: readonly MasterField[]
  /** The contract's save schema; what it refuses is shown at the field, with its message. */
  schema: z.ZodType
  /** The row that is changed; nothing for a new one. Its `id` and `version` are sent along. */
  row?: object | undefined
  /** Values of a new row that differ from the defaults. */
  preset?: FormValues
  /** What saves the body. The form sends it, and a repeat after a lost answer as the same change; faults are shown at their fields. */
  onSave: (body: unknown) => Change<R>
  /** After a save of the `sent` values; with `another` the form stays for the next row. */
  onSaved: (answer: DataOf<R>, another: boolean, sent: FormValues) => void | Promise<void>
  /** A plain save leaves the form open: what is typed until the answer stays in it, unsaved. Elsewhere the form is held until then. */
  isKept?: boolean
  /** Somebody else changed the row: reads it again. */
  onReload?: (() => void) | undefined
  onClose: () => void
}

/** State and saving of a form, apart from where it stands. */
export function useMasterForm<R extends Route>(props: Omit<MasterFormProps<R>, 'title' | 'onClose'>) {
  const first = () => ({ ...formValues(props.fields, props.row), ...(props.row ? {} : props.preset) })
  const [values, setValues] = useState<FormValues>(first)
  /** As they are now, and what is known of them: a save that has waited reads no earlier drawing. */
  const now = useRef(values)
  const latest = useRef(props)
  latest.current = props
  /** It is being sent, and the answer takes it away. */
  const isHeld = useRef(false)
  const fill = (filled: FormValues) => {
    now.current = filled
    setValues(filled)
  }
  const [errors, setErrors] = useState<Faults>({})
  const [failure, setFailure] = useState<CallError>()
  const [busy, setBusy] = useState(false)
  const gestures = useMemo(() => new Gestures(setBusy), [])
  /** Counts the rows that were saved to go on with another. */
  const [round, setRound] = useState(0)
  /** As they were saved last. */
  const [saved, setSaved] = useState<FormValues>()
  /** Counts the saves that were refused: the first fault is shown then. */
  const [refusals, setRefusals] = useState(0)
  const refuse = (found: Faults) => {
    setErrors(found)
    setRefusals((old) => old + 1)
  }
  /** Fields that were changed and not answered yet; a new object with every key. */
  const [typed, setTyped] = useState<Readonly<Record<string, true>>>()
  const set = (name: string, value: unknown) => {
    const before = now.current[name]
    fill({ ...now.current, [name]: value })
    setErrors((old) => mended(old, name, before, value))
    setTyped((old) => ({ ...old, [name]: true }))
  }
  const check = () => {
    const { fields, row, schema } = latest.current
    const { id, version } = (row ?? {}) as { id?: number; version?: number }
    return schema.safeParse({ ...sentValues(fields, now.current), ...(id === undefined ? {} : { id, version }) })
  }
  const faultsOf = ({ error }: ReturnType<typeof check>) =>
    error ? namedFaults(latest.current.fields, now.current, fieldErrors(error.issues)) : {}
  useAnswer(typed, () => {
    const isTyped = ([place]: [string, string]) => typed?.[fieldOf(place)] === true
    const found = Object.entries(faultsOf(check())).filter(isTyped)
    setErrors((old) => Object.fromEntries([...Object.entries(old).filter((each) => !isTyped(each)), ...found]))
    setTyped(undefined)
  })
  /** Shows a refusal at its fields, also one of another call that the form makes. */
  const fail = (error: CallError) => {
    const known = new Set(props.fields.map((field) => field.name))
    const found = fieldErrors(error.errors)
    refuse(found)
    setFailure(Object.keys(found).some((name) => known.has(name)) ? undefined : error)
  }
  const send = async (body: unknown, another: boolean) => {
    const sent = now.current
    try {
      const answer = await gestures.change(latest.current.onSave(body))
      if (another) {
        fill(first())
        setRound((old) => old + 1)
      } else setSaved(sent)
      await latest.current.onSaved(answer, another, sent)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      fail(error)
    }
  }
  /** `also` is sent beside the form's values. */
  const save = async (another: boolean, also: object = {}) => {
    if (gestures.busy) return
    isHeld.current = another || !props.isKept
    try {
      if (choices.some) await gestures.run(() => choices.over())
      const parsed = check()
      setFailure(undefined)
      setTyped(undefined)
      if (!parsed.success) return refuse(faultsOf(parsed))
      await gestures.run(() => send({ ...(parsed.data as object), ...also }, another))
    } finally {
      isHeld.current = false
    }
  }
  /** Whether it may be sent as it stands; faults are shown. */
  const isComplete = () => {
    const parsed = check()
    if (!parsed.success) refuse(faultsOf(parsed))
    return parsed.success
  }
  const dirty = JSON.stringify(values) !== JSON.stringify(saved ?? first())
  return {
    values,
    errors,
    failure: failure?.message ?? '',
    busy,
    set,
    fail,
    isComplete,
    save,
    dirty,
    round,
    refusals,
    /** For what stands around the fields. */
    hold: useMemo(() => whileHeld(() => isHeld.current), []),
    stale: failure?.reason === 'stale',
  }
}

type Form = ReturnType<typeof useMasterForm>

/** The fields in two columns, faults under their field. The keyboard begins in the first that is to be filled, for each new row again. */
export function MasterFields(props: { form: Form; fields: readonly MasterField[]; isNew: boolean }) {
  const base = useId()
  const { form } = props
  const isOpen = (field: MasterField) => props.isNew || !field.fixed
  const first = firstToFill(props.fields.filter(isOpen), form.values)
  const begun = useRef<number>(undefined)
  useEffect(() => {
    // On a phone that would raise the keyboard over the form.
    if (begun.current !== form.round && !isTouch()) document.getElementById(`${base}-${first?.name}`)?.focus()
    begun.current = form.round
  }, [base, first, form.round])
  const place = useFirstFault(form.refusals)
  return (
    <div className="mf" {...form.hold} ref={place}>
      {props.fields.map((field) => {
        const id = `${base}-${field.name}`
        const disabled = !isOpen(field)
        const faults = cellFaults(form.errors, field.name)
        const error = (field.columns && rowFaults(field.columns, faults)) || form.errors[field.name]
        const control = { id, value: form.values[field.name], values: form.values, disabled, faults }
        return (
          <Fragment key={field.name}>
            {field.section && <h3 className="mf-wide">{field.section}</h3>}
            <div className={field.wide || field.kind === 'area' ? 'mf-wide' : undefined} data-field={field.name}>
              <label htmlFor={id}>
                {field.title}
                {field.required && <i aria-hidden>*</i>}
              </label>
              <Control
                field={field}
                control={{ ...control, onChange: (value) => form.set(field.name, value) }}
                invalid={error !== undefined}
              />
              {error !== undefined && (
                <p className="mf-error" id={`${id}-error`} role="alert">
                  {error}
                </p>
              )}
              {field.help && <p className="mf-help">{field.help}</p>}
            </div>
          </Fragment>
        )
      })}
    </div>
  )
}

/** Brings the first field with a fault into view after each save that was refused, and gives it the keyboard; on a hidden sheet once that is shown. */
function useFirstFault(refusals: number) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(refusals)
  useEffect(() => {
    if (shown.current === refusals) return
    // A sheet that is just being shown stands there by the next frame.
    const frame = requestAnimationFrame(() => {
      const field = place.current?.querySelector('.mf-error')?.parentElement
      if (!field?.checkVisibility()) return
      shown.current = refusals
      const control = field.querySelector<HTMLElement>('[aria-invalid]') ?? field.querySelector<HTMLElement>(focusable)
      ;(control ?? field).scrollIntoView({ block: 'center' })
      if (!isTouch()) control?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  })
  return place
}

const focusable = ':is(input, textarea, button):enabled'

const firstToFill = (fields: readonly MasterField[], values: FormValues): MasterField | undefined =>
  fields.find(({ name, required }) => required && (values[name] ?? '') === '') ?? fields[0]

/** A count as typed; what is no whole number stays text, so that the schema refuses it at its field. */
export function integerOf(typed: string): number | string | null {
  const plain = halfWidth(typed)
  if (plain === '') return null
  return /^-?(0|[1-9]\d{0,8})$/.test(plain) ? Number.parseInt(plain, 10) : typed
}

function Control(props: { field: MasterField; control: FieldControl; invalid: boolean }) {
  const { field, control } = props
  const { id, value, onChange, disabled } = control
  const shared = {
    id,
    disabled,
    ...(props.invalid ? { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {}),
  }
  if (field.render) return field.render(control)
  const text = value == null ? '' : String(value)
  switch (field.kind) {
    case 'area':
      return <Input.TextArea {...shared} rows={2} value={text} onChange={(event) => onChange(event.target.value)} />
    case 'decimal':
      return (
        <Input
          {...shared}
          inputMode="decimal"
          value={text}
          onChange={(event) => onChange(event.target.value.trim() === '' ? null : event.target.value.trim())}
        />
      )
    case 'integer':
      return (
        <Input
          {...shared}
          inputMode="numeric"
          value={text}
          onChange={(event) => onChange(integerOf(event.target.value.trim()))}
        />
      )
    case 'switch':
      return <Switch id={id} disabled={disabled} checked={value === true} onChange={onChange} />
    case 'date':
      return (
        <DayInput
          id={id}
          disabled={disabled}
          invalid={props.invalid}
          describedBy={shared['aria-describedby']}
          day={text || null}
          onChange={onChange}
        />
      )
    case 'select':
      return (
        <Select
          {...shared}
          allowClear={!field.required}
          showSearch={{ optionFilterProp: 'label' }}
          value={text || null}
          options={Object.entries(field.options ?? {}).map(([key, label]) => ({ value: key, label }))}
          onChange={(next: string | null | undefined) =>
            onChange(next == null ? null : field.numeric ? Number.parseInt(next, 10) : next)
          }
        />
      )
    default:
      return <Input {...shared} value={text} onChange={(event) => onChange(event.target.value)} />
  }
}

/** A failure that belongs to no field; a stale version offers to read the row again. */
export function MasterFailure(props: { form: Form; onReload?: (() => void) | undefined }) {
  const { form, onReload } = props
  if (!form.failure) return null
  const reload = form.stale && onReload && (
    <Button size="small" onClick={onReload}>
      重新加载
    </Button>
  )
  return <Alert type="error" title={form.failure} action={reload} className="mf-failure" />
}

/** Ctrl+S saves, as in the document editors. */
export const saveOnKey = (save: () => void) => (event: KeyboardEvent) => {
  if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return
  event.preventDefault()
  // A dialog over a form must not save the form as well.
  event.stopPropagation()
  save()
}

/** The form of one row in a drawer. */
export function MasterDrawer<R extends Route>(props: MasterFormProps<R>) {
  const form = useMasterForm(props)
  const isNew = props.row === undefined
  // An open antd drawer inside a hidden `<Activity>` fails when the tab is shown again.
  const active = useTabActive()
  useReturnedFocus()
  if (!active) return null
  return (
    <Drawer
      open
      // The first field has the keyboard: the drawer leaves it, and stands in the page by the time the field asks for it.
      autoFocus={false}
      getContainer={() => document.body}
      title={props.title}
      size={560}
      mask={{ closable: false }}
      // What was sent cannot be taken back: until its answer the drawer stays with its row.
      closable={!form.busy}
      keyboard={!form.dirty && !form.busy}
      onClose={props.onClose}
      footer={
        <div className="mf-foot">
          <Button disabled={form.busy} onClick={props.onClose}>
            取消
          </Button>
          {isNew && (
            <Button disabled={form.busy} onClick={() => void form.save(true)}>
              保存并新增
            </Button>
          )}
          <Button type="primary" loading={form.busy} onClick={() => void form.save(false)}>
            保存
          </Button>
        </div>
      }
    >
      <div onKeyDown={saveOnKey(() => void form.save(false))}>
        <MasterFailure form={form} onReload={props.onReload} />
        <MasterFields form={form} fields={props.fields} isNew={isNew} />
      </div>
    </Drawer>
  )
}
