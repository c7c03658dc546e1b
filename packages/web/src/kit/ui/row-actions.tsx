import { Dropdown } from 'antd'
import { useState } from 'react'

/** One thing to do with a row. Leave out what permission or state does not allow (business/lists 2.1). */
export interface RowAction {
  key: string
  label: string
  danger?: boolean
  run: () => void
}

/**
 * The first action as a link, the rest under 更多; the menu is built only when it is opened. What undoes something never
 * stands as a link, where a slip of the pointer finds it, and neither does what a click on the row's name does (`open`).
 * Each is a stop of the Tab key only when `tabbable`: a table leads the keyboard to the actions of its active row itself.
 */
export function RowActions(props: { actions: readonly RowAction[]; inline?: number; tabbable?: boolean }) {
  const { actions } = props
  const { inline = 1 } = props
  const open = actions.filter(isOpening)
  const others = actions.filter((action) => !isOpening(action))
  const links = others.length === 0 ? open : others.filter((action) => !action.danger).slice(0, inline)
  const rest = [...open, ...others].filter((action) => !links.includes(action))
  const tabIndex = props.tabbable ? 0 : -1
  return (
    <>
      {links.map((action) => (
        <button key={action.key} type="button" className="kit-link" tabIndex={tabIndex} onClick={action.run}>
          {action.label}
        </button>
      ))}
      {rest.length > 0 && <MoreActions actions={rest} tabIndex={tabIndex} />}
    </>
  )
}

const isOpening = (action: RowAction) => action.key === 'open'

function MoreActions(props: { actions: readonly RowAction[]; tabIndex: number }) {
  /** undefined until it was opened once: only then the keyboard comes back to the button. */
  const [open, setOpen] = useState<boolean>()
  const button = (
    <button
      type="button"
      className="kit-link"
      tabIndex={props.tabIndex}
      aria-haspopup="menu"
      autoFocus={open === false}
      onClick={() => setOpen(true)}
    >
      更多
    </button>
  )
  if (!open) return button
  const items = props.actions.map(({ key, label, danger, run }) => ({
    key,
    label,
    danger: danger ?? false,
    onClick: () => {
      setOpen(false)
      run()
    },
  }))
  // The menu does not slide in: a quick click would fall between two of its entries.
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      transitionName=""
      menu={{ items }}
      onOpenChange={setOpen}
      destroyOnHidden
    >
      {button}
    </Dropdown>
  )
}
