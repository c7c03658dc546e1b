import type { KeyboardEvent, SyntheticEvent } from 'react'

/** Keys that change what stands in fields, beside those of the program. */
const isEditing = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (key.length === 1 && !ctrlKey && !metaKey) || ['Enter', 'Backspace', 'Delete', 'Insert', 'F2'].includes(key)

/**
 * Handlers for what stands around fields: while `isHeld` they take neither keys nor clicks nor what an input method or a paste brings, in
 * lists and dialogs that were opened out of them either, unless `isHeld` looks where it happens. The keyboard stays where it is, and Tab goes on.
 */
export function whileHeld(isHeld: (event: SyntheticEvent) => boolean) {
  const hold = (event: SyntheticEvent) => {
    if (!isHeld(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    onKeyDownCapture: (event: KeyboardEvent) => isEditing(event) && hold(event),
    // Lists are chosen from before the click; the place where it falls may still take the keyboard.
    onMouseDownCapture: (event: SyntheticEvent) => isHeld(event) && event.stopPropagation(),
    onClickCapture: hold,
    onPasteCapture: hold,
    onDropCapture: hold,
    // What no key told of beforehand: React puts the field back to its value.
    onChangeCapture: hold,
  }
}
