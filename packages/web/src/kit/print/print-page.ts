/**
 * Prints a page through a hidden frame, without a preview; `fill` completes it first. The frame goes when the browser's print
 * dialog is closed.
 */
export async function printPage(html: string, fill?: (paper: Document) => Promise<void>): Promise<void> {
  const frame = document.createElement('iframe')
  frame.className = 'kit-print-hidden'
  frame.title = '打印'
  frame.srcdoc = html
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  await loaded
  const { contentDocument, contentWindow } = frame
  if (contentDocument) await fill?.(contentDocument)
  contentWindow?.addEventListener('afterprint', () => frame.remove())
  contentWindow?.print()
}
