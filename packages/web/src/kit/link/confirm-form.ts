import type { Confirmation, CustomerAnswer } from '@chepu/contract/kernel/customer-link'
import { timeText } from '../base/format'
import { agreement, decisionRows, type Verdicts } from './decision-rows'
import { element } from './element'
import { type Signing, signOn } from './signing'

interface Asked {
  /** Of what is shown. */
  version: number
  rows: Parameters<typeof decisionRows>[0]
  /** Why somebody may do without a line; nothing where nobody asks. */
  reasons?: readonly string[]
  /** How he says yes and no; 同意 and 不同意 where it does not say. */
  verdicts?: Verdicts
  /** Who probably signs; asks for the name of who does. Nothing where nobody asks. */
  signer?: string
  /** Sends the answer. Throws what the customer is told. */
  send: (answer: Confirmation) => Promise<void>
}

/** Lines to agree to or decline, the signature below them, and the button that sends both. */
export function confirmForm({ version, rows, reasons, verdicts = agreement, signer, send }: Asked): HTMLElement {
  const fault = element('p', { className: 'link-fault', role: 'alert' })
  const submit = element('button', { type: 'submit', className: 'link-submit', textContent: '确认并签字' })
  const lines = decisionRows(rows, () => (fault.textContent = ''), reasons, verdicts)
  const name = signer !== undefined && nameField(signer)
  const pad = signatureField(() => (fault.textContent = ''))
  const form = element(
    'form',
    { className: 'link-form', noValidate: true },
    lines.node,
    name && element('label', { className: 'link-head' }, element('b', { textContent: '姓名' }), name),
    pad.node,
    element('p', {
      className: 'link-note',
      textContent: '签字即表示您对以上各项的选择；如需电话确认，请直接联系门店。',
    }),
    fault,
    submit,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    fault.textContent = faultOf(lines.open(), pad.signing, verdicts)
    if (fault.textContent !== '' || submit.disabled) return
    submit.disabled = true
    submit.textContent = '正在提交…'
    base64Of(pad.signing)
      .then((signature) =>
        send({
          version,
          decisions: lines.decisions(),
          signature,
          ...(name && name.value.trim() !== '' && { by: name.value.trim() }),
        }),
      )
      .catch((error: unknown) => {
        fault.textContent = error instanceof Error ? error.message : String(error)
      })
      .finally(() => {
        submit.disabled = false
        submit.textContent = '确认并签字'
      })
  })
  return form
}

function faultOf(open: number, signing: Signing, { yes, no, write }: Verdicts): string {
  if (open > 0) return `还有${open}项没有选择${yes}或${no}${write === undefined ? '' : `，或没有填写${write}`}`
  return signing.isBlank() ? '请在框内签名' : ''
}

const nameField = (value: string) =>
  element('input', { className: 'link-name-field', value, maxLength: 20, autocomplete: 'name' })

function signatureField(onChange: () => void) {
  const canvas = element('canvas', { className: 'link-signature', ariaLabel: '签名' })
  const signing = signOn(canvas, onChange)
  const clear = element('button', { type: 'button', className: 'link-plain', textContent: '清除' })
  clear.addEventListener('click', () => signing.clear())
  const head = element('div', { className: 'link-head' }, element('b', { textContent: '请签名' }), clear)
  return { signing, node: element('div', {}, head, canvas) }
}

async function base64Of(signing: Signing): Promise<string> {
  const picture = await signing.png()
  if (!picture) throw new Error('请在框内签名')
  const bytes = new Uint8Array(await picture.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** What the customer has answered, as he may read it again. */
export const answerNode = ({ answeredAt, decisions }: CustomerAnswer, { yes, no }: Verdicts = agreement): HTMLElement =>
  element(
    'section',
    { className: 'link-answer', role: 'status' },
    element('b', { textContent: '您已确认，感谢！' }),
    element('p', { className: 'link-note', textContent: `确认时间：${timeText(answeredAt)}` }),
    element(
      'ul',
      {},
      ...decisions.map(({ text, agrees, reason }) =>
        element(
          'li',
          { className: agrees ? 'is-yes' : 'is-no' },
          element('b', { textContent: agrees ? yes : no }),
          ` ${text}${reason ? `（${reason}）` : ''}`,
        ),
      ),
    ),
  )
