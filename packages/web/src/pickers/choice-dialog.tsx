import { Button, Input, type InputProps } from 'antd'
import type { ReactNode } from 'react'
import { PageModal } from '../kit/ui/page-modal'
import type { Choices } from './choice-table'

/**
 * Frame of a dialog that rows are chosen in: a search, a table (ChoiceTable) and the button that takes. The keyboard stays in
 * the search.
 */
export function ChoiceDialog<Row>(props: {
  title: string
  width: number
  choices: Choices<Row>
  /** What taking is called. */
  take?: string
  /** What ticked rows are counted in, where several are taken at once: 个, 行. */
  counted?: string
  /** Before the buttons: what the keys do, further buttons. */
  hint?: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  const { choices, take = '选择' } = props
  const ticked = choices.ticked.length
  return (
    <PageModal
      open
      title={props.title}
      width={props.width}
      onCancel={props.onClose}
      footer={
        <>
          {props.hint}
          <Button onClick={props.onClose}>取消</Button>
          <Button type="primary" disabled={choices.rows.length === 0} onClick={choices.take}>
            {props.counted && ticked > 0 ? `${take} ${ticked} ${props.counted}` : take}
          </Button>
        </>
      }
    >
      {props.children}
    </PageModal>
  )
}

/** The search box of such a dialog, with what else narrows the rows beside it. */
export function ChoiceSearch<Row>(
  props: Omit<InputProps, 'onChange'> & { choices: Choices<Row>; onSearch: (text: string) => void },
) {
  const { choices, onSearch, children, ...input } = props
  return (
    <div className="picker-search" onKeyDown={choices.onKeyDown}>
      <Input autoFocus allowClear {...input} onChange={(event) => onSearch(event.target.value)} />
      {children}
    </div>
  )
}
