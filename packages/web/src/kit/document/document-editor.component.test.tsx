import { staleMessage } from '@chepu/contract/kernel/errors'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  button,
  cell,
  Claim,
  ClaimEditor,
  dirtyMark,
  drawNew,
  drawSaved,
  expectCursorAt,
  notice,
  open,
  press,
  reason,
  routes,
} from '../../../test/claim'
import { draw, server } from '../../../test/page'
import { Broken, later, Refused } from '../../../test/server'

describe('saving', () => {
  test('a new document is typed, saved by Ctrl+S and then goes by its number', async () => {
    const { tab } = drawNew()
    await expect.element(reason()).toHaveFocus()
    expect(tab.title).toBe('新增报销单')
    await expect.element(page.getByText('未保存，保存后生成单号')).toBeVisible()
    await expect.element(dirtyMark()).not.toBeInTheDocument()
    await press('拜访客户{Control>}{Enter}{/Control}')
    await expectCursorAt('第1行 项目')
    await press('车票{Enter}88{Enter}停车{Enter}12.5')
    await expect.element(dirtyMark()).toBeVisible()
    expect(tab.isDirty()).toBe(true)
    await press('{Control>}s{/Control}')
    await expect.element(page.getByText('报销单 BX0007 已保存')).toBeVisible()
    await expect.element(dirtyMark()).not.toBeInTheDocument()
    expect(tab).toMatchObject({ title: '报销单-BX0007', params: { id: '7' } })
    expect(tab.isDirty()).toBe(false)
    expect(server.asked(routes.save).map(({ body }) => body)).toMatchObject([
      {
        header: { reason: '拜访客户', remark: '' },
        lines: [
          { item: '车票', amount: '88' },
          { item: '停车', amount: '12.5' },
        ],
      },
    ])
  })

  test('what is missing is said before anything is sent, and takes the cursor', async () => {
    drawNew()
    await expect.element(reason()).toHaveFocus()
    await press('{Control>}{Enter}{/Control}')
    await expectCursorAt('第1行 项目')
    await press('车票{Control>}s{/Control}')
    await expect.element(notice()).toHaveTextContent(/请填写事由\s*第1行 请填写金额/)
    await expect.element(reason()).toHaveFocus()
    await press('拜访客户{Control>}s{/Control}')
    await expectCursorAt('第1行 金额')
    await press('88{Control>}s{/Control}')
    await expect.element(page.getByText('报销单 BX0007 已保存')).toBeVisible()
    await expect.element(notice()).not.toBeInTheDocument()
    expect(server.asked(routes.save)).toHaveLength(1)
  })

  test('what the server refuses stands above the document, and the cursor at the line and field it names', async () => {
    await drawSaved()
    server.on(routes.save, () => {
      throw new Refused('invalid', '第2行 超过限额', [{ path: 'body.lines.1.amount', message: '超过限额 200' }])
    })
    await reason().fill('培训')
    await button('保存').click()
    await expect.element(notice()).toHaveTextContent(/第2行 超过限额/)
    await expectCursorAt('第2行 金额')
    await expect.element(cell()).toBeInvalid()
    await expect.element(dirtyMark()).toBeVisible()
    server.on(routes.save, () => {
      throw new Refused('refusal', '第1行 [车票] 已报销过')
    })
    await press('180{Control>}s{/Control}')
    await expect.element(notice()).toHaveTextContent(/第1行 \[车票\] 已报销过/)
    await expectCursorAt('第1行 项目')
    await notice().getByRole('button', { name: '关闭' }).click()
    await expect.element(notice()).not.toBeInTheDocument()
  })

  test('a double click sends once, and so does a repeat after an answer that was lost', async () => {
    await drawSaved()
    const saved = later<{ id: number; billNo: string; version: number; state: string; can: string[] }>()
    server.on(routes.save, () => saved.answer)
    await reason().fill('培训')
    await button('保存').dblClick()
    await press('{Control>}s{/Control}')
    saved.give({ id: 7, billNo: 'BX0007', version: 2, state: 'draft', can: open.draft ?? [] })
    await expect.element(page.getByText('报销单 BX0007 已保存')).toBeVisible()
    expect(server.asked(routes.save)).toHaveLength(1)
    server.on(routes.save, () => {
      throw new Broken()
    })
    await reason().fill('培训两天')
    await button('保存').click()
    await expect.element(notice()).toHaveTextContent(/网络异常/)
    await button('保存').click()
    await expect.poll(() => server.asked(routes.save).length).toBe(3)
    const [first, lost, again] = server.asked(routes.save).map(({ key }) => key)
    expect(again).toBe(lost)
    expect(lost).not.toBe(first)
  })
})

describe('work that is not lost', () => {
  test('when somebody else was faster, the new version is shown and one’s own work is kept beside it', async () => {
    const { claim: kept } = await drawSaved()
    await reason().fill('我的事由')
    kept.changeElsewhere('别人的事由')
    await button('保存').click()
    await expect.element(notice()).toHaveTextContent(staleMessage)
    await notice().getByRole('button', { name: '刷新' }).click()
    await expect.element(reason()).toHaveValue('别人的事由')
    await expect.element(page.getByText('未保存的修改基于旧版本，继续编辑并保存会替换新版本的内容。')).toBeVisible()
    await page.getByRole('button', { name: '用我的修改继续编辑' }).click()
    await expect.element(reason()).toHaveValue('我的事由')
    await button('保存').click()
    await expect.element(page.getByText('报销单 BX0007 已保存')).toBeVisible()
    expect(kept.fields.reason).toBe('我的事由')
  })

  test('what was typed is there again when the page comes back, until it is given up', async () => {
    const { tab } = await drawSaved()
    await reason().fill('未写完')
    await expect.element(dirtyMark()).toBeVisible()
    tab.close()
    draw(<ClaimEditor />, { params: { id: '7' } })
    await expect.element(page.getByText(/^已恢复 .* 未保存的内容/)).toBeVisible()
    await expect.element(reason()).toHaveValue('未写完')
    await expect.element(dirtyMark()).toBeVisible()
    await page.getByRole('button', { name: '放弃' }).click()
    await expect.element(reason()).toHaveValue('出差')
    await expect.element(dirtyMark()).not.toBeInTheDocument()
    await expect.element(page.getByText(/^已恢复/)).not.toBeInTheDocument()
  })

  test('a document that could not be read says why and is read again', async () => {
    const kept = new Claim()
    server.on(routes.read, () => {
      throw new Refused('unavailable', '数据库暂时无法访问')
    })
    draw(<ClaimEditor />, { params: { id: '7' } })
    await expect.element(notice()).toHaveTextContent('数据库暂时无法访问')
    server.on(routes.read, () => ({ header: { ...kept.header, ...kept.fields }, can: [], lines: kept.lines }))
    await page.getByRole('button', { name: '重试' }).click()
    await expect.element(reason()).toHaveValue('出差')
  })
})
