/**
 * A scanner at the page: it types a code and Enter into what has the keyboard, quicker than any hand. Keys of the browser's driver come too slowly for
 * that on a busy machine.
 */
export function scans(code: string): void {
  for (const key of [...code, 'Enter']) {
    const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(press)
    if (key !== 'Enter' && !press.defaultPrevented) document.execCommand('insertText', false, key)
  }
}
