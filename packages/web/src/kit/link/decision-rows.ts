import type { Decision } from '@chepu/contract/kernel/customer-link'
import { element } from './element'

/** A thing to decide, with its amount where the answer says what was seen. */
interface DecisionRow {
  lineId: number
  label: string
  content: Node
  seen?: string
  /** What is agreed to in any case, and why. */
  fixed?: string
}

/** Rows to each of which somebody says whether he agrees. */
interface DecisionRows {
  node: HTMLElement
  /** What is said so far. */
  decisions: () => Decision[]
  /** How many rows nobody has decided yet, or without the reason that is asked for. */
  open: () => number
}

const answers = [
  { agrees: true, label: '同意' },
  { agrees: false, label: '不同意' },
] as const

/**
 * A row for each thing, with 同意 and 不同意 below it, and 全部同意 above them all. Who does without one says why where there are `reasons`.
 * `onChange` hears of every decision.
 */
export function decisionRows(
  rows: readonly DecisionRow[],
  onChange: () => void,
  reasons: readonly string[] = [],
): DecisionRows {
  const said = new Map<number, boolean>()
  const why = new Map<number, HTMLSelectElement>()
  const radios: HTMLInputElement[] = []
  const radio = (lineId: number, { agrees, label }: (typeof answers)[number]) => {
    const input = element('input', { type: 'radio', name: `line-${lineId}` })
    input.addEventListener('change', () => {
      said.set(lineId, agrees)
      why.get(lineId)?.toggleAttribute('hidden', agrees)
      onChange()
    })
    if (agrees) radios.push(input)
    return element('label', { className: agrees ? 'is-yes' : 'is-no' }, input, label)
  }
  const all = element('button', { type: 'button', className: 'link-all', textContent: '全部同意' })
  all.addEventListener('click', () => {
    for (const input of radios) if (!input.checked) input.click()
  })
  const row = ({ lineId, label, content, fixed }: DecisionRow) => {
    if (fixed !== undefined) {
      said.set(lineId, true)
      return element(
        'div',
        { className: 'link-line' },
        content,
        element('p', { className: 'link-note', textContent: fixed }),
      )
    }
    const select = reasons.length > 0 && reasonSelect(label, reasons, onChange)
    if (select) why.set(lineId, select)
    return element(
      'fieldset',
      { className: 'link-line' },
      element('legend', { className: 'visually-hidden', textContent: label }),
      content,
      element('div', { className: 'link-choice' }, ...answers.map((answer) => radio(lineId, answer))),
      select,
    )
  }
  const decisionOn = ({ lineId, seen }: DecisionRow): Decision[] => {
    const agrees = said.get(lineId)
    if (agrees === undefined) return []
    const reason = agrees ? undefined : why.get(lineId)?.value
    return [{ lineId, agrees, ...(reason && { reason }), ...(seen !== undefined && { seen }) }]
  }
  const isOpen = ({ lineId }: DecisionRow) => said.get(lineId) === undefined || isSilent(lineId)
  const isSilent = (lineId: number) => said.get(lineId) === false && why.get(lineId)?.value === ''
  return {
    node: element('div', {}, rows.filter(({ fixed }) => fixed === undefined).length > 1 && all, ...rows.map(row)),
    decisions: () => rows.flatMap(decisionOn),
    open: () => rows.filter(isOpen).length,
  }
}

/** Why somebody does without a thing; shown once he says so. */
function reasonSelect(label: string, reasons: readonly string[], onChange: () => void): HTMLSelectElement {
  const option = (value: string, textContent = value) => element('option', { value, textContent })
  const select = element(
    'select',
    { className: 'link-reason', ariaLabel: `${label} 不做的原因`, hidden: true },
    option('', '请选择不做的原因'),
    ...reasons.map((reason) => option(reason)),
  )
  select.addEventListener('change', onChange)
  return select
}
