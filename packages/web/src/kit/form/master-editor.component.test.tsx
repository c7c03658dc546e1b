import { idParam, route } from '@chepu/contract/kernel/route'
import { id, mobile, qty } from '@chepu/contract/kernel/scalars'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { draw, server } from '../../../test/page'
import { later, Refused } from '../../../test/server'
import { Autocomplete } from '../ui/autocomplete'
import type { PickOption } from '../ui/pick-options'
import { MasterEditor } from './master-editor'
import type { MasterField } from './master-form'
import { type RowColumn, SubTableField } from './sub-table-field'

const kinds = { shop: '门店', fleet: '车队' }
const contact = z.object({ name: z.string(), weight: qty, age: z.number().nullable(), isMain: z.boolean() })

const client = z.object({
  id,
  version: z.number(),
  name: z.string(),
  mobile: z.string(),
  kind: z.string(),
  contacts: z.array(contact),
})
const read = route({
  method: 'GET',
  path: '/api/web/client/:id',
  access: 'signedIn',
  summary: '客户详情',
  params: idParam,
  data: client,
})
const save = route({
  method: 'POST',
  path: '/api/web/client',
  access: 'signedIn',
  summary: '保存客户',
  body: z.object({
    id: id.optional(),
    version: z.number().optional(),
    name: z.string().trim().min(1, '请输入名称'),
    mobile,
    kind: z.enum(['shop', 'fleet']),
    contacts: z.array(contact),
  }),
  data: z.object({ id, version: z.number() }),
})

const contactColumns: RowColumn[] = [
  { name: 'name', title: '姓名' },
  { name: 'weight', title: '份额', kind: 'decimal' },
  { name: 'age', title: '年龄', kind: 'count' },
  { name: 'isMain', title: '主要', kind: 'one' },
]
const fields: MasterField[] = [
  { name: 'name', title: '名称', required: true },
  { name: 'mobile', title: '手机' },
  { name: 'kind', title: '类型', kind: 'select', options: kinds, initial: 'shop' },
]
const contacts: MasterField = {
  name: 'contacts',
  title: '联系人',
  initial: [],
  wide: true,
  columns: contactColumns,
  render: (control) => (
    <SubTableField
      control={control}
      columns={contactColumns}
      empty={{ name: '', weight: '1', age: null, isMain: false }}
      addText="新增联系人"
    />
  ),
}

let kept: z.output<typeof client>

beforeEach(() => {
  kept = {
    id: 5,
    version: 3,
    name: '顺达修理',
    mobile: '13800000001',
    kind: 'shop',
    contacts: [
      { name: '王强', weight: '1', age: 40, isMain: true },
      { name: '李丽', weight: '2.5', age: null, isMain: false },
    ],
  }
  server.on(read, () => kept)
  server.on(save, ({ body }) => {
    if (body.version !== kept.version) throw new Refused('stale', '客户已被他人修改，请刷新后重试')
    kept = { ...kept, ...body, version: kept.version + 1 }
    return { id: 5, version: kept.version }
  })
})

const drawClient = (params: Record<string, string> = { id: '5' }, mayUpdate = true) =>
  draw(
    <MasterEditor<z.output<typeof client>>
      title="客户"
      tabs={[
        { key: 'main', title: '基本', fields },
        { key: 'contacts', title: '联系人', fields: [contacts] },
      ]}
      read={read}
      save={save}
      refresh={[]}
      mayAdd={mayUpdate}
      mayUpdate={() => mayUpdate}
      labelOf={(row) => row.name}
    />,
    { params },
  )

const field = (title: string) => page.getByRole('textbox', { name: title, exact: true })
const saveButton = () => page.getByRole('button', { name: '保存', exact: true })
const sheet = (title: string) => page.getByRole('tab', { name: title })
const cell = (place: string) => page.getByRole('textbox', { name: place })
const tick = (place: string) => page.getByRole('checkbox', { name: place })

test('rows are added, filled in and taken away; figures are kept as people type them, and one row at most is ticked', async () => {
  const tab = drawClient()
  await sheet('联系人').click()
  await expect.element(cell('第2行 姓名')).toHaveValue('李丽')
  await expect.element(cell('第1行 年龄')).toHaveValue('40')
  await page.getByRole('button', { name: '新增联系人' }).click()
  await expect.element(cell('第3行 姓名')).toHaveFocus()
  await userEvent.keyboard('赵敏')
  await cell('第3行 份额').fill('１，２３４．５０')
  await cell('第3行 年龄').fill('３１')
  await expect.element(cell('第3行 份额')).toHaveValue('1234.5')
  await tick('第3行 主要').click()
  await expect.element(tick('第1行 主要')).not.toBeChecked()
  await page.getByRole('button', { name: '删除第2行' }).click()
  await expect.element(cell('第2行 姓名')).toHaveValue('赵敏')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(page.getByText('已保存')).toBeVisible()
  expect(server.asked(save).map(({ body }) => body.contacts)).toEqual([
    [
      { name: '王强', weight: '1', age: 40, isMain: false },
      { name: '赵敏', weight: '1234.5', age: 31, isMain: true },
    ],
  ])
  expect(tab.isDirty()).toBe(false)
})

test('the tab is marked while something is unsaved', async () => {
  const tab = drawClient()
  await expect.element(field('名称')).toHaveValue('顺达修理')
  expect(tab).toMatchObject({ title: '客户-顺达修理' })
  expect(tab.isDirty()).toBe(false)
  await field('名称').fill('顺达')
  await expect.poll(tab.isDirty).toBe(true)
  await field('名称').fill('顺达修理')
  await expect.poll(tab.isDirty).toBe(false)
  await field('名称').fill('顺达汽修')
  await saveButton().click()
  await expect.poll(() => tab.title).toBe('客户-顺达汽修')
  expect(tab.isDirty()).toBe(false)
})

test('a choice that is none any more and a faulty number are refused at their fields, on whichever sheet they stand', async () => {
  kept = { ...kept, kind: 'boat', mobile: '12345' }
  drawClient()
  await sheet('联系人').click()
  await cell('第1行 姓名').fill('王刚')
  await saveButton().click()
  await expect.element(sheet('基本')).toHaveAttribute('aria-selected', 'true')
  await expect.element(sheet('基本')).toHaveTextContent('基本有误')
  await expect.element(page.getByRole('combobox', { name: '类型' })).toHaveAccessibleDescription('请从列表中选择')
  await expect.element(field('手机')).toHaveAccessibleDescription('请输入正确的手机号')
  expect(server.asked(save)).toEqual([])
  await field('手机').fill('138 0000-0002')
  await page.getByRole('combobox', { name: '类型' }).click()
  await page.getByTitle('车队').click()
  await expect.element(sheet('基本')).toHaveTextContent(/^基本$/)
  await saveButton().click()
  await expect.element(page.getByText('已保存')).toBeVisible()
  expect(kept).toMatchObject({ kind: 'fleet', mobile: '13800000002', contacts: [{ name: '王刚' }, { name: '李丽' }] })
})

test('a faulty cell is red, and told by row and column; a save leads to it, on whichever sheet it stands', async () => {
  drawClient()
  await sheet('联系人').click()
  await cell('第2行 年龄').fill('-5岁')
  await cell('第1行 份额').fill('很多')
  await sheet('基本').click()
  await saveButton().click()
  await expect.element(sheet('联系人')).toHaveAttribute('aria-selected', 'true')
  const told = page.getByText('第1行 份额：“很多”不是数字；第2行 年龄：“-5岁”带有“岁”，请只填数字')
  await expect.element(told).toBeVisible()
  await expect.element(cell('第1行 份额')).toHaveFocus()
  await expect.element(cell('第2行 年龄')).toHaveAttribute('title', '“-5岁”带有“岁”，请只填数字')
  await cell('第1行 份额').fill('3')
  await expect.element(cell('第1行 份额')).not.toHaveAttribute('aria-invalid')
  await expect.element(cell('第2行 年龄')).toHaveAttribute('aria-invalid', 'true')
  expect(server.asked(save)).toEqual([])
})

test('when somebody else was faster, the row is read again on demand, and what was typed stays until then', async () => {
  drawClient()
  await field('名称').fill('我的名称')
  kept = { ...kept, name: '别人的名称', version: 4 }
  await saveButton().click()
  await expect.element(page.getByText('客户已被他人修改，请刷新后重试')).toBeVisible()
  await expect.element(field('名称')).toHaveValue('我的名称')
  await page.getByRole('button', { name: '重新加载' }).click()
  await expect.element(field('名称')).toHaveValue('别人的名称')
  await expect.element(page.getByText('客户已被他人修改，请刷新后重试')).not.toBeInTheDocument()
})

test('what is typed while a row is saved stays, as unsaved, and is saved over what this page has saved itself', async () => {
  const tab = drawClient()
  await field('名称').fill('顺达汽修')
  const isSaved = later<void>()
  server.on(save, async ({ body }) => {
    await isSaved.answer
    if (body.version !== kept.version) throw new Refused('stale', '客户已被他人修改，请刷新后重试')
    kept = { ...kept, ...body, version: kept.version + 1 }
    return { id: 5, version: kept.version }
  })
  await saveButton().click()
  await field('名称').fill('顺达汽修二店')
  isSaved.give()
  await expect.element(page.getByText('已保存')).toBeVisible()
  await expect.poll(() => tab.title).toBe('客户-顺达汽修')
  await expect.poll(() => server.asked(read).length).toBe(2)
  await expect.element(field('名称')).toHaveValue('顺达汽修二店')
  expect(tab.isDirty()).toBe(true)
  await saveButton().click()
  await expect.poll(tab.isDirty).toBe(false)
  expect(server.asked(save).map(({ body }) => [body.version, body.name])).toEqual([
    [3, '顺达汽修'],
    [4, '顺达汽修二店'],
  ])
})

test('a new row takes nothing more until its page is that of the saved one', async () => {
  const tab = drawClient({})
  const saved = later<{ id: number; version: number }>()
  server.on(save, () => saved.answer)
  await field('名称').fill('通达')
  await field('手机').fill('13800000003')
  await userEvent.keyboard('{Control>}s{/Control}')
  await userEvent.keyboard('9')
  await field('名称').fill('通达二店')
  await expect.element(field('名称')).toHaveValue('通达')
  await expect.element(field('手机')).toHaveValue('13800000003')
  saved.give({ id: 5, version: 3 })
  await expect.poll(() => tab.params).toEqual({ id: '5' })
})

test('a save waits for what was chosen by Enter before its list had come', async () => {
  const found = later<readonly PickOption<string>[]>()
  const chosen: MasterField = {
    name: 'kind',
    title: '类型',
    render: ({ id, value, onChange }) => (
      <Autocomplete<string>
        id={id}
        label="类型"
        text={String(value)}
        find={() => found.answer}
        onChange={(option) => onChange(option?.value)}
      />
    ),
  }
  draw(
    <MasterEditor<z.output<typeof client>>
      title="客户"
      tabs={[{ key: 'main', title: '基本', fields: [...fields.slice(0, 2), chosen, contacts] }]}
      read={read}
      save={save}
      refresh={[]}
      mayAdd
      mayUpdate={() => true}
      labelOf={(row) => row.name}
    />,
    { params: { id: '5' } },
  )
  await page.getByRole('combobox', { name: '类型' }).fill('车队')
  await userEvent.keyboard('{Enter}{Control>}s{/Control}')
  await expect.element(page.getByRole('button', { name: /保存$/ })).toHaveClass(/loading/)
  expect(server.asked(save)).toEqual([])
  found.give([{ id: 1, label: '车队', value: 'fleet' }])
  await expect.element(page.getByText('已保存')).toBeVisible()
  expect(server.asked(save).map(({ body }) => body.kind)).toEqual(['fleet'])
})

test('who may not change the row sees it, and cannot type', async () => {
  drawClient({ id: '5' }, false)
  await expect.element(field('名称')).toHaveValue('顺达修理')
  await expect.element(field('名称')).toBeDisabled()
  await expect.element(saveButton()).not.toBeInTheDocument()
  await sheet('联系人').click()
  await expect.element(cell('第1行 姓名')).toBeDisabled()
  await expect.element(page.getByRole('button', { name: '新增联系人' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert')).toHaveTextContent('该客户您不能修改，只能查看')
})

test('who may not add is told so, and cannot type', async () => {
  drawClient({}, false)
  await expect.element(field('名称')).toBeDisabled()
  await expect.element(saveButton()).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert')).toHaveTextContent('您没有新增客户的权限')
})
