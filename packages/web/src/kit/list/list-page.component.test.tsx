import { compare, sumOf } from '@chepu/contract/kernel/decimal'
import { defineQuery, type QueryRow } from '@chepu/contract/kernel/query'
import { id } from '@chepu/contract/kernel/scalars'
import { readTableConfig, saveTableConfig } from '@chepu/contract/shell/config'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { type Around, draw, server } from '../../../test/page'
import { later, Refused } from '../../../test/server'
import { listOf } from './columns'
import { SelectFilter, TextFilter } from './filters'
import { ListPage } from './list-page'

const kinds = { oil: '油品', filter: '滤清器' }

const samples = defineQuery({
  key: 'samples',
  title: '样品',
  path: '/api/web/sample',
  access: 'signedIn',
  mayExport: 'signedIn',
  filters: z.object({ q: z.string().optional(), kind: z.enum(['oil', 'filter']).optional() }),
  columns: {
    name: { title: '名称', isName: true, width: 160 },
    kind: { title: '类型', kind: 'code', labels: kinds },
    qty: { title: '数量', kind: 'qty', isKey: true },
    amount: { title: '金额', kind: 'money', isKey: true },
    cost: { title: '成本', kind: 'money', field: 'cost_price' },
    remark: { title: '备注', hidden: true, sort: false },
  },
  beside: { id },
})
type Sample = QueryRow<typeof samples>

/** 120 samples, every second of them oil: 样品001 has the quantity 1, costs 10.00 and is the dearest. */
const all = Array.from({ length: 120 }, (_, i): Sample => {
  const number = String(i + 1)
  const kind = i % 2 === 0 ? 'oil' : 'filter'
  return {
    id: i + 1,
    name: `样品${number.padStart(3, '0')}`,
    kind,
    qty: number,
    amount: `${120 - i}`,
    cost: '10',
    remark: '',
  }
})

const matching = ({ q = '', kind }: { q?: string | undefined; kind?: string | undefined }) =>
  all.filter((row) => row.name.includes(q) && (kind === undefined || row.kind === kind))

function inOrder(rows: readonly Sample[], sort: string | undefined): Sample[] {
  if (sort === undefined) return [...rows]
  const key = sort.replace('-', '') as 'qty' | 'amount'
  return rows.toSorted((a, b) => (sort.startsWith('-') ? -1 : 1) * compare(a[key], b[key]))
}

const totalsOf = (rows: readonly Sample[]) => ({
  count: rows.length,
  sums: {
    qty: sumOf(rows, ({ qty }) => qty),
    amount: sumOf(rows, ({ amount }) => amount),
    cost: `${rows.length * 10}`,
  },
})

/** The list of the samples on screen; the server keeps how its columns are set. */
function drawList(around: Around = {}, props: Partial<Parameters<typeof ListPage<Sample>>[0]> = {}) {
  const opened: string[] = []
  server.on(samples.list, ({ query }) => {
    const { page: at, rows: size, sort, ...filters } = samples.list.query.parse(query)
    const found = inOrder(matching(filters), sort)
    return { rows: found.slice((at - 1) * size, at * size), more: found.length > at * size }
  })
  server.on(samples.totals, ({ query }) => totalsOf(matching(query)))
  let columns: z.output<typeof readTableConfig.data>['columns'] = []
  server.on(readTableConfig, () => ({ columns }))
  server.on(saveTableConfig, ({ body }) => {
    columns = body.columns
    return { columns }
  })
  const list = (
    <ListPage<Sample> name="samples" {...listOf(samples)} onOpen={(row) => opened.push(row.name)} {...props}>
      <TextFilter name="q" title="名称" search />
      <SelectFilter name="kind" title="类型" options={kinds} />
    </ListPage>
  )
  return { opened, list, tab: draw(list, around) }
}

const table = () => page.getByRole('region', { name: '样品' })
const heads = () => [...document.querySelectorAll('thead th:not([aria-hidden])')].map(({ textContent }) => textContent)
const cells = (row: string) =>
  [...document.querySelectorAll(row)].map((each) =>
    [...each.querySelectorAll('td:not([aria-hidden]):not(.dt-check)')].map(({ textContent }) => textContent),
  )
const rows = () => cells('tbody tr')
const names = () => rows().map(([name]) => name)
const sums = () => cells('tfoot tr')

test('rows stand before their totals, which take their place when they come', async () => {
  drawList()
  const totals = later<ReturnType<typeof totalsOf>>()
  server.on(samples.totals, () => totals.answer)
  await expect.poll(() => rows()[0]).toEqual(['样品001', '油品', '1', '120.00', '10.00'])
  expect(rows()).toHaveLength(50)
  await expect.poll(sums).toEqual([
    ['本页合计', '', '1,275', '4,775.00', '500.00', ''],
    ['全部合计', '', '…', '…', '…', ''],
  ])
  await expect.element(page.getByText(/^共/)).not.toBeInTheDocument()
  totals.give(totalsOf(all))
  await expect.element(page.getByText('共 120 条')).toBeVisible()
  expect(sums()[1]).toEqual(['全部合计', '', '7,260', '7,260.00', '1,200.00', ''])
})

test('a heading sorts up, down and not at all, and begins with the first page again', async () => {
  drawList()
  const heading = () => table().getByRole('columnheader', { name: '金额' })
  await page.getByTitle('2', { exact: true }).click()
  await expect.poll(() => names()[0]).toBe('样品051')
  await heading().getByRole('button').click()
  await expect.poll(() => names()[0]).toBe('样品120')
  await expect.element(heading()).toHaveAttribute('aria-sort', 'ascending')
  await heading().getByRole('button').click()
  await expect.poll(() => names()[0]).toBe('样品001')
  await expect.element(heading()).toHaveAttribute('aria-sort', 'descending')
  await heading().getByRole('button').click()
  await expect.element(heading()).not.toHaveAttribute('aria-sort')
  const asked = server.asked(samples.list).map(({ query }) => [query.page, query.sort])
  expect(asked).toEqual([
    [1, undefined],
    [2, undefined],
    [1, 'amount'],
    [1, '-amount'],
    [1, undefined],
  ])
})

test('rows are ticked one by one or all of a page; another page begins without ticks', async () => {
  drawList({}, { selectable: true })
  await expect.poll(() => rows().length).toBe(50)
  await userEvent.keyboard('{ArrowDown} ')
  await expect.element(page.getByRole('checkbox', { name: '选择第2行' })).toBeChecked()
  await page.getByRole('checkbox', { name: '选择第4行' }).click()
  await expect.element(page.getByText('已选 2 条')).toBeVisible()
  await page.getByRole('checkbox', { name: '全选本页' }).click()
  await expect.element(page.getByText('已选 50 条')).toBeVisible()
  await page.getByTitle('2', { exact: true }).click()
  await expect.poll(() => names()[0]).toBe('样品051')
  await expect.element(page.getByText(/^已选/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('checkbox', { name: '全选本页' })).not.toBeChecked()
})

test('the keyboard walks the rows and opens one; so do a double click and a click on the name', async () => {
  const { opened } = drawList()
  await expect.element(table()).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
  await expect.poll(() => opened).toEqual(['样品002'])
  await userEvent.keyboard('{End}{Enter}')
  await expect.poll(() => opened.at(-1)).toBe('样品050')
  await expect.element(page.getByText('样品050')).toBeInViewport()
  await table().getByRole('cell', { name: '96.00' }).dblClick()
  await page.getByRole('button', { name: '样品026' }).click()
  expect(opened.slice(2)).toEqual(['样品025', '样品026'])
})

test('the keyboard walks on from a row that the mouse has ticked', async () => {
  const { opened } = drawList({}, { selectable: true })
  await expect.poll(() => rows().length).toBe(50)
  await page.getByRole('textbox', { name: '名称' }).click()
  await page.getByRole('checkbox', { name: '选择第4行' }).click()
  await expect.element(page.getByText('已选 1 条')).toBeVisible()
  await userEvent.keyboard('{ArrowDown} ')
  await expect.element(page.getByText('已选 2 条')).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: '选择第5行' })).toBeChecked()
  await page.getByRole('checkbox', { name: '全选本页' }).click()
  await expect.element(page.getByText('已选 50 条')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => opened).toEqual(['样品006'])
})

test('filters ask when they are sent or chosen, and go back to where they began', async () => {
  drawList()
  await expect.poll(() => rows().length).toBe(50)
  await userEvent.keyboard('/样品01')
  expect(server.asked(samples.list)).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => names()).toEqual(Array.from({ length: 10 }, (_, i) => `样品0${i + 10}`))
  await page.getByRole('combobox', { name: '类型' }).click()
  await page.getByTitle('油品', { exact: true }).last().click()
  await expect.poll(() => names()).toEqual(['样品011', '样品013', '样品015', '样品017', '样品019'])
  await expect.poll(sums).toEqual([['合计', '', '75', '530.00', '50.00', '']])
  await page.getByRole('button', { name: '重置' }).click()
  await expect.poll(() => rows().length).toBe(50)
  await expect.element(page.getByRole('textbox', { name: '名称' })).toHaveValue('')
})

test('a list without rows says whether its filters hide them', async () => {
  drawList()
  await expect.poll(() => rows().length).toBe(50)
  await userEvent.keyboard('/没有的{Enter}')
  await expect.element(page.getByText('没有符合条件的数据，可放宽日期或条件后再查')).toBeVisible()
  await page.getByRole('button', { name: '重置条件' }).click()
  await expect.poll(() => rows().length).toBe(50)
  server.on(samples.list, () => ({ rows: [], more: false }))
  await page.getByRole('button', { name: '查询' }).click()
  await expect.element(page.getByText('还没有样品')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '重置条件' })).not.toBeInTheDocument()
})

test('a list that could not be read says why and asks again', async () => {
  let isDown = true
  drawList()
  server.on(samples.list, () => {
    if (isDown) throw new Refused('unavailable', '数据库暂时无法访问')
    return { rows: all.slice(0, 3), more: false }
  })
  await expect.element(page.getByRole('alert').filter({ hasText: '数据库暂时无法访问' }).first()).toBeVisible()
  await page.getByRole('button', { name: '重试' }).click()
  await expect.poll(() => server.asked(samples.list).length).toBe(2)
  isDown = false
  await page.getByRole('button', { name: '重试' }).click()
  await expect.poll(names).toEqual(['样品001', '样品002', '样品003'])
  await expect.element(page.getByRole('button', { name: '重试' })).not.toBeInTheDocument()
})

test('the columns stay as the user has arranged and widened them', async () => {
  const { list, tab } = drawList()
  await expect.poll(heads).toEqual(['名称', '类型', '数量', '金额', '成本'])
  await page.getByRole('button', { name: '列设置' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: '备注' }).click()
  await dialog.getByRole('checkbox', { name: '类型' }).click()
  await dialog.getByRole('button', { name: '上移金额' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect.poll(heads).toEqual(['名称', '金额', '数量', '成本', '备注'])
  const width = () => table().getByRole('columnheader', { name: '名称' }).element().getBoundingClientRect().width
  const before = width()
  const edge = table().getByRole('columnheader', { name: '名称' }).element().querySelector('.dt-edge') as Element
  await userEvent.dragAndDrop(edge, table().getByRole('columnheader', { name: '数量' }))
  expect(width()).toBeGreaterThan(before + 20)
  const wanted = width()
  await expect.poll(() => server.asked(saveTableConfig).length).toBe(2)
  tab.close()
  draw(list)
  await expect.poll(heads).toEqual(['名称', '金额', '数量', '成本', '备注'])
  expect(width()).toBe(wanted)
})

test('a field that is hidden from the user has no column, no sum and no place in the settings', async () => {
  drawList({ hidden: ['cost_price'] })
  server.on(samples.list, () => ({ rows: all.slice(0, 2).map(({ cost: _, ...row }) => row), more: false }))
  server.on(samples.totals, () => ({ count: 2, sums: { qty: '3', amount: '239' } }))
  await expect.poll(rows).toEqual([
    ['样品001', '油品', '1', '120.00'],
    ['样品002', '滤清器', '2', '119.00'],
  ])
  expect(heads()).not.toContain('成本')
  await expect.poll(sums).toEqual([['合计', '', '3', '239.00', '']])
  await page.getByRole('button', { name: '列设置' }).click()
  await expect.element(page.getByRole('dialog').getByRole('checkbox', { name: '金额' })).toBeVisible()
  await expect.element(page.getByRole('dialog').getByText('成本')).not.toBeInTheDocument()
})

test('on a phone each row is a card, and the filters stand in a sheet', async () => {
  await page.viewport(390, 844)
  const { opened } = drawList()
  const card = page.getByRole('article').filter({ hasText: '样品002' })
  await expect.element(card).toHaveTextContent(/119\.00/)
  await expect.element(page.getByText('全部合计：金额 7,260.00，数量 7,260')).toBeInTheDocument()
  await card.click()
  expect(opened).toEqual(['样品002'])
  await page.getByRole('button', { name: '筛选' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('combobox', { name: '类型' }).click()
  await page.getByTitle('滤清器', { exact: true }).last().click()
  await sheet.getByRole('button', { name: '查询' }).click()
  await expect.element(page.getByRole('button', { name: '筛选1项' })).toBeVisible()
  await expect.element(page.getByRole('article').filter({ hasText: '样品001' })).not.toBeInTheDocument()
})

test('on a phone an empty list has no pages to turn', async () => {
  await page.viewport(390, 844)
  drawList()
  const pages = () => document.querySelectorAll('.lp-pager .ant-pagination').length
  await expect.poll(pages).toBe(1)
  server.on(samples.list, () => ({ rows: [], more: false }))
  server.on(samples.totals, () => totalsOf([]))
  await page.getByRole('button', { name: '筛选' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '查询' }).click()
  await expect.element(page.getByText('还没有样品')).toBeVisible()
  await expect.element(page.getByText('共 0 条')).toBeVisible()
  expect(pages()).toBe(0)
})
