import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from '../../../test/page'
import { Autocomplete } from './autocomplete'
import { filterOptions, type PickOption } from './pick-options'

const warehouses: PickOption<string>[] = ['主仓', '二号仓', '退货仓'].map((label, i) => ({
  id: i + 1,
  label,
  value: label,
}))

/** 仓库, which is 二号仓, and a field before and behind it. */
function Fields() {
  const [chosen, choose] = useState('二号仓')
  return (
    <>
      <input aria-label="供应商" />
      <Autocomplete
        label="仓库"
        text={chosen}
        entries={warehouses.length}
        find={(text) => filterOptions(warehouses, text)}
        onChange={(option) => choose(option?.label ?? '')}
      />
      <input aria-label="备注" />
    </>
  )
}

const field = () => page.getByRole('combobox', { name: '仓库' })
const option = (name: string) => page.getByRole('option', { name })

test('a click into the field opens the list, of which the mouse takes one', async () => {
  draw(<Fields />)
  await field().click()
  await expect.element(option('退货仓')).toBeVisible()
  await option('退货仓').click()
  await expect.element(field()).toHaveValue('退货仓')
  await expect.element(option('退货仓')).not.toBeInTheDocument()
})

test('who clicks and goes on by Tab has taken nothing; who walks in the list has', async () => {
  draw(<Fields />)
  await field().click()
  await expect.element(option('主仓')).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(field()).toHaveValue('二号仓')
  await expect.element(page.getByRole('textbox', { name: '备注' })).toHaveFocus()
  await expect.element(option('主仓')).not.toBeInTheDocument()
  await field().click()
  await expect.element(option('主仓')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(field()).toHaveValue('主仓')
})

test('the keyboard comes by Tab without a list', async () => {
  draw(<Fields />)
  await page.getByRole('textbox', { name: '供应商' }).click()
  await userEvent.keyboard('{Tab}')
  await expect.element(field()).toHaveFocus()
  expect(page.getByRole('listbox').elements()).toEqual([])
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('textbox', { name: '备注' })).toHaveFocus()
  await expect.element(field()).toHaveValue('二号仓')
})
