import {
  type LookupPart,
  listDepartments,
  listEmployees,
  listLocations,
  listWarehouses,
  partHints,
  resolveParts,
  searchParts,
} from '@chepu/contract/basics/lookups'
import { readTableConfig } from '@chepu/contract/shell/config'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { kitComponents } from '@chepu/contract/warehouse/kit'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { lookupPart } from '../../../test/part'
import { later } from '../../../test/server'
import AssemblyEditor from '../assembly/editor'

const part = (partId: number, partCode: string): LookupPart =>
  lookupPart({ partId, partCode, partName: `配件${partCode}`, price: null, taxRate: '0' })
const parts = ['KIT', 'A', 'B', 'C', 'D'].map((code, at) => part(at + 1, code))
const named = (code: string) => parts.filter(({ partCode }) => partCode === code)

let bom: ReturnType<typeof later<void>>

beforeEach(() => {
  bom = later<void>()
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(basicsInfo, () => ({ basics: {}, tree: {} }))
  for (const lookup of [listDepartments, listEmployees, listLocations]) server.on(lookup, () => ({ rows: [] }))
  server.on(
    listWarehouses,
    () => ({ rows: [{ id: 1, code: 'W1', name: '主仓', kind: 'normal', isDefault: true, allowSale: true }] }) as never,
  )
  server.on(searchParts, ({ query }) => ({ rows: named(query.q ?? ''), more: false }))
  server.on(resolveParts, ({ body }) => ({ matches: body.codes.map((code) => ({ code, parts: named(code) })) }))
  server.on(partHints, () => ({ rows: [] }))
  server.on(kitComponents, async () => {
    await bom.answer
    return {
      rows: [
        { partId: 2, partCode: 'A', qty: '2', costRatio: null },
        { partId: 3, partCode: 'B', qty: '1', costRatio: null },
      ],
    }
  })
})

const press = (keys: string) => userEvent.keyboard(keys)
const button = () => page.getByRole('button', { name: '套用BOM' })
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-line]')]
const cells = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>('.line-grid-cell')]
const codeOf = (row: HTMLElement) => cells(row)[0]?.innerText ?? ''
const qtyCell = (row: HTMLElement) => cells(row)[8] as HTMLElement
/** The lines as they stand: code and quantity. */
const shown = () => rows().flatMap((row) => (codeOf(row) === '' ? [] : [`${codeOf(row)} ${qtyCell(row).innerText}`]))
const rowOf = (code: string) => rows().find((row) => codeOf(row) === code) as HTMLElement
const place = () => document.activeElement?.getAttribute('aria-label')

/** A new document of five kits and one component. */
async function begin() {
  draw(<AssemblyEditor />, { params: { new: '1' } })
  await expect.element(page.getByLabelText('仓库', { exact: true })).toHaveValue('主仓')
  await page.getByRole('button', { name: '插入行' }).click()
  await press('KIT{Enter}5{Enter}D{Enter}1{Enter}')
  await expect.poll(shown).toEqual(['KIT 5', 'D 1'])
}

test('the components take the place of those that were there, and the keyboard goes to the lines', async () => {
  await begin()
  bom.give()
  await button().click()
  await expect.poll(shown).toEqual(['KIT 5', 'A 10', 'B 5'])
  await expect.poll(place).toBe('第4行 配件编码')
})

test('what is added while they are read stays, the count of kits is that of now, and the keyboard stays where it is', async () => {
  await begin()
  await button().click()
  await userEvent.click(qtyCell(rowOf('KIT')))
  await press('10{Enter}')
  await userEvent.click(cells(rows().find((row) => codeOf(row) === '') as HTMLElement)[0] as HTMLElement)
  await press('C{Enter}7{Enter}')
  await expect.poll(shown).toEqual(['KIT 10', 'D 1', 'C 7'])
  const remark = page.getByLabelText('备注', { exact: true })
  await remark.click()
  await press('客户')
  bom.give()
  await expect.poll(shown).toEqual(['KIT 10', 'C 7', 'A 20', 'B 10'])
  await expect.element(page.getByText('配件C')).toBeVisible()
  await press('自带')
  await expect.element(remark).toHaveValue('客户自带')
})

test('a component that was changed since stays; two presses bring the components once', async () => {
  await begin()
  await button().click()
  await button().click()
  await userEvent.click(qtyCell(rowOf('D')))
  await press('3{Enter}')
  bom.give()
  await expect.poll(shown).toEqual(['KIT 5', 'D 3', 'A 10', 'B 5'])
})

test('a count of kits that is still being typed counts once it is entered', async () => {
  await begin()
  await button().click()
  await userEvent.click(qtyCell(rowOf('KIT')))
  await press('1')
  bom.give()
  await expect.poll(shown).toEqual(['KIT 5', 'A 10', 'B 5'])
  expect(place()).toBe('第1行 数量')
  await press('2{Enter}')
  await expect.poll(shown).toEqual(['KIT 12', 'A 24', 'B 12'])
})

test('the components of a kit that is another one by now are not taken', async () => {
  await begin()
  await button().click()
  await userEvent.click(cells(rowOf('KIT'))[0] as HTMLElement)
  await press('C{Enter}')
  bom.give()
  await expect.element(page.getByText('成品件已修改，请重新套用BOM')).toBeVisible()
  await expect.element(page.getByText('配件C')).toBeVisible()
  expect(shown()).toEqual(['C 5', 'D 1'])
})
