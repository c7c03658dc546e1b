import { type BrandRow, brandButtons, brandRoutes } from '@chepu/contract/basics/brand'
import { readTableConfig } from '@chepu/contract/shell/config'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Around, draw, server } from '../../../test/page'
import { later, Refused } from '../../../test/server'
import Brands from '../../basics/brands'

const brand = (id: number, name: string, more: Partial<BrandRow> = {}): BrandRow => ({
  id,
  name,
  kind: 'part',
  initial: '',
  country: '德国',
  partCount: 0,
  isActive: true,
  remark: '',
  version: 1,
  ...more,
})

let brands: BrandRow[] = []

beforeEach(() => {
  brands = [brand(1, '曼牌'), brand(2, '博世', { version: 4 })]
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(brandRoutes.list, () => ({ rows: brands, more: false }))
  server.on(brandRoutes.totals, () => ({ count: brands.length, sums: {} }))
  server.on(brandRoutes.save, ({ body }) => {
    const { id = brands.length + 1, version = 0, ...values } = brandRoutes.save.body.parse(body)
    const saved = brand(id, values.name, { ...values, version: version + 1 })
    brands = brands.some((each) => each.id === id)
      ? brands.map((each) => (each.id === id ? saved : each))
      : [...brands, saved]
    return { id, version: saved.version }
  })
})

const drawBrands = (around?: Around) => draw(<Brands />, around)
const drawer = () => page.getByRole('dialog')
const name = () => drawer().getByRole('textbox', { name: '名称' })
const fault = () => drawer().getByRole('alert')
const save = () => drawer().getByRole('button', { name: '保存', exact: true })
const row = (text: string) => page.getByRole('row').filter({ hasText: text })
const press = (keys: string) => userEvent.keyboard(keys)

/** Presses an action of a row, which may stand under 更多. */
async function act(text: string, action: string) {
  await row(text).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function openNew() {
  await page.getByRole('button', { name: '新增' }).click()
  await expect.element(name()).toHaveFocus()
}

describe('the form', () => {
  test('a new row is typed and saved by keyboard, and stands in the list', async () => {
    drawBrands()
    await openNew()
    await press('马勒{Tab}{Tab}奥地利{Control>}s{/Control}')
    await expect.element(page.getByText('已保存')).toBeVisible()
    await expect.element(drawer()).not.toBeInTheDocument()
    await expect.element(row('马勒')).toHaveTextContent(/奥地利/)
    expect(server.asked(brandRoutes.save).map(({ body }) => body)).toEqual([
      { name: '马勒', kind: 'part', country: '奥地利', remark: '' },
    ])
  })

  test('what is missing is said at its field, what is too long soon after the last key, and neither is sent', async () => {
    drawBrands()
    await openNew()
    await save().click()
    await expect.element(fault()).toHaveTextContent('请输入名称')
    await expect.element(name()).toBeInvalid()
    await name().fill('长'.repeat(61))
    await expect.element(fault()).toHaveTextContent('最多60个字符')
    await expect.element(name()).toHaveAccessibleDescription('最多60个字符')
    expect(server.asked(brandRoutes.save)).toEqual([])
    await name().fill('马勒')
    await expect.element(fault()).not.toBeInTheDocument()
    await save().click()
    await expect.element(drawer()).not.toBeInTheDocument()
  })

  test('what the server refuses stands at its field, or above all where it belongs to none', async () => {
    drawBrands()
    server.on(brandRoutes.save, () => {
      throw new Refused('invalid', '保存失败', [{ path: 'body.name', message: '已有同名品牌' }])
    })
    await openNew()
    await press('曼牌')
    await save().click()
    await expect.element(fault()).toHaveTextContent(/^已有同名品牌$/)
    await expect.element(name()).toHaveAccessibleDescription('已有同名品牌')
    server.on(brandRoutes.save, () => {
      throw new Refused('refusal', '本月已结账')
    })
    await save().click()
    await expect.element(fault()).toHaveTextContent(/^本月已结账$/)
    await expect.element(name()).not.toHaveAttribute('aria-invalid')
    await expect.element(name()).toHaveValue('曼牌')
  })

  test('until its answer the form stays, sends nothing twice and is not closed; 保存并新增 then waits for the next', async () => {
    drawBrands()
    const saved = later<{ id: number; version: number }>()
    server.on(brandRoutes.save, () => saved.answer)
    await openNew()
    await press('马勒')
    await drawer().getByRole('button', { name: '保存并新增' }).dblClick()
    await expect.element(drawer().getByRole('button', { name: '取消' })).toBeDisabled()
    await press('{Escape}{Control>}s{/Control}')
    await expect.element(name()).toHaveValue('马勒')
    saved.give({ id: 3, version: 1 })
    await expect.element(name()).toHaveValue('')
    expect(server.asked(brandRoutes.save)).toHaveLength(1)
  })

  test('what its answer would wipe is not taken meanwhile, by keys or as an input method brings it, and the keyboard stays', async () => {
    drawBrands()
    const saved = later<{ id: number; version: number }>()
    server.on(brandRoutes.save, () => saved.answer)
    await openNew()
    await press('马勒')
    await drawer().getByRole('button', { name: '保存并新增' }).click()
    await expect.element(drawer().getByRole('button', { name: '取消' })).toBeDisabled()
    const country = drawer().getByRole('textbox', { name: '国别' })
    await country.click()
    await press('DE')
    await country.fill('德国')
    await drawer().getByRole('combobox', { name: '类型' }).click({ force: true })
    await press('{Tab}')
    await expect.element(drawer().getByRole('combobox')).toHaveAttribute('aria-expanded', 'false')
    await country.click()
    await press('{Backspace}')
    await expect.element(country).toHaveFocus()
    await expect.element(country).toHaveValue('')
    await expect.element(name()).toHaveValue('马勒')
    saved.give({ id: 3, version: 1 })
    await expect.element(name()).toHaveFocus()
    await press('博世{Control>}s{/Control}')
    await expect.poll(() => server.asked(brandRoutes.save)).toHaveLength(2)
    expect(server.asked(brandRoutes.save).map(({ body }) => [body.name, body.country])).toEqual([
      ['马勒', ''],
      ['博世', ''],
    ])
  })

  test('a refusal lets go of the form, with what it had', async () => {
    drawBrands()
    server.on(brandRoutes.save, () => {
      throw new Refused('refusal', '本月已结账')
    })
    await openNew()
    await press('曼牌')
    await drawer().getByRole('button', { name: '保存并新增' }).click()
    await expect.element(fault()).toHaveTextContent('本月已结账')
    await name().click()
    await press('{End}2')
    await expect.element(name()).toHaveValue('曼牌2')
  })

  test('Escape closes a form without work, and none with work', async () => {
    drawBrands()
    await openNew()
    await press('马{Escape}')
    await expect.element(name()).toHaveValue('马')
    await press('{Backspace}{Escape}')
    await expect.element(drawer()).not.toBeInTheDocument()
  })
})

describe('the keyboard', () => {
  const isAtNew = () => expect.element(page.getByRole('button', { name: '新增' })).toHaveFocus()

  test('begins in the first field, of the next row too, and goes back to where it was once the form is gone', async () => {
    drawBrands()
    await openNew()
    await press('马勒')
    await drawer().getByRole('button', { name: '保存并新增' }).click()
    await expect.element(name()).toHaveValue('')
    await expect.element(name()).toHaveFocus()
    await press('奥地利{Control>}s{/Control}')
    await expect.element(drawer()).not.toBeInTheDocument()
    await isAtNew()
    await openNew()
    await press('{Escape}')
    await expect.element(drawer()).not.toBeInTheDocument()
    await isAtNew()
  })
})

describe('rows', () => {
  test('a row is changed from the version that was read', async () => {
    drawBrands()
    await row('博世').getByRole('button', { name: '修改' }).click()
    await expect.element(page.getByText('修改品牌：博世')).toBeVisible()
    await expect.element(name()).toHaveValue('博世')
    await expect.element(drawer().getByRole('button', { name: '保存并新增' })).not.toBeInTheDocument()
    await drawer().getByRole('textbox', { name: '国别' }).fill('')
    await save().click()
    await expect.element(page.getByText('已保存')).toBeVisible()
    expect(server.asked(brandRoutes.save).map(({ body }) => body)).toEqual([
      { id: 2, version: 4, name: '博世', kind: 'part', country: '', remark: '' },
    ])
    await expect.element(row('博世')).not.toHaveTextContent(/德国/)
  })

  test('a row is stopped, started and deleted after a question; a refusal leaves the question open', async () => {
    server.on(brandRoutes.enable, ({ params, body }) => {
      brands = brands.map((each) => (each.id === params.id ? { ...each, isActive: body.isActive } : each))
      return { id: 2 }
    })
    server.on(brandRoutes.remove, () => {
      throw new Refused('refusal', '已被配件使用，不能删除')
    })
    drawBrands()
    await act('博世', '停用')
    await expect.element(page.getByText('停用后单据中不能再选“博世”，已有单据不受影响。')).toBeVisible()
    await drawer().getByRole('button', { name: '停用' }).click()
    await expect.element(drawer()).not.toBeInTheDocument()
    expect(server.asked(brandRoutes.enable)).toMatchObject([
      { params: { id: 2 }, body: { isActive: false, version: 4 } },
    ])
    await expect.element(row('博世')).toHaveTextContent('停用')
    await act('博世', '启用')
    await drawer().getByRole('button', { name: '取消' }).click()
    await act('博世', '删除')
    await drawer().getByRole('button', { name: '删除' }).click()
    await expect.element(page.getByText('已被配件使用，不能删除')).toBeVisible()
    await expect.element(drawer()).toBeVisible()
    expect(server.asked(brandRoutes.enable)).toHaveLength(1)
  })

  test('until its answer the question of a row stays and is not closed', async () => {
    const stopped = later<{ id: number }>()
    server.on(brandRoutes.enable, () => stopped.answer)
    drawBrands()
    await act('博世', '停用')
    await drawer().getByRole('button', { name: '停用' }).click()
    await expect.element(drawer().getByRole('button', { name: '取消' })).toBeDisabled()
    await press('{Escape}')
    await expect.element(drawer()).toBeVisible()
    stopped.give({ id: 2 })
    await expect.element(drawer()).not.toBeInTheDocument()
  })

  test('who may only look finds neither buttons nor a form', async () => {
    const { add, update, remove } = brandButtons
    drawBrands({ without: [add, update, remove] })
    await expect.element(row('博世')).toBeVisible()
    await row('博世').getByRole('cell', { name: '德国' }).dblClick()
    expect(page.getByRole('button', { name: /新增|修改|更多$/ }).length).toBe(0)
    await expect.element(drawer()).not.toBeInTheDocument()
  })
})
