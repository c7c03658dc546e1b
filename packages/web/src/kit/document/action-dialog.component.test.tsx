import { otherOut } from '@chepu/contract/warehouse/other-out'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { Refused } from '../../../test/server'
import { ActionDialog } from './action-dialog'

const target = { id: 7, billNo: 'QC2026010001', state: 'submitted', version: 3 }

/** 确认出库 of one document, asked over whatever page. */
function Question() {
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  return isOpen && <ActionDialog document={otherOut} target={target} action="approve" onDone={close} onClose={close} />
}

const confirm = () => page.getByRole('dialog').getByRole('button', { name: '确认出库' })
const told = () => page.getByText(/确认出库成功$/)

/** Clicks twice before the page is drawn again. */
function clickTwice() {
  const button = confirm().element() as HTMLElement
  button.click()
  button.click()
}

test('a double click does it once and says so once', async () => {
  server.on(otherOut.routes.act, () => ({ id: 7, billNo: target.billNo, version: 4, state: 'done', can: [] }))
  draw(<Question />)
  await expect.element(confirm()).toBeVisible()
  clickTwice()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(told().first()).toBeVisible()
  expect(server.asked(otherOut.routes.act)).toHaveLength(1)
  expect(told().length).toBe(1)
})

test('a refusal leaves the question open, and it may be confirmed again', async () => {
  server.on(otherOut.routes.act, () => {
    throw new Refused('refusal', '本月已结账')
  })
  draw(<Question />)
  await confirm().click()
  await expect.element(page.getByText('本月已结账')).toBeVisible()
  server.on(otherOut.routes.act, () => ({ id: 7, billNo: target.billNo, version: 4, state: 'done', can: [] }))
  await confirm().click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(told()).toBeVisible()
})

test('what goods are worth is told of those of which the server tells it, in a column of its own', async () => {
  const moved = { partCode: '04152', partName: '机滤', warehouseName: '分仓' }
  server.on(otherOut.routes.preview, () => ({
    stock: [
      { ...moved, qty: '1' },
      { ...moved, qty: '-1', value: '-12.50' },
    ],
    money: [],
    refusals: [],
  }))
  const done = { ...target, state: 'done' }
  draw(<ActionDialog document={otherOut} target={done} action="unapprove" onDone={() => {}} onClose={() => {}} />)
  await expect.element(page.getByText('库存金额')).toBeVisible()
  const rows = [...document.querySelectorAll('.kit-effects tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  )
  expect(rows).toEqual([
    ['配件', '仓库', '数量', '库存金额'],
    ['04152 机滤', '分仓', '+1', ''],
    ['04152 机滤', '分仓', '-1', '-12.50'],
  ])
})

test('what moves on cards and of commission stands beside the accounts', async () => {
  server.on(otherOut.routes.preview, () => ({
    stock: [],
    money: [{ account: '现金', partnerName: '', amount: '-1400.00' }],
    cards: [
      { cardNo: 'VIP1', item: '本金', unit: '元' as const, change: '-1000.00' },
      { cardNo: 'VIP1', item: '积分', unit: '分' as const, change: '10.00' },
      { cardNo: 'VIP1', item: '套餐「保养」机滤', unit: '次' as const, change: '-3.0000' },
    ],
    commission: [{ employeeName: '甲一', amount: '-42.00' }],
    refusals: [],
  }))
  const done = { ...target, state: 'done' }
  draw(<ActionDialog document={otherOut} target={done} action="unapprove" onDone={() => {}} onClose={() => {}} />)
  await expect.element(page.getByText('提成变化')).toBeVisible()
  const rows = [...document.querySelectorAll('.kit-effects tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  )
  expect(rows).toEqual([
    ['现金', '', '-1,400.00'],
    ['VIP1', '本金', '-1,000.00 元'],
    ['VIP1', '积分', '+10 分'],
    ['VIP1', '套餐「保养」机滤', '-3 次'],
    ['甲一', '-42.00'],
  ])
})
