import { publicRegionTree } from '@chepu/contract/basics/region'
import { regionOptions, type RegionOption } from '@chepu/contract/kernel/region-tree'
import { Cascader } from 'antd'
import { useMemo } from 'react'
import type { FieldControl } from '../kit/master-form'
import { useCall } from '../kit/use-call'

const hour = 3_600_000

/** 省 / 市 / 区 of an application, asked for without a token (SPEC 2); the value is the code of the last step. */
export function OpenRegion({ id, value, onChange }: FieldControl) {
  const { data } = useCall(publicRegionTree, {}, { stale: hour })
  const options = useMemo(() => regionOptions(data ?? []), [data])
  const code = String(value ?? '')
  const path = useMemo(() => pathTo(options, code), [options, code])
  return (
    <Cascader
      id={id}
      className="kit-wide"
      options={options}
      value={path}
      loading={!data}
      placeholder="省 / 市 / 区"
      showSearch={{ filter: (text, way) => way.some((step) => String(step.label).includes(text)) }}
      onChange={(chosen) => onChange(String(chosen?.at(-1) ?? ''))}
    />
  )
}

/** Codes from the province down to `code`. */
function pathTo(options: readonly RegionOption[], code: string): string[] {
  for (const option of options) {
    if (option.value === code) return [code]
    const below = pathTo(option.children ?? [], code)
    if (below.length > 0) return [String(option.value), ...below]
  }
  return []
}
