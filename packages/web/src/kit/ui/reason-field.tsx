import { remarkLength } from '@chepu/contract/kernel/scalars'
import { Input } from 'antd'

/** Why something is done, for its log; it takes the keyboard at once. */
export function ReasonField(props: { value: string; onChange: (reason: string) => void }) {
  return (
    <label className="kit-reason">
      原因（必填）
      <Input.TextArea
        autoFocus
        rows={2}
        maxLength={remarkLength}
        showCount
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </label>
  )
}
