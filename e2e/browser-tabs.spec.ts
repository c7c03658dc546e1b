import type { Page } from '@playwright/test'
import { Desk, expect, test } from './story'

/** Another tab of the same browser, opened by its address. */
async function anotherTab(desk: Desk, path: string): Promise<Desk> {
  const other = new Desk(await desk.page.context().newPage())
  await other.page.goto(path)
  return other
}

const leavesWithoutAsking = (page: Page) => page.on('dialog', (dialog) => void dialog.accept())

test('同一浏览器另开页签直接可用，两边同改一张单据，后保存的一边被告知，并可选用自己的修改', async ({ desk, boss }) => {
  const part = await boss.newPart()
  const { id } = await boss.draftReceipt([{ part, qty: '4', price: '10' }])
  await desk.enter('boss01', `/purchase?id=${id}`)
  const other = await anotherTab(desk, `/purchase?id=${id}`)
  for (const each of [desk, other]) await each.editor.isReady()
  // Nothing that opens the session outlives the tabs.
  const kept = await other.page.evaluate(() => ({
    token: sessionStorage.getItem('token'),
    all: JSON.stringify(localStorage),
  }))
  expect(kept.token).toBeTruthy()
  expect(kept.all).not.toContain(kept.token)

  await other.editor.field('备注').fill('另一个页签')
  await other.editor.button('保存').click()
  await other.shell.says(/已保存/)
  await desk.editor.field('备注').fill('这个页签')
  await desk.editor.button('保存').click()
  await expect(desk.editor.notice()).toContainText('您已在其他页面修改了本单，请刷新后重试')

  leavesWithoutAsking(desk.page)
  for (const again of ['刷新', '浏览器']) {
    if (again === '刷新') await desk.editor.notice().getByRole('button', { name: again }).click()
    else await desk.page.reload()
    await expect(desk.editor.notice()).toContainText('单据已有新版本')
    await expect(desk.editor.field('备注')).toHaveValue('另一个页签')
  }
  await desk.editor.notice().getByRole('button', { name: '用我的修改继续编辑' }).click()
  await expect(desk.editor.field('备注')).toHaveValue('这个页签')
  await desk.editor.button('保存').click()
  await desk.shell.says(/已保存/)
})

test('两个页签各自新增，各写各的；关掉的那张还能找回', async ({ desk }) => {
  await desk.enter('boss01', '/purchaseBack?new=1')
  await desk.editor.isReady()
  await desk.editor.field('备注').fill('第一张')
  const other = await anotherTab(desk, '/purchaseBack?new=1')
  await other.editor.isReady()
  await expect(other.editor.notice()).toHaveCount(0)
  await expect(other.editor.field('备注')).toHaveValue('')
  await other.editor.field('备注').fill('第二张')
  for (const [each, text] of [
    [desk, '第一张'],
    [other, '第二张'],
  ] as const) {
    leavesWithoutAsking(each.page)
    await each.page.reload()
    await expect(each.editor.notice()).toContainText('未保存的内容')
    await expect(each.editor.field('备注')).toHaveValue(text)
  }
  await other.page.close()
  const third = await anotherTab(desk, '/purchaseBack?new=1')
  await expect(third.editor.field('备注')).toHaveValue('第二张')
  await desk.editor.notice().getByRole('button', { name: '放弃' }).click()
  await expect(desk.editor.field('备注')).toHaveValue('')
})

test('一个页签切换企业或退出登录，同一浏览器的其他页签跟着', async ({ desk }) => {
  await desk.enter('boss01')
  const other = await anotherTab(desk, '/purchase?new=1')
  await other.editor.isReady()
  await other.editor.field('备注').fill('还没保存')
  await desk.shell.changesOrganisation('城东')
  for (const each of [desk, other]) await expect(each.shell.organisation()).toHaveText(/鼎程城东维修店/)
  await expect(other.page).toHaveURL(/\/dashboard$/)

  await other.shell.signsOut()
  for (const each of [desk, other]) {
    await each.login.isThere()
    await expect(each.page).toHaveURL(/\/login\?type=logout$/)
  }
  const late = await anotherTab(desk, '/saleOrder')
  await late.login.isThere()
  const plain = await anotherTab(desk, '/login')
  await plain.login.isThere()
  const register = await anotherTab(desk, '/register/company')
  // A sign-in takes along every tab that waits for one: to the page it came for, else to the home page.
  await desk.login.signIn('boss01')
  await desk.shell.isThere()
  await expect(late.page).toHaveURL(/\/saleOrder$/)
  for (const each of [other, plain]) await expect(each.page).toHaveURL(/\/dashboard$/)
  for (const each of [late, other, plain]) await each.shell.isThere()
  await expect(register.page.getByRole('heading', { name: '企业注册' })).toBeVisible()

  // Who opens the sign-in page beside a session wants another one; only a new sign-in takes him along.
  const another = await anotherTab(desk, '/login')
  await another.login.isThere()
  await desk.shell.changesOrganisation('配件贸易')
  await expect(other.shell.organisation()).toHaveText(/鼎程配件贸易中心/)
  await another.login.isThere()
})
