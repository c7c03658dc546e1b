import { customerLinkRoutes } from '@chepu/contract/kernel/customer-link'
import type { DataOf } from '@chepu/contract/kernel/route'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { Refused } from '../../../test/server'
import { LinkDialog } from './link-dialog'

type Found = DataOf<typeof customerLinkRoutes.read>

const live = {
  id: 7,
  expiresAt: '2026-03-09T02:00:00.000Z',
  createdAt: '2026-03-02T02:00:00.000Z',
  creatorName: '前台',
  openCount: 2,
  lastOpenedAt: '2026-03-03T04:05:06.000Z',
}
let found: Found

beforeEach(() => {
  found = { link: null, answer: null }
  server.on(customerLinkRoutes.read, () => found)
  server.on(customerLinkRoutes.make, () => {
    found = { ...found, link: { ...live, openCount: 0, lastOpenedAt: null } }
    return { id: 7, address: '/l/abcDEF_-', expiresAt: live.expiresAt }
  })
  server.on(customerLinkRoutes.revoke, () => {
    found = { ...found, link: null }
    return { revoked: 1 }
  })
})

const dialog = () => page.getByRole('dialog')
const press = (name: string) => dialog().getByRole('button', { name }).click()
const open = () => draw(<LinkDialog title="客户确认" purpose="quotation" subjectId={3} onClose={() => undefined} />)

test('a link is made for so many days, shown as address and QR code, and ended', async () => {
  open()
  await dialog().getByRole('spinbutton', { name: '有效天数' }).fill('3')
  await press('生成链接')
  await expect.element(dialog().getByLabelText('链接地址')).toHaveTextContent(`${location.origin}/l/abcDEF_-`)
  await expect.element(dialog().getByRole('img', { name: '链接二维码' })).toBeVisible()
  await expect
    .element(dialog().getByRole('status'))
    .toHaveTextContent('链接有效至 2026-03-09 10:00:00，前台 于 2026-03-02 10:00:00 生成，对方还没有打开')
  expect(server.asked(customerLinkRoutes.make).map(({ body }) => body)).toEqual([
    { purpose: 'quotation', subjectId: 3, days: 3 },
  ])
  await press('撤销')
  await expect.element(dialog().getByText('还没有有效的链接')).toBeVisible()
  await expect.element(dialog().getByLabelText('链接地址')).not.toBeInTheDocument()
})

test('what became of the last link is told, with the answer and its signature', async () => {
  found = {
    link: live,
    answer: {
      linkId: 7,
      answeredAt: '2026-03-03T04:06:00.000Z',
      decisions: [
        { lineId: 1, text: '机油滤清器 3个 135.00元', agrees: true },
        { lineId: 2, text: '前刹车片 2个 420.00元', agrees: false },
      ],
    },
  }
  server.on(customerLinkRoutes.signature, () => ({}))
  open()
  await expect.element(dialog().getByRole('status')).toHaveTextContent('已打开2次，最近 2026-03-03 12:05:06')
  const answer = dialog().getByRole('region', { name: '对方的确认' })
  await expect.element(answer).toHaveTextContent('同意 机油滤清器 3个 135.00元不同意 前刹车片 2个 420.00元')
  await expect.poll(() => server.asked(customerLinkRoutes.signature).map(({ params }) => params)).toEqual([{ id: 7 }])
})

test('a refusal is told, and the dialog can be used on', async () => {
  open()
  server.on(customerLinkRoutes.make, () => {
    throw new Refused('refusal', '现在没有可以给客户看的内容')
  })
  await press('生成链接')
  await expect.element(page.getByText('现在没有可以给客户看的内容')).toBeVisible()
  await expect.element(dialog().getByRole('button', { name: '生成链接' })).toBeEnabled()
})
