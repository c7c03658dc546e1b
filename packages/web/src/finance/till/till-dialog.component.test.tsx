import { readTill, sealTill, tillDay } from '@chepu/contract/finance/till'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { TillDialog } from './till-dialog'

const account = { accountId: 1, accountName: '现金', accountKind: 'cash', count: 2, income: '180.00', expense: '27.50' }
const cash = { ...account, ledger: '152.50' }
const wechat = {
  ...account,
  accountId: 2,
  accountName: '微信',
  accountKind: 'wechat',
  expense: '0.00',
  ledger: '180.00',
}

test('counts notes and coins, says what is missing where it is handed over, and sends what was seen and counted', async () => {
  server.on(tillDay, () => ({ userName: '李收银', accounts: [cash, wechat], sealed: null, openDays: ['2026-11-20'] }))
  const sent: unknown[] = []
  server.on(sealTill, ({ body }) => {
    sent.push(body)
    return { id: 7, billNo: 'RJ1' }
  })
  server.on(readTill, () => new Promise(() => undefined))
  draw(<TillDialog day="2026-11-27" onClose={() => undefined} />)
  const count = (name: string) => page.getByLabelText(`现金 ${name}`)
  await count('100元').fill('1')
  await count('50元').fill('1')
  await expect.element(page.getByRole('button', { name: '交款', exact: true })).toBeDisabled()
  await page.getByLabelText('微信 实交').fill('180')
  await expect.element(page.getByRole('button', { name: '交款（短款 2.50）' })).toBeEnabled()
  await count('1元').fill('2')
  await count('5角').fill('1')
  await expect.element(page.getByText('差异').first()).toBeVisible()
  await page.getByRole('button', { name: '交款', exact: true }).click()
  await expect
    .poll(() => sent)
    .toEqual([
      {
        day: '2026-11-27',
        remark: '',
        accounts: [
          {
            accountId: 1,
            ledger: '152.5',
            declared: '152.5',
            denominations: { '100': 1, '50': 1, '1': 2, '0.5': 1 },
          },
          { accountId: 2, ledger: '180', declared: '180', denominations: null },
        ],
      },
    ])
})

test('a day that is handed over is told, and cannot be counted again', async () => {
  const sealed = { id: 7, billNo: 'RJ0126112700001', sealedAt: '2026-11-27T12:00:00+08:00' }
  server.on(tillDay, () => ({ userName: '李收银', accounts: [cash], sealed, openDays: [] }))
  draw(<TillDialog day="2026-11-27" onClose={() => undefined} />)
  await expect.element(page.getByText('这一天已交款：RJ0126112700001')).toBeVisible()
  expect(page.getByLabelText('现金 100元').elements()).toEqual([])
  await expect.element(page.getByRole('button', { name: '交款单' })).toBeVisible()
})

test('a difference is confirmed by its name, with a reason', async () => {
  server.on(tillDay, () => ({ userName: '李收银', accounts: [cash], sealed: null, openDays: [] }))
  const sent: unknown[] = []
  server.on(sealTill, ({ body }) => {
    sent.push(body)
    return { id: 7, billNo: 'RJ1' }
  })
  server.on(readTill, () => new Promise(() => undefined))
  draw(<TillDialog day="2026-11-27" onClose={() => undefined} />)
  await page.getByRole('button', { name: '交款（短款 152.50）' }).click()
  await expect.element(page.getByText('确认交款：短款 152.50')).toBeVisible()
  await page.getByRole('button', { name: '确认交款' }).click()
  await expect.element(page.getByText('请填写差异原因').first()).toBeVisible()
  expect(sent).toEqual([])
  await page.getByLabelText('差异原因').fill('钱款未清点')
  await page.getByRole('button', { name: '确认交款' }).click()
  await expect.poll(() => sent).toMatchObject([{ remark: '钱款未清点', accounts: [{ declared: '0' }] }])
})

test('who paid more than he took counts nothing, and is told what the drawer gave', async () => {
  const paid = { ...account, income: '100.00', expense: '142.50', ledger: '-42.50' }
  server.on(tillDay, () => ({ userName: '李收银', accounts: [paid], sealed: null, openDays: [] }))
  draw(<TillDialog day="2026-11-27" onClose={() => undefined} />)
  await expect.element(page.getByText('应补')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '交款', exact: true })).toBeEnabled()
  await page.getByLabelText('现金 5元').fill('1')
  await expect.element(page.getByRole('button', { name: '交款（长款 5.00）' })).toBeVisible()
})

test('what is no whole number of notes stays as typed and holds the hand-over back; full-width digits are digits', async () => {
  server.on(tillDay, () => ({ userName: '李收银', accounts: [cash], sealed: null, openDays: [] }))
  const sent: unknown[] = []
  server.on(sealTill, ({ body }) => {
    sent.push(body)
    return { id: 7, billNo: 'RJ1' }
  })
  server.on(readTill, () => new Promise(() => undefined))
  draw(<TillDialog day="2026-11-27" onClose={() => undefined} />)
  const hundred = page.getByLabelText('现金 100元')
  for (const typed of ['1.5', '1e3', '-1', '一']) {
    await hundred.fill(typed)
    await expect.element(page.getByText('张数应为整数')).toBeVisible()
    await expect.element(hundred).toHaveValue(typed)
    await expect.element(page.getByRole('button', { name: '交款', exact: true })).toBeDisabled()
  }
  await hundred.fill('１')
  expect(page.getByText('张数应为整数').elements()).toEqual([])
  await page.getByLabelText('现金 50元').fill('1')
  await page.getByLabelText('现金 1元').fill('2')
  await page.getByLabelText('现金 5角').fill('1')
  await page.getByRole('button', { name: '交款', exact: true }).click()
  await expect
    .poll(() => sent)
    .toMatchObject([{ accounts: [{ denominations: { '100': 1, '50': 1, '1': 2, '0.5': 1 } }] }])
})
