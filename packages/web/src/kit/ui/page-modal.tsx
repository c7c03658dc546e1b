import { Modal, type ModalProps } from 'antd'
import { useEffect, useState } from 'react'
import { beginInDialog, useReturnedFocus } from '../base/focus'
import { useTabActive } from '../base/tabs'

/** What was sent cannot be taken back: until its answer the modal stays, lest that closes whatever was opened after it. */
const whileSending: ModalProps = { closable: false, keyboard: false, cancelButtonProps: { disabled: true } }

/**
 * Dialogs stand where they open. While antd moves one it draws nothing anew, so that keys typed into it are lost, and a quick
 * click misses the button that still grows. Its own container would come into the page only after autoFocus asked for the keyboard.
 */
const standing: ModalProps = { transitionName: '', maskTransitionName: '', getContainer: () => document.body }

function FocusedModal(props: ModalProps) {
  const [isOpen, setOpen] = useState(false)
  useReturnedFocus()
  // What has a footer of its own is a desk to work at: an Enter that is still held down must not settle it.
  const isQuestion = props.footer === undefined
  useEffect(() => {
    if (isOpen) beginInDialog(isQuestion)
  }, [isOpen, isQuestion])
  return (
    <Modal
      destroyOnHidden
      {...standing}
      {...props}
      {...(props.confirmLoading ? whileSending : {})}
      afterOpenChange={setOpen}
    />
  )
}

/**
 * Modal of a page. It exists only while its tab is on screen: an antd Modal that is open inside a hidden Activity
 * crashes on its return. What its content must remember over a change of tabs belongs into the page's state.
 */
export function PageModal(props: ModalProps) {
  return useTabActive() && <FocusedModal {...props} />
}
