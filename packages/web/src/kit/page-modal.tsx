import { Modal, type ModalProps } from 'antd'
import { useReturnedFocus } from './focus'
import { useTabActive } from './tabs'

/** What was sent cannot be taken back: until its answer the modal stays, lest that closes whatever was opened after it. */
const whileSending: ModalProps = { closable: false, keyboard: false, cancelButtonProps: { disabled: true } }

function FocusedModal(props: ModalProps) {
  useReturnedFocus()
  return <Modal destroyOnHidden {...props} {...(props.confirmLoading ? whileSending : {})} />
}

/**
 * Modal of a page. It exists only while its tab is on screen: an antd Modal that is open inside a hidden Activity
 * crashes on its return. What its content must remember over a change of tabs belongs into the page's state.
 */
export function PageModal(props: ModalProps) {
  return useTabActive() && <FocusedModal {...props} />
}
