import { brandRoutes } from '@chepu/contract/basics/brand'
import { categoryRoutes } from '@chepu/contract/basics/part-category'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { addDays } from '@chepu/contract/kernel/calendar'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import PolicyEditor from './editor'

beforeEach(() => {
  server.on(brandRoutes.list, () => ({ rows: [], more: false }) as never)
  server.on(categoryRoutes.list, () => ({ rows: [], more: false }) as never)
})

const cell = (place: string) => page.getByRole('textbox', { name: place })
const add = () => page.getByRole('button', { name: '添加条款' }).click()

test('new terms begin today, or on the first day after that has none, and their day is typed as eight digits', async () => {
  draw(<PolicyEditor />, { params: { new: '1' } })
  await add()
  await expect.element(cell('第1行 生效日期')).toHaveFocus()
  await expect.element(cell('第1行 生效日期')).toHaveValue(shanghaiDay())
  await add()
  await expect.element(cell('第2行 生效日期')).toHaveValue(addDays(shanghaiDay(), 1))
  await expect.element(cell('第2行 生效日期')).toHaveFocus()
  await userEvent.keyboard('20991101{Enter}')
  await expect.element(cell('第2行 生效日期')).toHaveValue('2099-11-01')
})

test('terms that cannot be are red, and told by row and column', async () => {
  draw(<PolicyEditor />, { params: { new: '1' } })
  await add()
  await cell('第1行 月数').fill('-5')
  await cell('第1行 × 系数').fill('0')
  await expect
    .element(page.getByText('第1行 月数：请输入正整数!；第1行 工时单价：请填写；第1行 × 系数：系数应大于0、小于1000'))
    .toBeVisible()
  await expect.element(cell('第1行 月数')).toHaveValue('-5')
  await expect.element(cell('第1行 月数')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(cell('第1行 × 系数')).toHaveAttribute('title', '系数应大于0、小于1000')
  await cell('第1行 月数').fill('12')
  await expect.element(cell('第1行 月数')).not.toHaveAttribute('aria-invalid')
})
