import { publicRegionTree, regionTree } from '@chepu/contract/basics/region'
import { regionOptions, type RegionOption } from '@chepu/contract/kernel/region-tree'
import { Cascader } from 'antd'
import { useMemo } from 'react'
import type { FieldControl } from '../kit/form/master-form'
import { useCall } from '../kit/base/use-call'

const hour = 3_600_000

/** Regions change once a year: an hour old is fresh enough. */
export function useRegionOptions(level: 1 | 2 | 3 = 3, route = regionTree): RegionOption[] {
  const found = useCall(route, { query: { reg_id: '0086', level } }, { stale: hour })
  return useMemo(() => regionOptions(found.data ?? []), [found.data])
}

/**
 * 省 / 市 / 区; the value is the code of the last step, '' for none. Any step may be the last, unless `complete`. `open`
 * asks without a token, for 企业注册.
 */
export function RegionCascader(props: {
  id?: string
  /** What it is called where no label stands beside it. */
  label?: string
  value: string
  disabled?: boolean
  open?: boolean
  complete?: boolean
  onChange: (code: string) => void
}) {
  const options = useRegionOptions(3, props.open ? publicRegionTree : regionTree)
  const path = useMemo(() => pathTo(options, props.value), [options, props.value])
  return (
    <Cascader
      {...(props.id === undefined ? {} : { id: props.id })}
      {...(props.label === undefined ? {} : { 'aria-label': props.label })}
      className="kit-wide"
      changeOnSelect={props.complete !== true}
      disabled={props.disabled ?? false}
      options={options}
      value={path}
      placeholder="省 / 市 / 区"
      showSearch={{ filter: (text, way) => way.some((step) => String(step.label).includes(text)) }}
      onChange={(chosen) => props.onChange(String(chosen?.at(-1) ?? ''))}
    />
  )
}

/** The same as a field of a form. */
export const RegionControl = ({ id, value, onChange, disabled }: FieldControl) => (
  <RegionCascader id={id} value={String(value ?? '')} disabled={disabled} onChange={onChange} />
)

/** Codes from the province down to `code`. */
function pathTo(options: readonly RegionOption[], code: string): string[] {
  for (const option of options) {
    if (option.value === code) return [code]
    const below = pathTo(option.children ?? [], code)
    if (below.length > 0) return [String(option.value), ...below]
  }
  return []
}
