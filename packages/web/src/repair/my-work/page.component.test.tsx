import { askForParts, dispatchCalls, myWork, type WorkCard } from '@chepu/contract/repair/dispatch'
import { linePhotoRoutes } from '@chepu/contract/repair/line-photo'
import { resourceRoutes } from '@chepu/contract/shell/resource'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoSideways } from '../../../test/desk-line'
import { draw, server } from '../../../test/page'
import { card, row } from '../card.fixture'
import MyWorkPage from './page'

/** The phone of a technician with one line, which goes on as he says. */
async function takePhone() {
  await page.viewport(390, 844)
  let now: WorkCard = card()
  const nothing = { lines: 0, hours: '0.00', minutes: 0, output: '0.00' }
  server.on(myWork, () => ({
    isTechnician: true,
    cards: [now],
    today: { lines: 1, hours: '0.50', minutes: 35, output: '50.00' },
    month: { ...nothing, lines: 21, hours: '30.50', minutes: 1835, output: '4210.50' },
  }))
  const done = (state: string) => ({ id: 3, version: 2, state })
  server.on(dispatchCalls.start, () => {
    now = card({
      workState: 'working',
      orderState: 'in_progress',
      technicians: [row({ startedAt: '2026-03-05T01:00:00.000Z' })],
    })
    return done('in_progress')
  })
  server.on(dispatchCalls.pause, ({ body }) => {
    const pause = { kind: body.kind, reason: body.reason ?? '', fromAt: '2026-03-05T01:30:00.000Z' }
    now = card({
      workState: 'paused',
      orderState: 'in_progress',
      technicians: [row({ startedAt: pause.fromAt, workedMinutes: 30, pause })],
    })
    return done('in_progress')
  })
  server.on(dispatchCalls.resume, () => {
    now = card({
      workState: 'working',
      orderState: 'in_progress',
      technicians: [row({ startedAt: '2026-03-05T01:00:00.000Z', workedMinutes: 30 })],
    })
    return done('in_progress')
  })
  server.on(dispatchCalls.finish, () => {
    now = card({ workState: 'finished', orderState: 'waiting_check', isSelfChecked: true })
    return done('waiting_check')
  })
  server.on(askForParts, () => ({ told: 1 }))
  server.on(resourceRoutes.ticket, () => ({ id: 8 }))
  server.on(linePhotoRoutes.add, ({ body }) => {
    now = { ...now, photoIds: [body.fileId] }
    return { id: body.fileId }
  })
  // Files travel outside of the contract.
  const { fetch } = globalThis
  let kept: unknown
  globalThis.fetch = async (input, init) => {
    if (!String(input).endsWith('/resource/8/file')) return fetch(input, init)
    if (init?.method !== 'POST') return new Response(kept as Blob)
    kept = (init.body as FormData).get('file')
    return Response.json({ code: 0, msg: '', data: { id: 8 } })
  }
  draw(<MyWorkPage />)
  return { keep: () => server.asked(linePhotoRoutes.add).at(-1)?.body }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a technician works off a line on his phone: 开工, 暂停 with a reason, 恢复, 完工', async () => {
  await takePhone()
  await expect.element(page.getByRole('article')).toHaveTextContent('报修：刹车异响，低速踩踏明显')
  await expect.element(page.getByText('4,210.50')).toBeVisible()
  expectNoSideways(document.body)
  for (const each of page.getByRole('article').getByRole('button').elements())
    expect(each.getBoundingClientRect().height).toBeGreaterThanOrEqual(40)
  await button('开工').click()
  await button('暂停').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('其他').click()
  await expect.element(dialog.getByRole('button', { name: '暂停' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('举升机被占用')
  await dialog.getByRole('button', { name: '暂停' }).click()
  await expect.element(page.getByText('其他：举升机被占用')).toBeVisible()
  expect(server.asked(dispatchCalls.pause).at(-1)?.body).toMatchObject({ orderId: 3, lineIds: [11], kind: 'other' })
  await button('恢复施工').click()
  await button('完工并自检合格').click()
  await expect.element(page.getByText('已自检，等待检验')).toBeVisible()
  expect(server.asked(dispatchCalls.finish).at(-1)?.body).toMatchObject({ lineIds: [11], selfCheck: true })
})

test('he asks the keepers for what he lacks', async () => {
  await takePhone()
  await button('请料').click()
  await page.getByRole('dialog').getByRole('textbox').fill('前刹车片 1套')
  await page.getByRole('dialog').getByRole('button', { name: '通知仓库' }).click()
  await expect.poll(() => server.asked(askForParts).at(-1)?.body).toEqual({ orderId: 3, note: '前刹车片 1套' })
})

test('he takes a photo of his work, which is kept with the line and shown on it', async () => {
  const { keep } = await takePhone()
  await button('开工').click()
  await expect.element(button('拍照')).toBeVisible()
  const canvas = new OffscreenCanvas(40, 30)
  canvas.getContext('2d')?.fillRect(0, 0, 20, 30)
  const file = new File([await canvas.convertToBlob()], 'IMG_1.png', { type: 'image/png' })
  await userEvent.upload(page.getByLabelText('更换前刹车片 拍照'), file)
  await expect.element(page.getByRole('img', { name: '更换前刹车片 1' })).toBeVisible()
  expect(server.asked(resourceRoutes.ticket).at(-1)?.body).toEqual({
    kind: 'work_order',
    ownerId: 3,
    fileName: '更换前刹车片.jpg',
  })
  expect(keep()).toEqual({ orderId: 3, lineId: 11, fileId: 8 })
  expectNoSideways(document.body)
})
