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

/** How somebody says yes and no, and what he is asked when he says no. */
export interface Verdicts {
  yes: string
  no: string
  /** Before the reasons that he chooses from. */
  choose: string
  /** Before what he writes, where there is nothing to choose from and he must say something. */
  write?: string
}

export const agreement: Verdicts = { yes: '同意', no: '不同意', choose: '不做的原因' }

/**
 * A row for each thing, with yes and no below it, and 全部同意 above them all. Who does without one says why where there are `reasons`, or where
 * the words ask for it. `onChange` hears of every decision.
 */
export function decisionRows(
  rows: readonly DecisionRow[],
  onChange: () => void,
  reasons: readonly string[] = [],
  verdicts: Verdicts = agreement,
): DecisionRows {
  const answers = [
    { agrees: true, label: verdicts.yes },
    { agrees: false, label: verdicts.no },
  ]
  const said = new Map<number, boolean>()
  const why = new Map<number, HTMLSelectElement | HTMLInputElement>()
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
  const all = element('button', { type: 'button', className: 'link-all', textContent: `全部${verdicts.yes}` })
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
    const reason = reasonField(label, reasons, verdicts, onChange)
    if (reason) why.set(lineId, reason)
    return element(
      'fieldset',
      { className: 'link-line' },
      element('legend', { className: 'visually-hidden', textContent: label }),
      content,
      element('div', { className: 'link-choice' }, ...answers.map((answer) => radio(lineId, answer))),
      reason,
    )
  }
  const decisionOn = ({ lineId, seen }: DecisionRow): Decision[] => {
    const agrees = said.get(lineId)
    if (agrees === undefined) return []
    const reason = agrees ? undefined : why.get(lineId)?.value.trim()
    return [{ lineId, agrees, ...(reason && { reason }), ...(seen !== undefined && { seen }) }]
  }
  const isOpen = ({ lineId }: DecisionRow) => said.get(lineId) === undefined || isSilent(lineId)
  const isSilent = (lineId: number) => said.get(lineId) === false && why.get(lineId)?.value.trim() === ''
  return {
    node: element('div', {}, rows.filter(({ fixed }) => fixed === undefined).length > 1 && all, ...rows.map(row)),
    decisions: () => rows.flatMap(decisionOn),
    open: () => rows.filter(isOpen).length,
  }
}

/** Why somebody does without a thing, to choose or to write; shown once he says so. */
function reasonField(
  label: string,
  reasons: readonly string[],
  { choose, write }: Verdicts,
  onChange: () => void,
): HTMLSelectElement | HTMLInputElement | false {
  const field = reasons.length > 0 ? reasonSelect(reasons, choose) : write !== undefined && reasonInput(write)
  if (!field) return false
  Object.assign(field, { className: 'link-reason', ariaLabel: `${label} ${write ?? choose}`, hidden: true })
  field.addEventListener('input', onChange)
  return field
}

function reasonSelect(reasons: readonly string[], choose: string): HTMLSelectElement {
  const option = (value: string, textContent = value) => element('option', { value, textContent })
  return element('select', {}, option('', `请选择${choose}`), ...reasons.map((reason) => option(reason)))
}

const reasonInput = (write: string) => element('input', { maxLength: 60, placeholder: `请填写${write}` })
