import { Modal, type ModalProps } from 'antd'
import { useReturnedFocus } from './focus'
import { useTabActive } from './tabs'

function FocusedModal(props: ModalProps) {
  useReturnedFocus()
  return <Modal destroyOnHidden {...props} />
}

/**
 * Modal of a page. It exists only while its tab is on screen: an antd Modal that is open inside a hidden Activity
 * crashes on its return. What its content must remember over a change of tabs belongs into the page's state.
 */
export function PageModal(props: ModalProps) {
  return useTabActive() && <FocusedModal {...props} />
}
