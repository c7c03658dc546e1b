import { expect, test } from './story'

test('切换页签再回来，写到一半的单据原样还在', async ({ desk, boss }) => {
  const { editor, shell } = desk
  const supplier = await boss.newSupplier()
  const part = await boss.newPart()
  await desk.enter('boss01', '/purchase?new=1')
  await editor.isReady()
  await editor.picks('供应商', supplier.name)
  await editor.entersLine(part.partCode, '7', '3.5')
  await editor.field('备注').fill('写到一半')
  await shell.tab('首页').click()
  await expect(desk.page.getByRole('heading', { name: /您好$/ })).toBeVisible()
  await shell.tab('新增采购入库单').click()
  await expect(editor.field('供应商')).toHaveValue(supplier.name)
  await expect(editor.field('备注')).toHaveValue('写到一半')
  await expect(editor.line(1)).toContainText(part.partCode)
  await expect(editor.totals()).toContainText('24.50')
})

test('刷新浏览器后恢复未保存的草稿，可以放弃', async ({ desk, boss }) => {
  const { editor, page } = desk
  const supplier = await boss.newSupplier()
  const part = await boss.newPart()
  await desk.enter('buyer01', '/purchase?new=1')
  await editor.isReady()
  await editor.picks('供应商', supplier.name)
  await editor.entersLine(part.partCode, '6')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(editor.notice()).toContainText(/^已恢复 .+未保存的内容/)
  await expect(editor.line(1)).toContainText(part.partCode)
  await expect(editor.field('供应商')).toHaveValue(supplier.name)
  await editor.notice().getByRole('button', { name: '放弃' }).click()
  await expect(editor.notice()).toHaveCount(0)
  await expect(editor.lineCount()).toHaveText('共 0 行')
})

test('只写了备注、光标还没离开就刷新，备注也不丢', async ({ desk }) => {
  const { editor, page } = desk
  await desk.enter('manager01', '/purchase?new=1')
  await editor.isReady()
  await editor.field('备注').pressSequentially('等电话')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(editor.notice()).toContainText('未保存的内容')
  await expect(editor.field('备注')).toHaveValue('等电话')
})

test('草稿还在写入时就刷新，内容也不丢', async ({ desk }) => {
  const { editor, page } = desk
  await desk.enter('manager02', '/purchase?new=1')
  await editor.isReady()
  await page.clock.install()
  await page.evaluate(holdDrafts)
  await editor.field('备注').fill('写得慢')
  await page.clock.runFor(1000)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(editor.notice()).toContainText('未保存的内容')
  await expect(editor.field('备注')).toHaveValue('写得慢')
})

test('关闭没保存的页签先问一声，关掉后再打开草稿还在', async ({ desk }) => {
  const { editor, shell, page } = desk
  await desk.enter('boss01', '/saleOrder?new=1')
  await editor.isReady()
  await editor.field('备注').fill('客户还在考虑')
  await shell.closesTab('新增销售订单')
  const question = shell.dialog('有未保存的内容')
  await expect(question).toContainText('草稿会保留在本机，下次打开可恢复')
  await question.getByRole('button', { name: '继续编辑' }).click()
  await expect(editor.field('备注')).toHaveValue('客户还在考虑')
  await shell.closesTab('新增销售订单')
  await question.getByRole('button', { name: '关闭', exact: true }).click()
  await expect(shell.tab('新增销售订单')).toHaveCount(0)
  await shell.opens('销售', '销售订单')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  await expect(editor.field('备注')).toHaveValue('客户还在考虑')
})

/** Holds the browser's database of drafts as a slow disk would: writes wait until the page is left. */
function holdDrafts(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('chepu', 1)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const store = opening.result.transaction('drafts', 'readwrite').objectStore('drafts')
      const ask = () => {
        store.count().onsuccess = ask
      }
      ask()
      resolve()
    }
  })
}
