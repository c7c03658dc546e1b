import { Input } from 'antd'
import { useEffect, useState } from 'react'
import type { FieldControl } from '../kit/form/master-form'
import { Autocomplete } from '../kit/ui/autocomplete'
import { findPartners, partnerById } from './lists'

/** A manufacturer in a form; shown by its name, kept by its id. */
export function ManufacturerLink({ id, value, disabled, onChange }: FieldControl) {
  const [name, setName] = useState('')
  const isUnknown = typeof value === 'number' && name === ''
  useEffect(() => {
    if (!isUnknown) return
    void partnerById(value).then(
      (partner) => setName(partner?.name ?? String(value)),
      () => setName(String(value)),
    )
  }, [isUnknown, value])
  if (disabled) return <Input id={id} disabled value={value == null ? '' : name} />
  return (
    <Autocomplete
      id={id}
      label="厂家"
      text={value == null ? '' : name}
      placeholder="名称 / 拼音 / 编码"
      find={(typed) => findPartners(typed, 'manufacturer')}
      onChange={(option) => {
        setName(option?.label ?? '')
        onChange(option?.value.id ?? null)
      }}
    />
  )
}
