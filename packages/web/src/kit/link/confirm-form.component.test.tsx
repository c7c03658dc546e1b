import type { Confirmation } from '@chepu/contract/kernel/customer-link'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerNode, confirmForm } from './confirm-form'
import { element } from './element'

let sent: Confirmation[] = []
let fails: Error | undefined

beforeEach(() => {
  sent = []
  fails = undefined
  const rows = ['机油滤清器', '<b>前刹车片</b>'].map((label, at) => ({
    lineId: at + 1,
    label,
    content: element('p', { textContent: label }),
  }))
  const send = async (answer: Confirmation) => {
    sent.push(answer)
    if (fails) throw fails
  }
  document.body.replaceChildren(element('main', {}, confirmForm({ version: 4, rows, send })))
})

const line = (name: string) => page.getByRole('group', { name })
const say = (name: string, answer: string) => line(name).getByRole('radio', { name: answer, exact: true }).click()
const submit = () => page.getByRole('button', { name: '确认并签字' })
const fault = () => page.getByRole('alert')

/** Draws from the left to the right of the canvas. */
function sign(): void {
  const canvas = page.getByLabelText('签名', { exact: true }).element() as HTMLCanvasElement
  const { left, top, width, height } = canvas.getBoundingClientRect()
  // A pointer that was made up cannot be captured.
  canvas.setPointerCapture = () => undefined
  for (const [type, x] of [
    ['pointerdown', 0.1],
    ['pointermove', 0.5],
    ['pointermove', 0.9],
    ['pointerup', 0.9],
  ] as const)
    canvas.dispatchEvent(
      new PointerEvent(type, { pointerId: 1, clientX: left + x * width, clientY: top + height / 2, cancelable: true }),
    )
}

test('nothing is sent before every line is decided and the signature is there', async () => {
  await submit().click()
  await expect.element(fault()).toHaveTextContent('还有2项没有选择同意或不同意')
  await say('机油滤清器', '同意')
  await submit().click()
  await expect.element(fault()).toHaveTextContent('还有1项')
  await say('<b>前刹车片</b>', '不同意')
  await submit().click()
  await expect.element(fault()).toHaveTextContent('请在框内签名')
  expect(sent).toEqual([])
  sign()
  await submit().click()
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).toMatchObject({
    version: 4,
    decisions: [
      { lineId: 1, agrees: true },
      { lineId: 2, agrees: false },
    ],
  })
  // 89 P N G
  expect(sent[0]?.signature).toMatch(/^iVBORw0KGgo/)
})

test('全部同意 sets them all, and each may be changed again; a refusal is told and sent again with the same content', async () => {
  fails = new Error('报价已更新，请刷新后重新确认')
  await page.getByRole('button', { name: '全部同意' }).click()
  await say('机油滤清器', '不同意')
  sign()
  await submit().click()
  await expect.element(fault()).toHaveTextContent('报价已更新')
  await submit().click()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]).toEqual(sent[0])
  expect(sent[0]?.decisions).toEqual([
    { lineId: 1, agrees: false },
    { lineId: 2, agrees: true },
  ])
})

test('what was answered is read again, and what it holds is text', async () => {
  document.body.replaceChildren(
    answerNode({
      answeredAt: '2026-03-03T04:06:00.000Z',
      decisions: [{ lineId: 1, text: '<img src=x> 1个', agrees: false }],
    }),
  )
  await expect.element(page.getByRole('status')).toHaveTextContent('确认时间：2026-03-03 12:06:00')
  await expect.element(page.getByRole('listitem')).toHaveTextContent('不同意 <img src=x> 1个')
})
