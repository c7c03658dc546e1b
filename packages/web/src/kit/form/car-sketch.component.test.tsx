import type { CarMark } from '@chepu/contract/kernel/car-marks'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from '../../../test/page'
import { carSketchSvg } from '../base/car-outline'
import { CarSketch } from './car-sketch'

let marks: CarMark[] = []
beforeEach(() => {
  marks = []
})

function Editable() {
  const [now, set] = useState(marks)
  return (
    <CarSketch
      marks={now}
      onChange={(changed) => {
        marks = changed
        set(changed)
      }}
    />
  )
}

const car = () => page.getByRole('application')
const kind = (name: string) => page.getByText(name, { exact: true }).first().click()
const listed = () => page.getByRole('list', { name: '标记' })

test('a tap puts a mark of the chosen kind where it falls, with a note, and each can be taken away', async () => {
  draw(<Editable />)
  const { width, height } = car().element().getBoundingClientRect()
  await car().click({ position: { x: width * 0.25, y: height * 0.5 } })
  await kind('凹陷')
  await car().click({ position: { x: width * 0.75, y: height * 0.1 } })
  expect(marks.map((mark) => mark.kind)).toEqual(['scratch', 'dent'])
  expect(marks[0]?.x).toBeCloseTo(0.25, 2)
  expect(marks[0]?.y).toBeCloseTo(0.5, 2)
  expect(marks[1]?.x).toBeCloseTo(0.75, 2)
  await page.getByRole('textbox', { name: '第2处说明' }).fill('左前门')
  expect(marks[1]).toMatchObject({ kind: 'dent', note: '左前门' })
  await page.getByRole('button', { name: '删除第1处' }).click()
  expect(marks.map(({ note }) => note)).toEqual(['左前门'])
  await expect.element(listed()).toHaveTextContent(/^凹陷/)
})

test('arrows lead a cross over the car, and Enter puts the mark', async () => {
  draw(<Editable />)
  // Past the kinds, which are one stop or two.
  for (let stops = 0; stops < 4 && document.activeElement !== car().element(); stops += 1) await userEvent.tab()
  await expect.element(car()).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowUp}{Enter}{ArrowDown}{Enter}')
  expect(marks.map(({ x, y }) => [x, y])).toEqual([
    [0.46, 0.48],
    [0.46, 0.5],
  ])
})

test('what is only shown takes no marks, and a paper has each with its number and word', async () => {
  const shown: CarMark[] = [
    { x: 0.25, y: 0.5, kind: 'crack', note: '<b>前挡</b>' },
    { x: 1, y: 1, kind: 'missing', note: '' },
  ]
  draw(<CarSketch marks={shown} />)
  await expect.element(page.getByRole('img', { name: '车图，2处标记' })).toBeVisible()
  await expect.element(listed()).toHaveTextContent('裂纹<b>前挡</b>缺失')
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  const paper = new DOMParser().parseFromString(carSketchSvg(shown), 'image/svg+xml')
  const words = [...paper.querySelectorAll('text')].map(({ textContent }) => textContent)
  expect(words).toEqual(['车头', '车尾', '左侧', '右侧', '1', '裂纹', '2', '缺失'])
  const circle = paper.querySelectorAll('circle[r="13"]')[0]
  expect([circle?.getAttribute('cx'), circle?.getAttribute('cy')]).toEqual(['120.0', '320.0'])
})
