import { trimZeros } from '@chepu/contract/kernel/decimal'
import { numberText } from '@chepu/contract/kernel/typed'
import { Button, Checkbox, Input, Select } from 'antd'
import { type ReactNode, useRef } from 'react'
import { isTouch } from '../base/use-narrow'
import { type FieldControl, integerOf } from './master-form'
import './sub-table-field.css'

export type Row = Readonly<Record<string, unknown>>

/** One column of rows in a form. */
export interface RowColumn {
  name: string
  title: string
  /** Default text. `count` is a whole number, `shown` is not typed, `check` is ticked, `one` in one row at most. */
  kind?: 'text' | 'decimal' | 'count' | 'select' | 'check' | 'one' | 'shown'
  options?: Readonly<Record<string, string>>
  /** Ids of a select are numbers on the wire. */
  numeric?: boolean
  width?: number
  /** Stands right, as figures do that are read under one another. */
  isFigure?: boolean
  /** A control of one's own in the place of the kind's. */
  render?: (control: CellControl) => ReactNode
  /** What a row shows in the place of the control where it has nothing to type. */
  shownIn?: (row: Row) => string | undefined
}

interface CellControl {
  value: unknown
  label: string
  disabled: boolean
  /** What is wrong with it. */
  fault: string | undefined
  onChange: (value: unknown) => void
}

/** Rows of a master inside its form: contacts, OE numbers, components. Faulty cells are red and named under the table; a new row has the keyboard. */
export function SubTableField(props: {
  control: FieldControl
  columns: readonly RowColumn[]
  /** A new row, also made of those that stand, and the button that adds it; left out when rows come from elsewhere. */
  empty?: Row | ((rows: readonly Row[]) => Row)
  addText?: string
  /** A row that stays as it is. */
  isFixed?: (row: Row) => boolean
}): ReactNode {
  const { control, columns } = props
  const rows = (control.value as readonly Row[] | null) ?? []
  const isFixed = (row: Row) => control.disabled || props.isFixed?.(row) === true
  const change = (at: number, name: string, value: unknown, isOne: boolean) =>
    control.onChange(
      rows.map((row, i) => (i === at ? { ...row, [name]: value } : isOne ? { ...row, [name]: false } : row)),
    )
  const body = useRef<HTMLTableSectionElement>(null)
  const add = (empty: NonNullable<typeof props.empty>) => {
    control.onChange([...rows, typeof empty === 'function' ? empty(rows) : empty])
    // On a phone that would raise the keyboard over the form.
    if (!isTouch())
      requestAnimationFrame(() => body.current?.lastElementChild?.querySelector<HTMLElement>('input:enabled')?.focus())
  }
  return (
    <div className="rows-control" id={control.id}>
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.name}
                  className={column.isFigure ? 'rows-control-figure' : undefined}
                  style={column.width ? { width: column.width } : undefined}
                >
                  {column.title}
                </th>
              ))}
              {!control.disabled && <th aria-label="操作" className="rows-control-end" />}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, i) => (
              // Rows have no identity before they are saved; their place is what the user sees.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={i}>
                {columns.map((column) => (
                  <td key={column.name} className={column.isFigure ? 'rows-control-figure' : undefined}>
                    {column.shownIn?.(row) ?? (
                      <Cell
                        column={column}
                        value={row[column.name]}
                        label={`第${i + 1}行 ${column.title}`}
                        disabled={isFixed(row)}
                        fault={control.faults?.[`${i}.${column.name}`]}
                        onChange={(value) => change(i, column.name, value, column.kind === 'one')}
                      />
                    )}
                  </td>
                ))}
                {!control.disabled && (
                  <td className="rows-control-end">
                    {!isFixed(row) && (
                      <button
                        type="button"
                        className="kit-link"
                        aria-label={`删除第${i + 1}行`}
                        onClick={() => control.onChange(rows.filter((_, other) => other !== i))}
                      >
                        删除
                      </button>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!control.disabled && props.addText !== undefined && (
        <Button size="small" type="dashed" onClick={() => add(props.empty ?? {})}>
          {props.addText}
        </Button>
      )}
    </div>
  )
}

function Cell({ column, ...control }: CellControl & { column: RowColumn }): ReactNode {
  if (column.render) return column.render(control)
  const { value, label, disabled, fault, onChange } = control
  const text = value == null ? '' : String(value)
  const told = fault === undefined ? {} : { status: 'error' as const, 'aria-invalid': true, title: fault }
  switch (column.kind) {
    case 'shown':
      return text
    case 'check':
    case 'one':
      return (
        <Checkbox
          aria-label={label}
          disabled={disabled}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      )
    case 'select':
      return (
        <Select
          {...told}
          size="small"
          aria-label={label}
          disabled={disabled}
          showSearch={{ optionFilterProp: 'label' }}
          value={text || null}
          options={Object.entries(column.options ?? {}).map(([key, title]) => ({ value: key, label: title }))}
          onChange={(next: string) => onChange(column.numeric ? Number.parseInt(next, 10) : next)}
        />
      )
    case 'count':
      return (
        <Input
          {...told}
          size="small"
          aria-label={label}
          disabled={disabled}
          inputMode="numeric"
          value={text}
          onChange={(event) => onChange(integerOf(event.target.value.trim()))}
        />
      )
    case 'decimal':
      return (
        <Input
          {...told}
          size="small"
          aria-label={label}
          disabled={disabled}
          inputMode="decimal"
          value={/^\d+\.\d*0$/.test(text) && text.length > 5 ? trimZeros(text) : text}
          onChange={(event) => onChange(event.target.value.trim() === '' ? null : event.target.value.trim())}
          onBlur={() => text !== '' && onChange(numberText(text))}
        />
      )
    default:
      return (
        <Input
          {...told}
          size="small"
          aria-label={label}
          disabled={disabled}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )
  }
}
