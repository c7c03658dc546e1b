import type { BillPrices } from '@chepu/contract/warranty/bill-prices'
import { searchParts } from '@chepu/contract/basics/lookups'
import { warrantyFaults } from '@chepu/contract/warranty/warranty-bill'
import { call } from '../../kit/base/call'
import { ListField, useField } from '../../kit/document/document-header'
import { shown } from '../../kit/grid/line-grid-text'
import { Autocomplete } from '../../kit/ui/autocomplete'
import { filterOptions } from '../../kit/ui/pick-options'
import type { BillStore } from './bill-store'

/** 故障代码 of the manufacturer, and those of nobody. */
export function FaultField() {
  const field = useField({ name: 'faultCodeId', open: true })
  const { faultName, manufacturerId } = field.header
  const text = typeof field.value === 'number' ? shown(faultName) : ''
  const find = async (typed: string) => {
    const own = typeof manufacturerId === 'number' ? { manufacturerId } : {}
    const q = typed.trim()
    const { rows } = await call(warrantyFaults, { query: { ...own, ...(q && { q }) }, quiet: true })
    return rows.map(({ id, code, name, system }) => ({ id, label: name, hint: `${code}　${system}`, value: id }))
  }
  return field.frame(
    <Autocomplete
      id={field.id}
      label={field.title}
      text={text}
      placeholder="代码 / 名称"
      find={find}
      invalid={field.invalid}
      onChange={(option) =>
        field.store.setHeader({ faultCodeId: option?.value ?? null, faultName: option?.label ?? null })
      }
    />,
    text,
  )
}

/** 主因件: a part of the bill, or any that is searched for. */
export function CausePartField({ bill }: { bill: BillStore }) {
  const field = useField({ name: 'causePartId', open: true })
  const { causePartCode, causePartName } = field.header
  const text = typeof field.value === 'number' ? `${shown(causePartCode)} ${shown(causePartName)}`.trim() : ''
  const find = async (typed: string) => {
    const own = bill.parts().map((part) => ({ id: part.id, label: part.name, hint: part.code, value: part }))
    const known = filterOptions(own, typed)
    if (typed.trim() === '' || known.length > 0) return known
    const { rows } = await call(searchParts, { query: { mode: 'sale', q: typed.trim(), rows: 20 }, quiet: true })
    return rows.map(({ partId: id, partCode: code, partName: name }) => ({
      id,
      label: name,
      hint: code,
      value: { id, code, name },
    }))
  }
  return field.frame(
    <Autocomplete
      id={field.id}
      label={field.title}
      text={text}
      placeholder="本单材料 / 编码 / 名称"
      find={find}
      invalid={field.invalid}
      onChange={(option) =>
        field.store.setHeader({
          causePartId: option?.value.id ?? null,
          causePartCode: option?.value.code ?? null,
          causePartName: option?.value.name ?? null,
        })
      }
    />,
    text,
  )
}

/** 三包政策 among those in force; while nobody has chosen one it is the most specific, which it names. */
export function PolicyField({ asked }: { asked: BillPrices | undefined }) {
  const options = (asked?.policies ?? []).map(({ termId, name }) => ({ id: termId, label: name, value: termId }))
  const judging = asked?.policies.find(({ termId }) => termId === asked.policyTermId)
  return <ListField name="policyTermId" options={options} otherwise={judging && `自动：${judging.name}`} />
}
