import type { PartRow } from '@chepu/contract/basics/part'
import type { FieldControl } from '../kit/form/master-form'
import { Autocomplete } from '../kit/ui/autocomplete'
import { type Row, type RowColumn, SubTableField } from '../kit/form/sub-table-field'
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
      <SubTableField control={control} columns={props.columns} />
      {!control.disabled && (
        <Autocomplete
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
