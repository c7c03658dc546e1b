import { type CategoryRow, categoryRoutes } from '@chepu/contract/basics/part-category'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { Refused } from '../../../test/server'
import PartCategories from '../../basics/part-categories'

const category = (id: number, name: string, parentId: number | null, level: number): CategoryRow => ({
  id,
  parentId,
  name,
  level,
  taxClassCode: '',
  warrantyMonths: null,
  sortNo: 0,
  partCount: 0,
  isActive: true,
  version: 1,
})

let rows: CategoryRow[] = []

beforeEach(() => {
  rows = [
    category(1, '发动机', null, 1),
    category(2, '滤清器', 1, 2),
    category(3, '机油滤', 2, 3),
    category(4, '底盘', null, 1),
    category(5, '刹车', 4, 2),
  ]
  server.on(categoryRoutes.list, () => ({ rows }))
  server.on(categoryRoutes.save, ({ body }) => {
    const { id = 9, parentId = null, name } = body
    rows = [...rows.filter((row) => row.id !== id), category(id, name, parentId, 1)]
    return { id, version: 2 }
  })
})

const node = (name: string) => page.getByRole('treeitem', { name })
const action = (name: string, label: string) => node(name).getByRole('button', { name: label, exact: true })
const names = () => [...document.querySelectorAll('.lp-node > span')].map(({ textContent }) => textContent)
const drawer = () => page.getByRole('dialog')
const above = () => drawer().getByRole('combobox', { name: '上级' })
const choices = () =>
  [...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent?.trim())

test('branches open and close, and a search shows what it finds with all that stands above', async () => {
  draw(<PartCategories />)
  await expect.poll(names).toEqual(['发动机', '滤清器', '底盘', '刹车'])
  await page.getByRole('button', { name: '全部展开' }).click()
  await expect.poll(names).toEqual(['发动机', '滤清器', '机油滤', '底盘', '刹车'])
  await page.getByRole('textbox', { name: '搜索配件分类' }).fill('机油')
  await expect.poll(names).toEqual(['发动机', '滤清器', '机油滤'])
  await page.getByRole('textbox', { name: '搜索配件分类' }).fill('')
  await page.getByRole('button', { name: '全部收起' }).click()
  await expect.poll(names).toEqual(['发动机', '底盘'])
})

test('a new row stands below the one it was begun from', async () => {
  draw(<PartCategories />)
  await action('刹车', '新增下级').click()
  await expect.element(drawer().getByText('新增配件分类')).toBeVisible()
  await drawer().getByRole('textbox', { name: '名称' }).fill('刹车片')
  await drawer().getByRole('textbox', { name: '税收分类编码' }).fill('12')
  await expect.element(drawer().getByRole('alert')).toHaveTextContent('税收分类编码应为19位数字')
  await drawer().getByRole('textbox', { name: '税收分类编码' }).fill('')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(drawer()).not.toBeInTheDocument()
  await page.getByRole('button', { name: '全部展开' }).click()
  await expect.poll(names).toEqual(['发动机', '滤清器', '机油滤', '底盘', '刹车', '刹车片'])
  expect(server.asked(categoryRoutes.save).map(({ body }) => [body.name, body.parentId])).toEqual([['刹车片', 5]])
})

test('a branch moves under another, never under itself', async () => {
  draw(<PartCategories />)
  await action('滤清器', '修改').click()
  await above().click()
  await expect.poll(choices).toEqual(['发动机', '底盘', '刹车'])
  await page.getByTitle('底盘').click()
  await drawer().getByRole('button', { name: '保存', exact: true }).click()
  await expect.element(drawer()).not.toBeInTheDocument()
  expect(server.asked(categoryRoutes.save).map(({ body }) => [body.id, body.version, body.parentId])).toEqual([
    [2, 1, 4],
  ])
  await page.getByRole('button', { name: '全部展开' }).click()
  await expect.poll(names).toEqual(['发动机', '底盘', '刹车', '滤清器', '机油滤'])
})

test('what may not be deleted says why, and the question stays', async () => {
  draw(<PartCategories />)
  server.on(categoryRoutes.remove, () => {
    throw new Refused('refusal', '有下级分类，不能删除')
  })
  await node('底盘').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await expect.element(drawer().getByText('确定删除“底盘”？有下级或已被使用的不能删除。')).toBeVisible()
  await drawer().getByRole('button', { name: '删除' }).click()
  await expect.element(page.getByText('有下级分类，不能删除')).toBeVisible()
  await expect.element(drawer()).toBeVisible()
  expect(names()).toContain('底盘')
})

test('a tree that could not be read says why and is read again', async () => {
  server.on(categoryRoutes.list, () => {
    throw new Refused('unavailable', '数据库暂时无法访问')
  })
  draw(<PartCategories />)
  await expect.element(page.getByRole('alert')).toHaveTextContent(/数据库暂时无法访问/)
  server.on(categoryRoutes.list, () => ({ rows }))
  await page.getByRole('button', { name: '重试' }).click()
  await expect.poll(names).toEqual(['发动机', '滤清器', '底盘', '刹车'])
})
