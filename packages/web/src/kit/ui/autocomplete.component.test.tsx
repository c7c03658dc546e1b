import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from '../../../test/page'
import { choices } from '../base/underway'
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

/** 客户, of whom every question is answered when the test says so, and a field behind it. */
function drawSlow(chosen: (name: string) => void = () => {}) {
  const answers: { text: string; give: () => void }[] = []
  const find = (text: string) =>
    new Promise<PickOption<string>[]>((resolve) => {
      answers.push({ text, give: () => resolve([{ id: 1, label: `${text}汽修`, value: text }]) })
    })
  function Slow() {
    const [text, setText] = useState('')
    return (
      <div data-fields>
        <div data-field>
          <Autocomplete
            label="客户"
            text={text}
            find={find}
            onChange={(option) => {
              setText(option?.label ?? '')
              chosen(option?.label ?? '')
            }}
          />
        </div>
        <div data-field>
          <input aria-label="仓库" />
        </div>
        <textarea aria-label="备注" />
      </div>
    )
  }
  draw(<Slow />)
  const customer = page.getByRole('combobox', { name: '客户' })
  /** Answers a question, once it has been put. */
  const answer = async (text: string) => {
    await expect.poll(() => answers.some((each) => each.text === text)).toBe(true)
    for (const each of answers) if (each.text === text) each.give()
  }
  const enter = async (text: string) => {
    await customer.fill(text)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => answers.some((each) => each.text === text)).toBe(true)
  }
  return { customer, answer, enter }
}

test('the only match is taken when its answer comes, and the keyboard goes on', async () => {
  const { customer, answer, enter } = drawSlow()
  await customer.click()
  await enter('东湖')
  await answer('东湖')
  await expect.element(customer).toHaveValue('东湖汽修')
  await expect.element(page.getByRole('textbox', { name: '仓库' })).toHaveFocus()
})

test('of two questions the last one counts, whichever answer comes first; Enter again asks and takes once', async () => {
  const taken: string[] = []
  const { customer, answer, enter } = drawSlow((name) => taken.push(name))
  await customer.click()
  await enter('东湖')
  await enter('西山')
  await answer('西山')
  await expect.element(customer).toHaveValue('西山汽修')
  await answer('东湖')
  await choices.over()
  await expect.element(customer).toHaveValue('西山汽修')
  expect(taken).toEqual(['西山汽修'])
  await customer.click()
  await enter('南岸')
  await userEvent.keyboard('{Enter}')
  await answer('南岸')
  await choices.over()
  expect(taken).toEqual(['西山汽修', '南岸汽修'])
})

test('who has gone on is not called back; what he has chosen by Enter is still chosen', async () => {
  const { customer, answer, enter } = drawSlow()
  await customer.click()
  await enter('东湖')
  await page.getByRole('textbox', { name: '备注' }).click()
  await userEvent.keyboard('要发票')
  await answer('东湖')
  await expect.element(customer).toHaveValue('东湖汽修')
  await expect.element(page.getByRole('textbox', { name: '备注' })).toHaveFocus()
})

test('Escape calls a choice off', async () => {
  const { customer, answer, enter } = drawSlow()
  await customer.click()
  await enter('东湖')
  await userEvent.keyboard('{Escape}')
  await answer('东湖')
  await choices.over()
  await expect.element(customer).toHaveValue('')
  await expect.element(customer).toHaveFocus()
})
