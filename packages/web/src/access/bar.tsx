import { Alert, Button, Select } from 'antd'
import { useId } from 'react'

/** A labelled drop-down in the bar of a settings page. */
export function BarSelect<Value extends number | string>(props: {
  title: string
  value: Value | undefined
  options: readonly { value: Value; label: string; disabled?: boolean }[]
  onChange: (value: Value | undefined) => void
  placeholder?: string
  allowClear?: boolean
  disabled?: boolean
  wide?: boolean
}) {
  const id = useId()
  return (
    <div className={props.wide ? 'ac-pick ac-pick-wide' : 'ac-pick'}>
      <label htmlFor={id}>{props.title}</label>
      <Select<Value>
        id={id}
        size="small"
        showSearch={{ optionFilterProp: 'label' }}
        allowClear={props.allowClear ?? false}
        disabled={props.disabled ?? false}
        placeholder={props.placeholder}
        value={props.value ?? (null as unknown as Value)}
        options={[...props.options]}
        onChange={(value: Value | undefined) => props.onChange(value)}
      />
    </div>
  )
}

/** Why a save failed; a page that somebody else has changed since can be read again. */
export function SaveFailure(props: { failure: string; isStale: boolean; onReload: () => void }) {
  if (!props.failure) return null
  const reload = props.isStale && (
    <Button size="small" onClick={props.onReload}>
      重新加载
    </Button>
  )
  return <Alert type="error" showIcon title={props.failure} action={reload} />
}
