import { type ReactNode, useEffect, useRef } from 'react'
import { sideWidth } from './theme'

/** The side menu on a narrow screen: over the page, closed by a choice, by Escape or by a tap beside it. */
export function MobileMenu({ isOpen, close, children }: { isOpen: boolean; close: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      className="side-drawer"
      aria-label="菜单"
      style={{ width: sideWidth.open }}
      onCancel={close}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      {isOpen && children}
    </dialog>
  )
}
