import { isZero, mul } from '@chepu/contract/kernel/decimal'
import { qty } from '@chepu/contract/kernel/scalars'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { createRef } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from '../../../test/page'
import { scans } from '../../../test/scanner'
import { moneyText } from '../base/format'
import { LineEntry } from './line-entry'
import type { GridHandle, LineGridProps } from './line-grid'
import type { LineColumn } from './line-grid-columns'
import { type LineSheet, openQuestion, sheetLines } from './line-grid-paste'
import { type GridLine, LineStore, type Values } from './line-grid-store'

interface Line extends GridLine {
  code: string
  name: string
  qty: string
  price: string
  unit: string
  gift: boolean
  remark: string
}

const names: Readonly<Record<string, string>> = { P1: '机油滤清器', P2: '刹车片', P3: '火花塞' }
const amountOf = ({ qty, price }: Line) => (isDecimal(qty) && isDecimal(price) ? mul(qty, price) : '0')

const columns: LineColumn<Line>[] = [
  { name: 'code', title: '编码', kind: 'code', width: 100, stop: true },
  { name: 'name', title: '名称', kind: 'readonly', width: 120 },
  {
    name: 'qty',
    title: '数量',
    kind: 'qty',
    width: 80,
    stop: true,
    check: (line) => qty.safeParse(line.qty).error?.issues[0]?.message,
  },
  { name: 'price', title: '单价', kind: 'price', width: 90, stop: true },
  {
    name: 'amount',
    title: '金额',
    kind: 'computed',
    width: 100,
    show: (line) => (isZero(amountOf(line)) ? '' : moneyText(amountOf(line))),
  },
  {
    name: 'unit',
    title: '单位',
    kind: 'select',
    width: 60,
    choices: [
      { value: 'piece', label: '个' },
      { value: 'box', label: '箱' },
    ],
  },
  { name: 'gift', title: '赠品', kind: 'checkbox', width: 50 },
  { name: 'remark', title: '备注', kind: 'text', width: 140 },
]

const line = (code: string, qty = '1', price = '10', more: Values<Line> = {}): Values<Line> => ({
  code,
  name: names[code] ?? '',
  qty,
  price,
  ...more,
})

/** A table of lines on screen, whose owner knows the parts P1 to P3. */
function drawGrid(lines: readonly Values<Line>[] = [], props: Partial<LineGridProps<Line>> = {}, codeFirst = true) {
  const store = new LineStore<Line>(
    () => ({ code: '', name: '', qty: '', price: '', unit: 'piece', gift: false, remark: '' }),
    (each) => each.code === '',
    codeFirst,
  )
  store.replaceAll(lines, !props.readOnly)
  const ref = createRef<GridHandle>()
  const told = { scans: [] as string[], sheets: [] as LineSheet[], refusals: [] as string[] }
  draw(
    <LineEntry
      ref={ref}
      store={store}
      columns={columns}
      label="样单明细"
      height={400}
      onCode={(key, code) => store.update(key, line(code))}
      onPasteLines={(sheet) => told.sheets.push(sheet)}
      onRefuse={(message) => told.refusals.push(message)}
      {...props}
    />,
  )
  return { store, told, ref }
}

const grid = () => page.getByRole('group', { name: '样单明细' })
const input = () => grid().getByRole('textbox')
const expectAt = (place: string) => expect.element(input()).toHaveAccessibleName(place)
const press = (keys: string) => userEvent.keyboard(keys)

/** The lines on screen by their numbers, each as the texts of its cells. */
const shown = () =>
  new Map(
    [...grid().element().querySelectorAll<HTMLElement>('.line-grid-row')].map((row) => [
      row.offsetTop / row.offsetHeight + 1,
      [...row.children].map(({ textContent }) => textContent).join('|'),
    ]),
  )
const expectLine = (number: number) => expect.poll(() => shown().get(number))

/** Presses on a cell of a line, both counted from 1. */
async function pressCell(lineNumber: number, column: string) {
  const row = [...grid().element().querySelectorAll<HTMLElement>('.line-grid-row')].find(
    (each) => each.offsetTop / each.offsetHeight + 1 === lineNumber,
  )
  const cell = row?.children[columns.findIndex(({ title }) => title === column)]
  await userEvent.click(cell as Element, { force: true })
}

const paste = async (text: string) => {
  await navigator.clipboard.writeText(text)
  await userEvent.paste()
}

describe('keyboard', () => {
  test('Enter goes from a typed code through the figures to the code of the next line', async () => {
    drawGrid()
    await userEvent.click(input())
    await expectAt('第1行 编码')
    await press('P1{Enter}')
    await expectAt('第1行 数量')
    await press('3{Enter}')
    await expectAt('第1行 单价')
    await press('12.5{Enter}')
    await expectAt('第2行 编码')
    await press('P2{Enter}2{Enter}')
    await expectAt('第2行 单价')
    await expectLine(1).toBe('P1|机油滤清器|3|12.50|37.50|个||')
    await expectLine(2).toBe('P2|刹车片|2|10.00|20.00|个||')
    await expectLine(3).toBe('|||||||')
  })

  test('arrows go anywhere, Tab to every cell that is entered, and none of them past the waiting line', async () => {
    drawGrid([line('P1'), line('P2')])
    await pressCell(1, '数量')
    await expectAt('第1行 数量')
    await press('{ArrowLeft}')
    await expectAt('第1行 名称')
    await press('{ArrowDown}{ArrowRight}')
    await expectAt('第2行 数量')
    await press('{Tab}')
    await expectAt('第2行 单价')
    await press('{Tab}')
    await expectAt('第2行 单位')
    await press('{Shift>}{Tab}{Tab}{Tab}{/Shift}')
    await expectAt('第2行 编码')
    await press('{Control>}{End}{/Control}')
    await expectAt('第3行 备注')
    await press('{ArrowDown}{ArrowRight}')
    await expectAt('第3行 备注')
    await press('{Control>}{Home}{/Control}')
    await expectAt('第1行 编码')
    await press('{ArrowUp}{ArrowLeft}')
    await expectAt('第1行 编码')
  })

  test('typing replaces a cell, F2 goes into its text, Escape brings back what stood there', async () => {
    drawGrid([line('P1', '5', '10')])
    await pressCell(1, '单价')
    await press('8{ArrowUp}')
    await expectLine(1).toContain('|5|8.00|40.00|')
    await press('{F2}8{ArrowLeft}{ArrowLeft}1')
    await expect.element(input()).toHaveValue('188')
    await press('{Escape}')
    await expect.element(input()).toHaveValue('8')
    await press('{Tab}')
    await expectLine(1).toContain('|5|8.00|40.00|')
  })

  test('Space takes the next of a few choices and ticks a box', async () => {
    drawGrid([line('P1', '5', '8')])
    await pressCell(1, '单位')
    await press(' ')
    await expectLine(1).toContain('|箱||')
    await pressCell(1, '赠品')
    await press(' ')
    await expectLine(1).toContain('|箱|✓|')
    await press('{Tab}赠送{Enter}')
    await expectLine(1).toBe('P1|机油滤清器|5|8.00|40.00|箱|✓|赠送')
  })

  test('a block of cells is copied, filled down and emptied', async () => {
    drawGrid([line('P1', '1', '10'), line('P2', '2', '20'), line('P3', '3', '30')])
    await pressCell(1, '数量')
    await press('{Shift>}{ArrowRight}{ArrowDown}{/Shift}')
    await userEvent.copy()
    expect(await navigator.clipboard.readText()).toBe('1\t10\r\n2\t20')
    await press('{Control>}d{/Control}')
    await expectLine(2).toContain('刹车片|1|10.00|10.00')
    await expectLine(3).toContain('火花塞|3|30.00|90.00')
    await press('{Delete}')
    await expectLine(1).toContain('机油滤清器|||')
    await expectLine(2).toContain('刹车片|||')
  })

  test('Insert makes room above a line, Ctrl+Delete takes the chosen lines out', async () => {
    const { store } = drawGrid([line('P1'), line('P2'), line('P3')])
    await pressCell(2, '数量')
    await press('{Insert}')
    await expectAt('第2行 编码')
    await press('P3{Enter}')
    await expectLine(2).toContain('P3|火花塞')
    await expectLine(3).toContain('P2|刹车片')
    await press('{Shift>}{ArrowDown}{/Shift}{Control>}{Delete}{/Control}')
    await expectLine(2).toContain('P3|火花塞')
    expect(store.filled().map(({ code }) => code)).toEqual(['P1', 'P3'])
  })

  test('a scanner adds its line from any cell and leaves what was typed there', async () => {
    const { told } = drawGrid([line('P1', '5', '10')], { onScan: (code) => told.scans.push(code) })
    await pressCell(1, '数量')
    scans('6901140000018')
    await expect.poll(() => told.scans).toEqual(['6901140000018'])
    await expectAt('第1行 数量')
    await expect.element(input()).toHaveValue('5')
    await expectLine(1).toContain('|5|10.00|')
  })
})

describe('paste', () => {
  test('a block of figures fills the lines from the cell on, and says when it has more rows than they', async () => {
    const { told } = drawGrid([line('P1'), line('P2')])
    await pressCell(1, '数量')
    await paste('2\t￥1,200.50\n３\t30')
    await expectLine(1).toContain('|2|1,200.50|2,401.00|')
    await expectLine(2).toContain('|3|30.00|90.00|')
    expect(told.refusals).toEqual([])
    await paste('4\n5\n6')
    await expect
      .poll(() => told.refusals)
      .toEqual(['粘贴的行数多于明细行数，超出部分未粘贴；新增明细请粘贴到配件编码列'])
    await expectLine(1).toContain('|4|')
    await expectLine(2).toContain('|5|')
  })

  test('a sheet goes into the code column with headings and without, 2,000 rows too; one code is only typed', async () => {
    const { told } = drawGrid([line('P1')])
    await pressCell(2, '编码')
    await paste('数量\t编码\t单价\n2\tP2\t20')
    await paste('P3\t3\nP2')
    await paste(Array.from({ length: 2000 }, (_, i) => `P${i}\t${i + 1}`).join('\n'))
    await expect.poll(() => told.sheets.length).toBe(3)
    const [headed, plain, long] = told.sheets.map((sheet) => {
      expect(openQuestion(sheet)).toBeUndefined()
      return sheetLines(sheet)
    })
    expect(headed).toMatchObject([{ code: 'P2', qty: '2', price: '20' }])
    expect(plain).toMatchObject([
      { code: 'P3', qty: '3', price: '' },
      { code: 'P2', qty: '1' },
    ])
    expect(long).toHaveLength(2000)
    expect(long?.at(-1)).toMatchObject({ code: 'P1999', qty: '2000' })
    await expect.element(input()).toHaveValue('')
    await paste('P2')
    await expect.element(input()).toHaveValue('P2')
    await press('{Enter}')
    await expectLine(2).toContain('P2|刹车片')
  })
})

test('a line that changes by itself leaves the caret where it stands in the text', async () => {
  const { store } = drawGrid([line('P1', '5', '10', { remark: '急件' })])
  await pressCell(1, '备注')
  await press('{F2}{ArrowLeft}')
  store.update(store.keyAt(0) as number, { name: '机滤' })
  await expectLine(1).toContain('机滤')
  await press('加')
  await expect.element(input()).toHaveValue('急加件')
})

test('lines that come on screen are drawn in the frame that scrolls', async () => {
  drawGrid(Array.from({ length: 500 }, () => line('P2')))
  await expectLine(1).toContain('刹车片')
  grid().element().scrollTop = 6000
  await new Promise(requestAnimationFrame)
  expect([...shown().keys()]).toContain(201)
})

test('of 2,000 lines those on screen are drawn, wherever one scrolls or goes', async () => {
  drawGrid(Array.from({ length: 2000 }, (_, i) => line('P1', String(i + 1))))
  const numbers = () => [...shown().keys()].sort((a, b) => a - b)
  await expect.poll(() => numbers()[0]).toBe(1)
  expect(numbers().length).toBeLessThan(60)
  await grid().wheel({ delta: { y: 30 * 999 } })
  await expectLine(1005).toContain('|1005|10.00|')
  expect(numbers().length).toBeLessThan(60)
  expect(numbers()[0]).toBeGreaterThan(950)
  await pressCell(1005, '数量')
  await expectAt('第1005行 数量')
  await press('{PageDown}')
  await expect.poll(() => numbers().at(-1)).toBeGreaterThan(1020)
  await press('{Control>}{ArrowDown}{/Control}')
  await expectAt('第2001行 数量')
  await expectLine(2000).toContain('|2000|')
  expect(numbers().length).toBeLessThan(60)
})

describe('faults', () => {
  test('a figure that cannot stand says so and keeps the cursor, until it is left a second time', async () => {
    const { store } = drawGrid([line('P1')])
    await pressCell(1, '数量')
    await press('0{Enter}')
    await expectAt('第1行 数量')
    await expect.element(grid().getByRole('alert')).toHaveTextContent('数量必须大于0')
    await expect.element(input()).toBeInvalid()
    await press('{Enter}')
    await expectAt('第1行 单价')
    await expect.element(grid().getByTitle('数量必须大于0').first()).toBeVisible()
    await press('{ArrowLeft}2{Enter}')
    await expectAt('第1行 单价')
    expect(store.firstError()).toBeUndefined()
    await expect.element(grid().getByTitle('数量必须大于0')).not.toBeInTheDocument()
  })

  test('the cell that the page names takes the cursor however far away it is, and says its fault', async () => {
    const { store, ref } = drawGrid(Array.from({ length: 500 }, () => line('P2')))
    const key = store.keyAt(399) as number
    store.setErrors(new Map([[key, { price: '低于最低售价' }]]))
    ref.current?.focus(key, 'price')
    await expectAt('第400行 单价')
    await expect.element(input()).toHaveFocus()
    await expect.element(grid().getByRole('alert')).toHaveTextContent('低于最低售价')
    await expect.element(input()).toBeInViewport()
    await press('9{Enter}')
    await expect.element(grid().getByRole('alert')).not.toBeInTheDocument()
  })
})

test('lines that are only looked at take no key and no paste, and are still walked and copied', async () => {
  const { store } = drawGrid([line('P1', '5'), line('P2', '6')], { readOnly: true })
  await pressCell(1, '数量')
  await press('9{Enter}{Control>}{Delete}{/Control}{Insert}')
  await paste('7\n8')
  expect(store.all().map(({ code, qty }) => [code, qty])).toEqual([
    ['P1', '5'],
    ['P2', '6'],
  ])
  await press('{Control>}a{/Control}')
  await userEvent.copy()
  expect(await navigator.clipboard.readText()).toMatch(/^P1\t机油滤清器\t5\t.*\r\nP2\t刹车片\t6\t/)
})

describe('on a phone', () => {
  test('each line is a card with a stepper, and a sheet with all its cells', async () => {
    const { store } = drawGrid([line('P1', '5', '10'), line('P2', '1', '20')])
    await page.viewport(390, 844)
    await expect.element(page.getByRole('article').first()).toHaveTextContent('50.00')
    await page.getByRole('button', { name: '第1行 数量加一' }).click()
    await expect.element(page.getByRole('textbox', { name: '第1行 数量' })).toHaveValue('6')
    await expect.element(page.getByRole('article').first()).toHaveTextContent('60.00')
    await expect.element(page.getByRole('button', { name: '第2行 数量减一' })).toBeDisabled()
    await page.getByRole('article').first().getByRole('button').first().click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('textbox', { name: '单价' }).fill('8')
    await sheet.getByRole('combobox', { name: '单位' }).selectOptions('箱')
    await sheet.getByRole('checkbox', { name: '赠品' }).click()
    await sheet.getByRole('button', { name: '完成' }).click()
    await expect.element(page.getByRole('article').first()).toHaveTextContent('48.00')
    expect(store.lineAt(0)).toMatchObject({ qty: '6', price: '8', unit: 'box', gift: true })
  })

  test('a line that was deleted comes back to its place', async () => {
    const { store } = drawGrid([line('P1'), line('P2'), line('P3')])
    await page.viewport(390, 844)
    await page.getByRole('article').nth(1).getByRole('button').first().click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await expect.element(page.getByRole('status')).toHaveTextContent('已删除第2行')
    expect(store.filled().map(({ code }) => code)).toEqual(['P1', 'P3'])
    await page.getByRole('button', { name: '撤销' }).click()
    await expect.element(page.getByRole('status')).not.toBeInTheDocument()
    expect(store.filled().map(({ code }) => code)).toEqual(['P1', 'P2', 'P3'])
  })
})

test('on a phone a table that is typed straight away adds a line by its button', async () => {
  await page.viewport(390, 844)
  const typed = columns.map((column) => (column.kind === 'code' ? { ...column, kind: 'text' as const } : column))
  drawGrid([], { columns: typed, addTitle: '添加费用' }, false)
  const lines = page.getByRole('article')
  await expect.element(page.getByRole('button', { name: '添加费用' })).toBeVisible()
  await expect.element(lines).not.toBeInTheDocument()
  await page.getByRole('button', { name: '添加费用' }).click()
  await page.getByRole('dialog').getByLabelText('编码').fill('拖车费')
  await page.getByRole('dialog').getByRole('button', { name: '完成' }).click()
  await expect.element(lines).toHaveTextContent('拖车费')
  await page.viewport(1440, 900)
})
