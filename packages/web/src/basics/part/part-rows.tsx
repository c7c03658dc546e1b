import type { PartRow } from '@chepu/contract/basics/part'
import type { FieldControl } from '../../kit/master-form'
import { PickBox } from '../../kit/pick-box'
import { type Row, type RowColumn, RowsControl } from '../../kit/rows-control'
import { findParts } from './part-link'

/** Rows that each name a part: a part is added by finding it; the same part is not added twice. */
export function PartRows(props: {
  control: FieldControl
  /** Field of the row that holds the part's id. */
  idField: string
  preset: Row
  columns: readonly RowColumn[]
}) {
  const { control, idField } = props
  const rows = (control.value as readonly Row[] | null) ?? []
  const add = (part: PartRow) => {
    if (rows.some((row) => row[idField] === part.id)) return
    const named = { [idField]: part.id, partCode: part.code, partName: part.name, brandName: part.brandName }
    control.onChange([...rows, { ...named, ...props.preset }])
  }
  return (
    <>
      <RowsControl control={control} columns={props.columns} />
      {!control.disabled && (
        <PickBox
          label="添加配件"
          text=""
          placeholder="添加配件：编码 / 名称 / 拼音 / OE号"
          find={findParts}
          onChange={(option) => option && add(option.value)}
        />
      )}
    </>
  )
}
