import { labelMark, MarkRefused } from './barcode'
import { dotsOf, labelHtml, labelPage, type LabelSize, type LabelText } from './label-template'
import { printPage } from './print-page'
import { toast } from '../base/toast'

/** Stickers that are put into the page at once; between two such steps the user can go on. */
const stepLabels = 200

const copiesOf = (label: LabelText): number => label.copies ?? 1

/** How many stickers come out. */
export const countOf = (labels: readonly LabelText[]): number => labels.reduce((sum, label) => sum + copiesOf(label), 0)

/** Prints stickers of a size through a hidden frame. Those that no mark can be made for are named, the others come out. */
export async function printLabels(labels: readonly LabelText[], size: LabelSize = 'usual'): Promise<void> {
  const refused: string[] = []
  const drawn: { html: string; copies: number }[] = []
  for (const label of labels) {
    try {
      drawn.push({ html: labelHtml(label, await labelMark(label.code, dotsOf(size))), copies: copiesOf(label) })
    } catch (error) {
      if (!(error instanceof MarkRefused)) throw error
      refused.push(`${label.code}（${error.message}）`)
    }
  }
  if (refused.length > 0) toast.error(`以下标签没有打印：${refused.join('、')}`)
  if (drawn.length > 0) await printPage(labelPage(size), (paper) => fill(paper, drawn))
}

async function fill(paper: Document, labels: readonly { html: string; copies: number }[]): Promise<void> {
  for (const { html, copies } of labels) {
    for (let done = 0; done < copies; done += stepLabels) {
      paper.body.insertAdjacentHTML('beforeend', html.repeat(Math.min(stepLabels, copies - done)))
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
}
