import { type CarChoice, carModelRoutes } from '@chepu/contract/basics/car-model'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { FitmentRows } from './fitment-rows'

const series: CarChoice = { value: 'series:3', seriesId: 3, modelId: null, name: '大众 朗逸', hint: '上汽大众 轿车' }
const model: CarChoice = {
  value: 'model:8',
  seriesId: 3,
  modelId: 8,
  name: '大众 朗逸 2019款 1.5L',
  hint: 'DLF 1498ml',
}
const columns = [{ name: 'yearFrom', title: '年份起', kind: 'count' as const }]

/** The rows of a form, and what would be sent of them. */
function openRows() {
  const sent: { rows: unknown } = { rows: [] }
  function Form() {
    const [rows, setRows] = useState<unknown>([])
    sent.rows = rows
    return (
      <FitmentRows
        control={{ id: 'fitments', value: rows, values: {}, disabled: false, onChange: setRows }}
        columns={columns}
      />
    )
  }
  server.on(carModelRoutes.choices, () => ({ rows: [series, model] }))
  draw(<Form />)
  return sent
}

test('a series takes years, a model has its own, and a car in words is typed', async () => {
  const sent = openRows()
  const add = page.getByRole('combobox', { name: '添加车型', exact: true })
  await add.fill('朗逸')
  await page.getByRole('option', { name: '大众 朗逸 上汽大众' }).click()
  await page.getByRole('textbox', { name: '第1行 年份起' }).fill('2018')
  await add.fill('朗逸')
  await page.getByRole('option', { name: '2019款' }).click()
  await expect.element(page.getByRole('cell', { name: '大众 朗逸 2019款 1.5L' })).toBeVisible()
  expect(page.getByRole('textbox', { name: '第2行 年份起' }).elements()).toEqual([])
  await page.getByRole('button', { name: '添加车型库以外的车型' }).click()
  await page.getByRole('textbox', { name: '第3行 车型' }).fill('斯柯达 明锐')
  await userEvent.tab()
  await expect
    .poll(() => sent.rows)
    .toMatchObject([
      { seriesId: 3, modelId: null, yearFrom: 2018 },
      { seriesId: 3, modelId: 8, yearFrom: null },
      { seriesId: null, modelId: null, modelText: '斯柯达 明锐' },
    ])
})
