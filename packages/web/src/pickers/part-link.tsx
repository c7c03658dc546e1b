import { partRoutes, type PartRow } from '@chepu/contract/basics/part'
import { useState } from 'react'
import { call } from '../kit/base/call'
import type { FieldControl } from '../kit/form/master-form'
import { Autocomplete } from '../kit/ui/autocomplete'
import type { PickOption } from '../kit/ui/pick-options'

const optionOf = (part: PartRow): PickOption<PartRow> => ({
  id: part.id,
  label: `${part.code} ${part.name}`,
  hint: part.brandName,
  value: part,
})

/** Active parts that the text names; the part list's own search, so that a part of any org is found. */
export async function findParts(text: string): Promise<PickOption<PartRow>[]> {
  const { rows } = await call(partRoutes.list, { query: { q: text, active: 'true', rows: 20 }, quiet: true })
  return rows.map(optionOf)
}

/** A part in a form, found by typing; sends its id. */
export function PartLink({ id, onChange }: FieldControl) {
  const [text, setText] = useState('')
  return (
    <Autocomplete
      id={id}
      label="配件"
      text={text}
      placeholder="编码 / 名称 / 拼音 / OE号"
      find={findParts}
      onChange={(option) => {
        setText(option?.label ?? '')
        onChange(option?.value.id ?? null)
      }}
    />
  )
}
