import type { Decision } from '@chepu/contract/kernel/customer-link'
import { element } from './element'

/** Rows to each of which somebody says whether he agrees. */
interface DecisionRows {
  node: HTMLElement
  /** What is said so far. */
  decisions: () => Decision[]
  /** How many rows nobody has decided yet. */
  open: () => number
}

const answers = [
  { agrees: true, label: '同意' },
  { agrees: false, label: '不同意' },
] as const

/** A row for each thing, with 同意 and 不同意 below it, and 全部同意 above them all. `onChange` hears of every decision. */
export function decisionRows(
  rows: readonly { lineId: number; label: string; content: Node }[],
  onChange: () => void,
): DecisionRows {
  const said = new Map<number, boolean>()
  const radios: HTMLInputElement[] = []
  const radio = (lineId: number, { agrees, label }: (typeof answers)[number]) => {
    const input = element('input', { type: 'radio', name: `line-${lineId}` })
    input.addEventListener('change', () => {
      said.set(lineId, agrees)
      onChange()
    })
    if (agrees) radios.push(input)
    return element('label', { className: agrees ? 'is-yes' : 'is-no' }, input, label)
  }
  const all = element('button', { type: 'button', className: 'link-all', textContent: '全部同意' })
  all.addEventListener('click', () => {
    for (const input of radios) if (!input.checked) input.click()
  })
  const row = ({ lineId, label, content }: (typeof rows)[number]) =>
    element(
      'fieldset',
      { className: 'link-line' },
      element('legend', { className: 'visually-hidden', textContent: label }),
      content,
      element('div', { className: 'link-choice' }, ...answers.map((answer) => radio(lineId, answer))),
    )
  return {
    node: element('div', {}, rows.length > 1 && all, ...rows.map(row)),
    decisions: () => [...said].map(([lineId, agrees]) => ({ lineId, agrees })),
    open: () => rows.length - said.size,
  }
}
