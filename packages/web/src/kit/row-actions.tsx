import { Dropdown } from 'antd'
import { useState } from 'react'

/** One thing to do with a row. Leave out what permission or state does not allow (DOMAIN 2.14 rule 1). */
export interface RowAction {
  key: string
  label: string
  danger?: boolean
  run: () => void
}

/**
 * The first two actions as links, the rest under 更多; the menu is built only when it is opened. What undoes something never
 * stands as a link, where a slip of the pointer finds it. Each is a stop of the Tab key only when `tabbable`: a table leads
 * the keyboard to the actions of its active row itself.
 */
export function RowActions(props: { actions: readonly RowAction[]; inline?: number; tabbable?: boolean }) {
  const { actions } = props
  const firstDanger = actions.findIndex((action) => action.danger)
  const inline = Math.min(props.inline ?? 2, firstDanger < 0 ? actions.length : firstDanger)
  const rest = actions.slice(inline)
  const tabIndex = props.tabbable ? 0 : -1
  return (
    <>
      {actions.slice(0, inline).map((action) => (
        <button key={action.key} type="button" className="kit-link" tabIndex={tabIndex} onClick={action.run}>
          {action.label}
        </button>
      ))}
      {rest.length > 0 && <MoreActions actions={rest} tabIndex={tabIndex} />}
    </>
  )
}

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
  return (
    <Dropdown open autoFocus trigger={['click']} menu={{ items }} onOpenChange={setOpen} destroyOnHidden>
      {button}
    </Dropdown>
  )
}
