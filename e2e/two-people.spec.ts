import { partnerRoutes } from '@chepu/contract/customers/partner'
import { fresh } from './api'
import { expect, holdBack, test } from './story'

test('两个人打开同一张单据，后保存的人被告知已被他人修改', async ({ desk, secondDesk, boss }) => {
  const part = await boss.newPart()
  const { id } = await boss.draftReceipt([{ part, qty: '4', price: '10' }])
  await desk.enter('boss01', `/purchase?id=${id}`)
  await secondDesk.enter('buyer01', `/purchase?id=${id}`)
  for (const each of [desk, secondDesk]) await each.editor.isReady()

  await desk.editor.field('备注').fill('先保存的人')
  await desk.editor.button('保存').click()
  await desk.shell.says(/已保存/)

  await secondDesk.editor.field('备注').fill('后保存的人')
  await secondDesk.editor.button('保存').click()
  await expect(secondDesk.editor.notice()).toContainText('单据已被他人修改，请刷新后重试')
  await secondDesk.editor.notice().getByRole('button', { name: '刷新' }).click()
  await expect(secondDesk.editor.field('备注')).toHaveValue('先保存的人')
})

test('连点两次审核只过账一次', async ({ desk, boss }) => {
  const part = await boss.newPart()
  const { id } = await boss.draftReceipt([{ part, qty: '4', price: '10' }])
  await desk.enter('boss01', `/purchase?id=${id}`)
  await desk.editor.isReady()
  const posted: number[] = []
  desk.page.on('response', (answer) => {
    if (answer.url().endsWith(`/${id}/act/approve`)) posted.push(answer.status())
  })
  await desk.editor.button('审核').dblclick()
  await desk.editor.isState('已完成')
  expect(posted).toEqual([200])
  expect(await boss.available(part)).toBe('4')
})

test('资料在别处改过又重新读取，没保存的内容还在，保存时才说已被他人修改', async ({ desk, boss }) => {
  const { page, shell } = desk
  const name = `双改客户${fresh()}`
  const { id } = await boss.call(partnerRoutes.save, { body: { name, kind: 'unit' } })
  const elsewhere = async (change: object) => {
    const { creditDays, creditPolicy, ...partner } = await boss.call(partnerRoutes.read, { params: { id } })
    await boss.call(partnerRoutes.save, { body: { ...partner, ...change } })
  }
  /** Looks at another page and comes back: the customer is then read again. */
  const lookAway = async () => {
    await shell.tab('首页').click()
    const read = page.waitForResponse((answer) => answer.url().endsWith(`/partner/${id}`))
    await shell.tab(`客户-${name}`).click()
    expect((await read).ok()).toBe(true)
  }
  const here = page.locator('section.page:visible')
  const address = here.getByLabel('地址', { exact: true }).first()
  await desk.enter('boss01', `/customerEdit?id=${id}`)
  await address.fill('光谷大道8号')

  // What is changed apart from the form only moves the version on.
  await here.getByRole('tab', { name: '信用与价格' }).click()
  await here.getByRole('button', { name: '改信用额度' }).click()
  const credit = shell.dialog(`改信用额度：${name}`)
  await credit.getByLabel('账期').fill('45')
  await credit.getByRole('button', { name: /确\s?定/ }).click()
  await expect(here.getByText('账期：45天')).toBeVisible()
  await here.getByRole('tab', { name: '基本' }).click()
  await expect(address).toHaveValue('光谷大道8号')
  // What is typed before the saved row is read again is of the next change.
  const read = await holdBack(page, new RegExp(`/partner/${id}$`))
  await here.getByRole('button', { name: '保存', exact: true }).click()
  await shell.says('已保存')
  await read.taken
  await address.fill('光谷大道9号')
  const answered = page.waitForResponse((answer) => answer.url().endsWith(`/partner/${id}`))
  read.release()
  await (await answered).finished()
  await elsewhere({ tel: '027-87654321' })
  await lookAway()
  await expect(address).toHaveValue('光谷大道9号')
  await here.getByRole('button', { name: '保存', exact: true }).click()
  const notice = here.getByRole('alert').filter({ hasText: '往来单位已被他人修改，请刷新后重试' })
  await notice.getByRole('button', { name: '重新加载' }).click()
  await expect(here.getByLabel('电话', { exact: true })).toHaveValue('027-87654321')
  await expect(address).toHaveValue('光谷大道8号')
  await expect(notice).toHaveCount(0)

  // Without anything unsaved the page follows.
  await elsewhere({ tel: '027-12345678' })
  await lookAway()
  await expect(here.getByLabel('电话', { exact: true })).toHaveValue('027-12345678')
})
