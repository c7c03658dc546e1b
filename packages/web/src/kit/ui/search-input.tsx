import { Input } from 'antd'

/** The small box in a bar that narrows what stands below while one types, for example 搜索权限. */
export function SearchInput(props: {
  placeholder: string
  /** Name for screen readers, where the placeholder does not say enough. */
  label?: string
  value: string
  onChange: (text: string) => void
}) {
  return (
    <Input
      size="small"
      allowClear
      className="lp-tree-search"
      placeholder={props.placeholder}
      aria-label={props.label ?? props.placeholder}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value.trimStart())}
    />
  )
}
