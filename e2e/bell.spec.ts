import { menuSwitchRoutes } from '@chepu/contract/access/menu-switch'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { announcementRoutes } from '@chepu/contract/shell/announcement'
import type { Page, WebSocketRoute } from '@playwright/test'
import { Colleague } from './api'
import { faults } from './axe'
import { expect, test } from './story'

const socketPath = /\/reservation\/msg\/push/

test('公告一发布，同事的铃铛就亮，点开看内容，清空后不再显示', async ({ desk, secondDesk, boss, baseURL }) => {
  // In a shop of its own, where nobody else publishes.
  const { manager: username } = await boss.opensShop()
  const manager = await Colleague.signIn(baseURL ?? '', username)
  await desk.enter((await manager.hires('仓管')).username)
  await manager.leaves()
  await secondDesk.enter(username, '/announcement')
  await secondDesk.page.getByRole('button', { name: '发布公告' }).click()
  const form = secondDesk.shell.dialog('发布公告')
  await form.getByLabel('标题').fill('周六盘点安排')
  await form.getByLabel('内容').fill('下午三点起停止出入库。')
  await form.getByRole('button', { name: '发布' }).click()
  await secondDesk.shell.says('已发布')

  await expect(desk.shell.bell()).toHaveAccessibleName(/^消息，[1-9]\d*条未读$/)
  const lists = await desk.shell.rings('通知')
  await expect(lists.getByRole('tab')).toHaveText([/通知\(\d+\)$/, /待办\(0\)$/, /消息\(\d+\)$/])
  const row = lists.getByRole('button', { name: /周六盘点安排/ })
  await expect(row).toContainText('刚刚')
  await expect(row.getByLabel('未读')).toBeVisible()
  await row.click()
  await expect(desk.shell.dialog('周六盘点安排')).toContainText('下午三点起停止出入库。')
  await desk.page.keyboard.press('Escape')

  await desk.shell.rings('通知')
  await expect(row.getByLabel('已读')).toBeVisible()
  await lists.getByRole('button', { name: '清空通知' }).click()
  await expect(lists.getByText('没有通知')).toBeVisible()
  await expect(lists.getByRole('tab').first()).toHaveText(/通知\(0\)$/)
  await expect(lists.getByRole('button', { name: '清空通知' })).toHaveCount(0)

  await secondDesk.page
    .getByRole('row', { name: /周六盘点安排/ })
    .getByRole('button', { name: '更多' })
    .click()
  await secondDesk.page.getByRole('menuitem', { name: '撤回' }).click()
  await secondDesk.shell.dialog('撤回公告').getByRole('button', { name: '撤回' }).click()
  await secondDesk.shell.says('已撤回')
})

/** What a page has told its reader from now on: the next message, of whatever others do meanwhile, takes the place of the last. */
async function heard(page: Page): Promise<() => Promise<string>> {
  const texts = await page.evaluateHandle(() => {
    const all: (string | null)[] = []
    const listen = () => all.push(...[...document.querySelectorAll('[role=status]')].map((each) => each.textContent))
    new MutationObserver(listen).observe(document.body, { childList: true, characterData: true, subtree: true })
    return all
  })
  return () => texts.evaluate((all) => all.join('\n'))
}

test('单据提交后审核人收到消息，点开就是这张单据', async ({ desk, boss, baseURL }) => {
  const buyer = await Colleague.signIn(baseURL ?? '', 'buyer01')
  await desk.enter('boss01')
  await expect(desk.shell.bell()).toBeVisible()
  const told = await heard(desk.page)
  const draft = await buyer.draftReceipt([{ part: await boss.newPart(), qty: '1', price: '1' }])
  const params = { id: draft.id, action: 'submit' }
  await buyer.call(goodsReceipt.routes.act, { params, body: { version: draft.version } })
  await buyer.leaves()

  await expect.poll(told).toContain(`采购入库单 ${draft.billNo} 待您审核`)
  const lists = await desk.shell.rings('消息')
  await lists.getByRole('button', { name: new RegExp(`采购入库单 ${draft.billNo} 待您审核`) }).click()
  await expect(desk.shell.tab(`采购入库单-${draft.billNo}`)).toBeVisible()
  await desk.editor.isState('待审核')
  await expect(lists).toHaveCount(0)
})

test('打开的铃铛对读屏和低视力用户可用，按退出键关闭', async ({ desk, boss }) => {
  await boss.call(announcementRoutes.publish, { body: { title: '对读屏可用的公告', body: '内容', orgId: null } })
  await desk.enter('boss01')
  const lists = await desk.shell.rings('通知')
  await expect(lists.getByText('对读屏可用的公告').first()).toBeVisible()
  expect(await faults(desk.page)).toEqual([])
  await desk.page.keyboard.press('Escape')
  await expect(lists).toHaveCount(0)
  await expect(desk.shell.bell()).toBeFocused()
})

test('心跳每50秒一次，断线后前十次隔5秒重连，以后隔60秒', async ({ desk }) => {
  const { page } = desk
  const opened: WebSocketRoute[] = []
  const beats: string[] = []
  let echoes = 0
  let isDown = false
  await page.routeWebSocket(socketPath, (socket) => {
    opened.push(socket)
    if (isDown) return void socket.close({ code: 1012 })
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      beats.push(String(message))
      server.send(message)
    })
    server.onMessage((message) => {
      echoes += Number(!String(message).includes('"heartbeat_value":null'))
      socket.send(message)
    })
  })
  await page.clock.install()
  await desk.enter('sales02')
  await expect.poll(() => opened.length).toBe(1)
  await expect(desk.shell.bell()).toHaveAccessibleName(/[1-9]条未读/)
  await page.clock.pauseAt(new Date(Date.now() + 5_000))
  for (const beat of [1, 2]) {
    await page.clock.runFor(50_000)
    await expect.poll(() => echoes).toBe(beat)
    expect(beats).toHaveLength(beat)
  }
  expect(JSON.parse(beats[0] ?? '')).toMatchObject({ heartbeat_value: expect.stringMatching(/^\d{13}$/) as unknown })

  isDown = true
  await opened[0]?.close({ code: 1012 })
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await page.clock.runFor(4_999)
    expect(opened).toHaveLength(attempt)
    await page.clock.runFor(1)
    await expect.poll(() => opened.length).toBe(attempt + 1)
  }
  await page.clock.runFor(59_999)
  expect(opened).toHaveLength(11)
  isDown = false
  await page.clock.runFor(1)
  await expect.poll(() => opened.length).toBe(12)
})

test('没有 WebSocket 的浏览器提示换用谷歌浏览器', async ({ desk }) => {
  await desk.page.addInitScript(() => Reflect.deleteProperty(window, 'WebSocket'))
  await desk.enter('cash02')
  await desk.shell.says('当前浏览器不支持该功能,请下载使用谷歌浏览器!')
  await expect(desk.shell.bell()).toBeVisible()
})

test('权限一调整，菜单随即变化，打开的页签和没保存的内容都在', async ({ desk, boss }) => {
  const shop = await boss.opensShop()
  const turn = (isOn: boolean) =>
    boss.call(menuSwitchRoutes.save, { body: { orgid: shop.id, screens: [{ key: 'purchase', isOn }] } })
  await desk.enter(shop.manager, '/purchase?new=1')
  await desk.editor.isReady()
  await desk.editor.field('备注').fill('正在录入的内容')
  const entry = desk.shell.menu().getByRole('menuitem', { name: '采购入库', exact: true })
  await expect(entry).toBeVisible()
  await turn(false)
  await expect(entry).toHaveCount(0)
  await expect(desk.editor.field('备注')).toHaveValue('正在录入的内容')
  await expect(desk.shell.bell()).toHaveAccessibleName(/条未读$/)
  const lists = await desk.shell.rings('通知')
  await expect(lists.getByText('您的权限已由 程远山 调整').first()).toBeVisible()
  await desk.page.keyboard.press('Escape')
  await turn(true)
  await expect(entry).toBeVisible()
  await expect(desk.editor.field('备注')).toHaveValue('正在录入的内容')
})

test('服务器有更高版本时提示刷新，每3分钟检查一次，取消后下次再问', async ({ desk }) => {
  const { page } = desk
  let version = '3.0.0'
  let asked = 0
  await page.route('**/version.json', (route) => {
    asked += 1
    return route.fulfill({ json: { version, label: '线上版' } })
  })
  await page.clock.install()
  await desk.enter('adviser02')
  const prompt = page.getByRole('dialog', { name: '更新提醒' })
  await page.clock.fastForward(180_000)
  await expect.poll(() => asked).toBe(1)
  await expect(prompt).toHaveCount(0)
  version = '3.0.10'
  await page.clock.fastForward(180_000)
  await expect(prompt).toContainText('当前版本已更新，请刷新后体验最新版本?')
  await prompt.getByRole('button', { name: '取消' }).click()
  await expect(prompt).toHaveCount(0)
  await page.clock.fastForward(180_000)
  await Promise.all([page.waitForEvent('load'), prompt.getByRole('button', { name: '刷新' }).click()])
  await desk.shell.isThere()
})

test('更新说明在用户菜单里，看过就是已读', async ({ desk }) => {
  await desk.enter('tech01')
  await desk.page.getByRole('button', { name: /^用户菜单/ }).click()
  await desk.page.getByRole('menuitem', { name: '更新说明' }).click()
  await expect(desk.shell.dialog('更新说明')).toContainText('3.0.0')
  await desk.shell
    .dialog('更新说明')
    .getByRole('button', { name: 'Close' })
    .or(desk.page.getByLabel('关闭'))
    .first()
    .click()
  const lists = await desk.shell.rings('通知')
  await expect(lists.getByRole('button', { name: /系统已更新至 3\.0\.0/ }).getByLabel('已读')).toBeVisible()
})

test('页面出错时报给服务器，同样的错误只报一次', async ({ page, baseURL }) => {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/web/error/log')) sent.push(request.postDataJSON())
  })
  await page.goto(`${baseURL}/login?redirect=%2Fsale`)
  const fail = (text: string) =>
    page.evaluate((message) => {
      setTimeout(() => {
        throw new TypeError(message)
      })
      void Promise.reject(new Error(`${message}，没有人接`))
    }, text)
  const answered = page.waitForResponse(/\/error\/log$/)
  await fail('演练的错误')
  expect((await answered).status()).toBe(200)
  await expect.poll(() => sent.length).toBe(2)
  await fail('演练的错误')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(sent).toHaveLength(2)
  expect(sent).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        release: '3.0.0',
        path: '/login',
        source: 'error',
        message: 'TypeError: 演练的错误',
      }),
      expect.objectContaining({ source: 'rejection', message: 'Error: 演练的错误，没有人接' }),
    ]),
  )
})

test('待办显示今日到店和马上到期的车，预约消息打开预约页', async ({ desk }) => {
  const row = { status: 0, interval: '刚刚', msg_type: null, car_num: '', goshop: null, screen: null, params: null }
  // What is due depends on the day; rows that never change are laid into the real answer.
  await desk.page.route('**/api/web/reservation/msg', async (route) => {
    const answer = await route.fetch()
    const envelope = (await answer.json()) as { data: Record<string, unknown> }
    envelope.data.agency = [
      { ...row, msg_id: 1, goshop: 0, car_num: '京A12345', message: '09:30 王先生 小保养' },
      { ...row, msg_id: 2, goshop: 1, car_num: '京B54321', message: '交强险 2026-12-01 到期' },
    ]
    envelope.data.news = [{ ...row, msg_id: 3, status: 1, msg_type: 0, message: '王先生预约了明天 09:30' }]
    await route.fulfill({ response: answer, json: envelope })
  })
  await desk.enter('adviser01')
  const lists = await desk.shell.rings('待办')
  await expect(lists.getByRole('tab')).toHaveText([/^通知\(\d+\)$/, '待办(2)', '消息(1)'])
  await expect(lists.getByRole('listitem')).toHaveText([
    /^今日到店京A1234509:30 王先生 小保养/,
    /^马上到期京B54321交强险 2026-12-01 到期/,
  ])
  await expect(lists.getByRole('button', { name: /^清空/ })).toHaveCount(0)
  expect(await faults(desk.page)).toEqual([])
  await lists.getByRole('tab', { name: '消息' }).click()
  await lists.getByRole('button', { name: /王先生预约了明天/ }).click()
  await expect(desk.page).toHaveURL(/\/repairReservation/)
  await expect(desk.shell.tab('预约管理')).toHaveAttribute('aria-current', 'page')
})

test('被移出企业时弹出提示，确定后退出登录', async ({ desk }) => {
  const sockets: WebSocketRoute[] = []
  await desk.page.routeWebSocket(socketPath, (socket) => {
    sockets.push(socket)
    socket.connectToServer()
  })
  await desk.enter('cash01')
  await expect(desk.shell.bell()).toHaveAccessibleName(/[1-9]\d*条未读/)
  // What the server sends is shown by its own tests; whoever removed a person here would disturb the other stories.
  const counts = { heartbeat_value: null, permission: false, unread_num: 0, total_num: 0 }
  sockets[0]?.send(JSON.stringify({ ...counts, org_change: true, msg: '您已被移出鼎程配件贸易中心' }))
  const alert = desk.shell.dialog('提示')
  await expect(alert).toContainText('您已被移出鼎程配件贸易中心')
  await alert.getByRole('button', { name: '确定' }).click()
  await desk.login.isThere()
  await expect(desk.page).toHaveURL(/\/login\?type=logout$/)
})
