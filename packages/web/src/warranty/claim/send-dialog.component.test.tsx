import { addDays } from '@chepu/contract/kernel/calendar'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from '../../../test/page'
import type { Asked } from '../../kit/document/use-document-actions'
import { SendDialog } from './send-dialog'

test('the day on which a claim was sent is typed as eight digits over today', async () => {
  const today = shanghaiDay()
  const sentOn = addDays(today, -3)
  const done: (Asked | undefined)[] = []
  const input = { bizDate: addDays(today, -20), manufacturerNo: '' }
  draw(<SendDialog input={input} onDone={(asked) => done.push(asked)} />)
  const day = page.getByLabelText('发送日期')
  await expect.element(day).toHaveValue(today)
  // The click that comes into it puts no caret within.
  await day.click()
  await userEvent.keyboard(`${sentOn.replaceAll('-', '')}{Enter}`)
  await expect.element(day).toHaveValue(sentOn)
  await page.getByRole('button', { name: '已发送' }).click()
  expect(done).toEqual([{ input: { sentOn, manufacturerNo: '' } }])
})

test('a day that has not come is told and not sent', async () => {
  const today = shanghaiDay()
  const tomorrow = addDays(today, 1)
  const done: (Asked | undefined)[] = []
  draw(<SendDialog input={{ bizDate: addDays(today, -20), manufacturerNo: '' }} onDone={(asked) => done.push(asked)} />)
  const day = page.getByLabelText('发送日期')
  ;(day.element() as HTMLInputElement).focus()
  await userEvent.keyboard(`${tomorrow.replaceAll('-', '')}{Enter}`)
  await expect.element(page.getByRole('alert')).toHaveTextContent('发送日期不能晚于今天')
  await expect.element(page.getByRole('button', { name: '已发送' })).toBeDisabled()
  expect(done).toEqual([])
})
