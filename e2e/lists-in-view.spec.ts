import type { Locator } from '@playwright/test'
import { settleTabs } from '@chepu/contract/finance/settle-tabs'
import type { DataOf } from '@chepu/contract/kernel/route'
import { menuTree } from '@chepu/contract/shell/session'
import { Colleague } from './api'
import { type Desk, expect, test } from './story'

type MenuItem = DataOf<typeof menuTree>[number]
type Screen = ReturnType<typeof screensOf>[number]

/** Screens of a menu with the folder that they stand in. */
const screensOf = (tree: readonly MenuItem[]) =>
  tree.flatMap(({ jsondata: folder, children }) =>
    children
      .filter(({ jsondata }) => !jsondata.hidden)
      .map(({ jsondata }) => ({ folder: folder.meta.title, title: jsondata.meta.title, path: jsondata.path })),
  )

/** Screens that are no list of rows. Every other one must show its list: a page that is still on its way is waited for. */
const listless = new Set([
  '首页',
  '仓库工作台',
  '对得上',
  '月结',
  '配件分类',
  '地区管理',
  '角色权限',
  '用户授权',
  '仓库权限',
  '数据权限',
  '系统权限',
  '站点配置',
  '批量导入',
  '前单查询',
  '维修开单',
  '快修快保',
  '维修商品销售',
  '预约管理',
  '派工调度',
  '维修进度',
  '我的任务',
  '按单号领料',
  '收支类别',
  '银行对账',
])

/**
 * What is wrong with a list before anybody has scrolled: key columns out of view, heads half covered or cut, sums that are
 * missing, or that stand in one line and not in the other.
 */
const faultsOf = (list: Locator): Promise<string[]> =>
  list.evaluate((region) => {
    const heads = [...region.querySelectorAll<HTMLElement>('thead th[scope=col]')]
    const actions = region.querySelector('th.dt-actions')
    const edge = actions?.getBoundingClientRect().left ?? region.getBoundingClientRect().left + region.clientWidth + 1
    const covered = heads.filter((head) => {
      const { left, right } = head.getBoundingClientRect()
      return left < edge - 0.5 && right > edge + 0.5
    })
    const keys = heads.filter((head) => head.dataset['key'] !== undefined)
    const hidden = keys.filter((head) => head.getBoundingClientRect().right > edge + 0.5)
    const cut = heads.filter((head) => {
      const text = head.querySelector<HTMLElement>('.dt-sort') ?? head
      return text.scrollWidth > text.clientWidth + 1
    })
    const ticks = region.querySelector('th.dt-check') ? 1 : 0
    const summed = heads.flatMap((head, i) => (head.dataset['sum'] === undefined || i === 0 ? [] : [i]))
    const lines = [...region.querySelectorAll<HTMLTableRowElement>('tfoot tr:not(.dt-aside)')]
    const textAt = (line: HTMLTableRowElement, i: number) => line.cells[i + ticks]?.innerText ?? ''
    return [
      ...(keys.length === 0 ? ['no key column is named'] : []),
      ...hidden.map((head) => `out of view: ${head.innerText}`),
      ...covered.map((head) => `half covered: ${head.innerText}`),
      ...cut.map((head) => `cut: ${head.innerText}`),
      ...lines.flatMap((line) =>
        summed.flatMap((i) => (textAt(line, i) === '' ? [`${textAt(line, 0)} without ${heads[i]?.innerText}`] : [])),
      ),
    ]
  })

/** Lists of documents between two organisations: money of both sides is no figure together, and is summed once 方向 is chosen. */
const ofBothSides = new Set(['调拨单', '调入确认'])
const isOfMoney = (fault: string) => / without (调拨金额|成本金额)$/.test(fault)

/** Opens a screen and looks at its list, in all its cuts. */
async function look(desk: Desk, { title, path }: Screen): Promise<string[]> {
  if (listless.has(title)) return []
  await desk.shell.goes(path)
  const here = desk.list.here()
  await expect(here.locator('[data-grid]').first(), title).toBeVisible()
  const cuts = here.locator('.lp-tabs label')
  const faults: string[] = []
  for (let i = 0; i < Math.max(1, await cuts.count()); i += 1) {
    const cut = cuts.nth(i)
    if (i > 0) await cut.click()
    const list = here.locator('[data-grid]')
    await expect(here.locator('.lp-waiting')).toHaveCount(0)
    if ((await list.count()) === 0) continue
    await expect(list.first().locator('tfoot').getByText('…', { exact: true })).toHaveCount(0)
    const name = (await cuts.count()) > 0 ? `${title} ${await cut.innerText()}` : title
    const found = (await faultsOf(list.first())).filter((fault) => !(ofBothSides.has(title) && isOfMoney(fault)))
    faults.push(...found.map((fault) => `${name} ${fault}`))
  }
  return faults
}

/** Lists show one row a page, so that the sums of the page and of everything stand under one another. */
const readsRowByRow = (desk: Desk) =>
  desk.page.route(
    (url) => url.searchParams.get('rows') === '50',
    (route) => route.continue({ url: route.request().url().replace('rows=50', 'rows=1') }),
  )

/** Heads of an editor's lines that stand half over its edge, and 价税合计 when it is not in view. */
const hiddenIn = (grid: Locator): Promise<string[]> =>
  grid.evaluate((element) => {
    const edge = element.getBoundingClientRect().left + element.clientLeft + element.clientWidth + 0.5
    const heads = [...element.querySelectorAll<HTMLElement>('.line-grid-head .line-grid-cell')]
    return heads
      .filter((head) => {
        const { left, right } = head.getBoundingClientRect()
        return right > edge && (left < edge - 1 || head.innerText === '价税合计')
      })
      .map((head) => head.innerText)
  })

/** Folders of the menu with the documents of goods. */
const trade = new Set(['采购', '销售', '仓库'])
/** The lines of a count are what its scope holds, once it is saved. */
const withoutTypedLines = new Set(['盘点单'])

// Neither story waits for another.
test.describe.configure({ mode: 'parallel' })

test('每张单据打开时，明细看得到价税合计，没有列被切成一半', async ({ desk, boss }) => {
  const faults: string[] = []
  let seen = 0
  await desk.enter('boss01')
  for (const { folder, title, path } of screensOf(await boss.call(menuTree))) {
    if (!trade.has(folder) || listless.has(title) || withoutTypedLines.has(title)) continue
    await desk.shell.goes(`${path}?new=1`)
    const here = desk.list.here()
    // A screen without an editor shows its list.
    await expect(here.locator('[data-grid], .line-grid').first(), title).toBeVisible()
    const grid = desk.editor.grid().first()
    if ((await grid.count()) === 0) continue
    seen += 1
    if (seen % 4 === 0) await desk.shell.closesOthers()
    faults.push(...(await hiddenIn(grid)).map((head) => `${title} ${head}`))
  }
  expect(faults).toEqual([])
  expect(seen).toBeGreaterThan(5)
})

/** Lists are looked at in parts, which are played side by side. */
const parts = 3

for (let part = 0; part < parts; part += 1) {
  test(`每个列表打开时，关键列都在眼前，没有列被切成一半，本页与全部合计同样的列（${part + 1}/${parts}）`, async ({
    desk,
    boss,
  }) => {
    // It opens many screens of the menu.
    test.slow()
    const screens = screensOf(await boss.call(menuTree))
    const faults: string[] = []
    await readsRowByRow(desk)
    await desk.enter('boss01')
    for (const [at, screen] of screens.filter((_, i) => i % parts === part).entries()) {
      faults.push(...(await look(desk, screen)))
      if (at % 4 === 3) await desk.shell.closesOthers()
    }
    expect(faults).toEqual([])
  })
}

test('菜单里没有的列表和平台的列表打开时，关键列同样都在眼前', async ({ desk, secondDesk, boss, baseURL }) => {
  const keeper = await Colleague.signIn(baseURL ?? '', 'admin01')
  const paths = new Set(screensOf(await boss.call(menuTree)).map(({ path }) => path))
  const faults: string[] = []
  await readsRowByRow(desk)
  await desk.enter('boss01', '/purchaseAndSale')
  // No entry of the menu leads there; a button of its neighbours does.
  await desk.list.here().getByRole('button', { name: '从采购单转' }).click()
  await expect(desk.page).toHaveURL(/transToSalesferOrder/)
  await desk.shell.goes('/dashboard')
  faults.push(...(await look(desk, { folder: '销售', title: '采购转销售查询', path: '/transToSalesferOrder/index' })))
  // The tabs of open items lead to each other; the menu names half of them.
  for (const { screen, title } of Object.values(settleTabs))
    faults.push(...(await look(desk, { folder: '财务', title, path: `/${screen}` })))
  faults.push(...(await look(desk, { folder: '三包', title: '三包结算单', path: '/warrantySettlement' })))
  await secondDesk.page.setViewportSize({ width: 1440, height: 900 })
  await readsRowByRow(secondDesk)
  await secondDesk.enter('admin01')
  const rest = screensOf(await keeper.call(menuTree)).filter(({ path }) => !paths.has(path))
  expect(rest.length).toBeGreaterThan(0)
  for (const screen of rest) faults.push(...(await look(secondDesk, screen)))
  expect(faults).toEqual([])
})
