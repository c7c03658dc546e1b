import { Tag } from 'antd'
import { useState } from 'react'
import type { FieldControl } from '../../kit/form/master-form'
import { Autocomplete } from '../../kit/ui/autocomplete'
import { findPartners } from '../../pickers/lists'

/** Several customers, found one after the other; each can be taken out again. The value is their ids. */
export function CustomersField({ id, value, onChange }: FieldControl) {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  const chosen = (value as number[] | null) ?? []
  const add = (partnerId: number, name: string) => {
    setNames(new Map(names).set(partnerId, name))
    if (!chosen.includes(partnerId)) onChange([...chosen, partnerId])
  }
  return (
    <>
      <Autocomplete
        id={id}
        label="客户"
        text=""
        placeholder="名称 / 拼音 / 手机尾号"
        find={(text) => findPartners(text, 'customer')}
        onChange={(option) => option && add(option.value.id, option.label)}
      />
      {chosen.map((partnerId) => (
        <Tag key={partnerId} closable onClose={() => onChange(chosen.filter((other) => other !== partnerId))}>
          {names.get(partnerId)}
        </Tag>
      ))}
    </>
  )
}
