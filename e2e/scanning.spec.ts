import { lossReason, otherOut } from '@chepu/contract/warehouse/other-out'
import { fresh, today } from './api'
import { Scanner } from './pages/scanner'
import { expect, test } from './story'

test('扫码进任何格子都是扫码：加行、加一，数量单价不动；打字再快也是打字；手机卡片上也一样', async ({ desk, boss }) => {
  const { page, editor } = desk
  const keys = page.keyboard
  const [first, second] = [await boss.newPart(), await boss.newPart()]
  const tail = fresh().slice(-6)
  const add = (code: string, name: string, oeNo: string, barcodes: string[] = []) =>
    boss.newPart({ code, name, oes: [{ oeNo }], barcodes })
  const zeros = `00${tail}`
  await add(`ZZ-A-${tail}`, '扫码件甲', `OE-${tail}`, [zeros])
  await add(`ZZ-B-${tail}`, '扫码件乙', `OE ${tail}`)
  await add(`ZZ-C-${tail}`, '扫码件丙', `NEWOE${tail}`)

  await desk.enter('boss01', '/sale?new=1')
  await editor.isReady()
  const scanner = await Scanner.of(page)
  const cellOf = (row: number, title: string) =>
    editor.heads().then((heads) =>
      editor
        .line(row)
        .locator('.line-grid-cell')
        .nth(heads.findIndex((head) => head.replace('*', '').trim() === title)),
    )
  const goes = async (row: number, title: string) => {
    await (await cellOf(row, title)).click()
    await expect(editor.cell()).toHaveAccessibleName(`第${row}行 ${title}`)
  }
  const says = async (row: number, title: string, text: string) => expect(await cellOf(row, title)).toHaveText(text)

  // Typed, so that the cursor goes to the quantity; what is scanned there stays out of it.
  await editor.entersLine(first.partCode)
  await expect(editor.cell()).toHaveAccessibleName('第1行 数量')
  await scanner.scans(zeros)
  await expect(editor.line(2)).toContainText('扫码件甲')
  await scanner.scans(zeros, 15)
  await says(2, '数量', '2')
  await scanner.scans(second.partCode, 5)
  await expect(editor.line(3)).toContainText(second.partCode)
  await says(1, '数量', '1')
  await expect(editor.cell()).toHaveAccessibleName('第1行 数量')
  await expect(editor.cell()).toHaveValue('1')

  // Fingers, however quick: two signs in no time, a price at 20 ms a key.
  await scanner.types('12', 5)
  await keys.press('Enter')
  await expect(editor.cell()).toHaveAccessibleName('第1行 售价')
  await scanner.scans('12345.67', 20)
  await says(1, '数量', '12')
  await says(1, '售价', '12,345.67')

  // A slow scanner, and fingers that type what is no quantity: told in the cell, which keeps the cursor.
  await goes(2, '数量')
  await scanner.scans(zeros, 45)
  await says(2, '数量', '3')
  await scanner.types('P000002', 120)
  await keys.press('Enter')
  await expect(editor.cell()).toHaveAccessibleName('第2行 数量')
  await expect(editor.here().getByText('“P000002”带有“P”，请只填数字')).toBeVisible()
  await scanner.types('1234567', 120)
  await keys.press('Enter')
  await expect(editor.here().getByText('数量整数最多6位，小数最多4位')).toBeVisible()
  await scanner.types('2', 120)
  await keys.press('Enter')
  await says(2, '数量', '2')

  // A column that is only shown, and one of text: what names no part is the text.
  await goes(1, '配件名称')
  await scanner.scans(zeros)
  await says(2, '数量', '3')
  await goes(1, '备注')
  await scanner.scans(`SF${tail}0088`)
  await says(1, '备注', `SF${tail}0088`)
  await goes(2, '售价')
  await scanner.scans(`KEIN-${tail}`)
  await expect(page.getByText(`未找到配件 KEIN-${tail}`)).toBeVisible()
  await expect(editor.cell()).not.toHaveValue(/KEIN/)

  // An OE number as on the maker's box: two parts to choose from, one that is added.
  await scanner.scans(`oe${tail.toLowerCase()}`)
  const choice = desk.shell.dialog('选择配件')
  await expect(choice.getByRole('row', { name: /扫码件/ })).toHaveCount(2)
  await choice.getByRole('row', { name: '扫码件乙' }).dblclick()
  await expect(editor.line(4)).toContainText(`ZZ-B-${tail}`)
  await scanner.scans(`NEWOE${tail}`)
  await expect(editor.line(5)).toContainText(`ZZ-C-${tail}`)

  // Beside the lines: a figure and a text of the header, a button, nothing at all.
  await editor.field('运费').click()
  await scanner.scans(zeros)
  await says(2, '数量', '4')
  await expect(editor.field('运费')).toHaveValue(/^0?$/)
  await editor.field('备注').click()
  await scanner.scans(second.partCode)
  await says(3, '数量', '2')
  await expect(editor.field('备注')).toHaveValue('')
  await scanner.scans(`送到${tail}`)
  await expect(editor.field('备注')).toHaveValue(`送到${tail}`)
  await editor.button('保存').focus()
  await scanner.scans(zeros)
  await says(2, '数量', '5')
  await expect(editor.notice()).toHaveCount(0)
  await editor.button('保存').evaluate((button) => button.blur())
  await scanner.scans(zeros)
  await says(2, '数量', '6')

  // The same document on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  const card = (no: number) => editor.here().getByRole('article', { name: `第${no}行` })
  await card(1).getByLabel('第1行 数量', { exact: true }).click()
  await scanner.scans(zeros)
  await expect(card(2).getByLabel('第2行 数量', { exact: true })).toHaveValue('7')
  await expect(card(1).getByLabel('第1行 数量', { exact: true })).toHaveValue('12')
  await card(1)
    .getByLabel('第1行 数量', { exact: true })
    .evaluate((box) => box.blur())
  await scanner.scans(`NEWOE${tail}`)
  await expect(card(5).getByLabel('第5行 数量', { exact: true })).toHaveValue('2')
})

test('收款、付款和资料里的数字格不收扫码：说明后数字不变，文字格照收', async ({ desk, boss }) => {
  const { page, editor } = desk
  const part = await boss.newPart()
  const [customer, supplier] = [await boss.newCustomer(), await boss.newSupplier()]
  await boss.receives([{ part, qty: '1', price: '35' }], { partnerId: supplier.id })
  await boss.delivers(customer, [{ part, qty: '1', price: '50' }])
  const scanner = await Scanner.of(page)
  const refuses = async (code: string) => {
    await scanner.scans(code)
    await expect(page.getByText(`这里不能扫码，已忽略 ${code}`)).toBeVisible()
  }
  for (const [path, role, partner] of [
    ['/collection?new=1', '客户', customer],
    ['/payment?new=1', '供应商', supplier],
  ] as const) {
    await desk.enter('boss01', path)
    await editor.isReady()
    await editor.picks(role, partner.name)
    const heads = await editor.heads()
    const cellOf = (title: string) =>
      editor
        .line(1)
        .locator('.line-grid-cell')
        .nth(heads.findIndex((head) => head.replace('*', '').trim() === title))
    for (const [title, code] of [
      ['金额', '00123'],
      ['手续费', '6901140000018'],
    ] as const) {
      await cellOf(title).click()
      await expect(editor.cell()).toHaveAccessibleName(`第1行 ${title}`)
      await refuses(code)
      await expect(editor.cell()).toHaveValue('')
    }
    await cellOf('交易流水号').click()
    await scanner.scans('WX00123456')
    await expect(cellOf('交易流水号')).toHaveText('WX00123456')
    await expect(cellOf('金额')).toHaveText('')
    const settled = editor
      .here()
      .getByLabel(/ 本次核销$/)
      .first()
    await settled.click()
    await refuses('6901140000025')
    await expect(settled).toHaveValue('')
  }
  await desk.enter('boss01', '/parts?new=1')
  for (const [label, code] of [
    ['重量(kg)', '00124'],
    ['三包期(月)', '6901140000032'],
  ] as const) {
    const field = desk.list.here().getByLabel(label, { exact: true })
    await field.click()
    await refuses(code)
    await expect(field).toHaveValue('')
  }
})

test('仓库复核台：光标在数量格里扫码也只记一件，OE 号认得本单的配件', async ({ desk, boss }) => {
  const { page } = desk
  const tail = fresh().slice(-6)
  const own = await boss.newPart({ oes: [{ oeNo: `DESK-${tail}` }] })
  const second = await boss.newPart()
  await boss.receives([
    { part: own, qty: '5', price: '1' },
    { part: second, qty: '5', price: '1' },
  ])
  const { billNo } = await boss.call(otherOut.routes.save, {
    body: {
      header: { bizDate: today(), warehouseId: await boss.warehouse(), reason: lossReason },
      lines: [
        { partId: own.partId, qty: '3' },
        { partId: second.partId, qty: '2' },
      ],
    },
  })
  await desk.enter('boss01', '/outWareHous?tab=other_out')
  await desk.list.row(billNo).getByRole('button', { name: '拣货出库' }).first().click()
  const dialog = desk.shell.dialog(new RegExp(billNo))
  const checked = (line: number) => dialog.getByLabel(`第${line}行已复核数量`)
  await expect(dialog.getByLabel('扫码复核')).toBeFocused()
  const scanner = await Scanner.of(page)
  await scanner.scans(second.partCode)
  await expect(checked(2)).toHaveValue('1')
  await checked(1).click()
  await scanner.scans(`desk${tail.toLowerCase()}`)
  await expect(checked(1)).toHaveValue('1')
  await scanner.scans(second.partCode, 5)
  await scanner.scans(own.partCode, 5)
  await expect(checked(1)).toHaveValue('2')
  await expect(checked(2)).toHaveValue('2')
  await scanner.scans('KEIN-9999')
  await expect(dialog.getByRole('alert')).toContainText('KEIN-9999 不在本单中')
  await expect(checked(1)).toHaveValue('2')
})
