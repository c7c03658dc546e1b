import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  button,
  buttons,
  cell,
  dirtyMark,
  drawNew,
  drawSaved,
  expectCursorAt,
  notice,
  press,
  reason,
  routes,
} from '../../../test/claim'
import { server } from '../../../test/page'
import { Broken, Refused } from '../../../test/server'

describe('the next step', () => {
  test('buttons are those that the server allows; F9 saves and approves at once, and leaves nothing to type into', async () => {
    const { tab } = await drawSaved()
    expect(buttons()).toEqual(['保存', '提交', '审核', '作废', '新增', '打印', '更多'])
    await reason().fill('培训')
    await press('{F9}')
    await expect.element(page.getByText('BX0007 审核成功')).toBeVisible()
    await expect.element(button('反审核')).toBeVisible()
    expect(buttons()).toEqual(['反审核', '红冲', '新增', '打印', '更多'])
    expect(server.asked(routes.save)).toMatchObject([
      { body: { id: 7, version: 1, header: { reason: '培训' }, action: { name: 'approve' } } },
    ])
    await expect.element(reason()).not.toBeInTheDocument()
    await expect.element(page.getByLabelText('事由')).toHaveTextContent('培训')
    await expect.element(cell()).toHaveAttribute('readonly')
    expect(tab.isDirty()).toBe(false)
    // What the answer says is not read again.
    expect([server.asked(routes.act).length, server.asked(routes.read).length]).toEqual([0, 1])
  })

  test('a new document is saved and approved by one request, and goes by its number', async () => {
    const { tab } = drawNew()
    await expect.element(reason()).toHaveFocus()
    await press('拜访客户{Control>}{Enter}{/Control}')
    await expectCursorAt('第1行 项目')
    await press('车票{Enter}88{F9}')
    await expect.element(page.getByText('BX0007 审核成功')).toBeVisible()
    await expect.element(button('红冲')).toBeVisible()
    expect(tab).toMatchObject({ title: '报销单-BX0007', params: { id: '7' } })
    expect(tab.isDirty()).toBe(false)
    expect(server.asked(routes.save)).toHaveLength(1)
    expect([server.asked(routes.act).length, server.asked(routes.read).length]).toEqual([0, 0])
  })

  test('a step that is refused leaves the draft saved with its number, and says why', async () => {
    const { claim: kept, tab } = drawNew()
    kept.refusal = new Refused('refusal', '第1行 [车票] 超过限额')
    await expect.element(reason()).toHaveFocus()
    await press('拜访客户{Control>}{Enter}{/Control}')
    await expectCursorAt('第1行 项目')
    await press('车票{Enter}88{F9}')
    await expect.element(notice()).toHaveTextContent('第1行 [车票] 超过限额')
    await expectCursorAt('第1行 项目')
    await expect.element(dirtyMark()).not.toBeInTheDocument()
    expect(tab).toMatchObject({ title: '报销单-BX0007', params: { id: '7' } })
    expect(kept.fields.reason).toBe('拜访客户')
    // It is said once.
    expect(page.getByText(/超过限额/).elements()).toHaveLength(2)
    kept.refusal = undefined
    await press('{F9}')
    await expect.element(page.getByText('BX0007 审核成功')).toBeVisible()
    expect(server.asked(routes.act)).toMatchObject([{ params: { id: 7, action: 'approve' }, body: { version: 2 } }])
    expect(server.asked(routes.read)).toEqual([])
  })

  test('a step that a colleague may let pass is refused once more on the draft that stands, for him to be told of it', async () => {
    const { claim: kept } = drawNew()
    kept.refusal = new Refused('refusal', '超出信用额度', [], 'credit')
    await expect.element(reason()).toHaveFocus()
    await press('拜访客户{Control>}{Enter}{/Control}')
    await expectCursorAt('第1行 项目')
    await press('车票{Enter}88{F9}')
    await expect.element(notice()).toHaveTextContent('超出信用额度')
    await expect.poll(() => server.asked(routes.act)).toMatchObject([{ params: { id: 7, action: 'approve' } }])
    expect(server.asked(routes.save)).toHaveLength(2)
    expect(page.getByText(/超出信用额度/).elements()).toHaveLength(2)
    await expect.element(dirtyMark()).not.toBeInTheDocument()
    // On a document that stood before, he has been told already.
    await reason().fill('拜访老客户')
    await press('{F9}')
    await expect.poll(() => server.asked(routes.save)).toHaveLength(4)
    expect(server.asked(routes.act)).toHaveLength(1)
  })

  test('what cannot be saved is not saved by a step either, and a lost answer is asked for once more', async () => {
    await drawSaved()
    const said: (() => never)[] = [
      () => {
        throw new Refused('invalid', '第2行 超过限额', [{ path: 'lines.1.amount', message: '超过限额 200' }])
      },
      () => {
        throw new Broken()
      },
    ]
    server.on(routes.save, said[0] as () => never)
    await reason().fill('培训')
    await press('{F9}')
    await expect.element(notice()).toHaveTextContent(/第2行 超过限额/)
    await expectCursorAt('第2行 金额')
    await expect.element(dirtyMark()).toBeVisible()
    server.on(routes.save, said[1] as () => never)
    await press('{F9}')
    await expect.element(notice()).toHaveTextContent(/网络异常/)
    const lost = server.asked(routes.save).length
    await press('{F9}')
    await expect.poll(() => server.asked(routes.save).length).toBe(lost + 1)
    const [first, again] = server.asked(routes.save).slice(-2)
    expect(again).toEqual(first)
  })

  test('who may not change the document is offered nothing that changes it', async () => {
    await drawSaved({ without: [2, 3, 4] })
    expect(buttons()).toEqual(['提交', '审核', '作废', '更多'])
    await expect.element(reason()).not.toBeInTheDocument()
    await press('{Control>}s{/Control}')
    expect(server.asked(routes.save)).toEqual([])
  })

  test('a step that needs a reason asks for it, and a double press is one change', async () => {
    await drawSaved()
    await button('作废').click()
    const dialog = page.getByRole('dialog', { name: '作废：报销单 BX0007' })
    const confirm = dialog.getByRole('button', { name: '作废' })
    await expect.element(dialog.getByRole('textbox')).toHaveFocus()
    await expect.element(confirm).toBeDisabled()
    await press(' ')
    await expect.element(confirm).toBeDisabled()
    await press('重复录入')
    await confirm.dblClick()
    await expect.element(page.getByText('BX0007 作废成功').first()).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(buttons).toEqual(['新增', '打印', '更多'])
    const asked = server.asked(routes.act)
    expect(asked[0]?.body).toEqual({ version: 1, reason: '重复录入', document: true })
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
    // The answer brings the document.
    expect(server.asked(routes.read)).toHaveLength(1)
  })

  test('undoing shows what it would change, and goes no further where it would be refused', async () => {
    const { claim: kept } = await drawSaved()
    await button('审核').click()
    await expect.element(button('反审核')).toBeVisible()
    server.on(routes.preview, () => ({
      stock: [],
      money: [{ account: '现金', partnerName: '王敏', amount: '420' }],
      refusals: [],
    }))
    await button('反审核').click()
    const dialog = page.getByRole('dialog', { name: '反审核：报销单 BX0007' })
    await expect.element(dialog.getByRole('row', { name: '现金 王敏 +420.00' })).toBeVisible()
    await dialog.getByRole('textbox').fill('金额有误')
    await dialog.getByRole('button', { name: '取消' }).click()
    expect(kept.header.state).toBe('done')
    server.on(routes.preview, () => ({ stock: [], money: [], refusals: ['已被付款单 FK0001 付款'] }))
    server.on(routes.related, () => [])
    await button('红冲').click()
    const refused = page.getByRole('dialog', { name: '红冲：报销单 BX0007' })
    await expect.element(refused.getByText('已被付款单 FK0001 付款')).toBeVisible()
    await expect.element(refused.getByRole('button', { name: '红冲' })).toBeDisabled()
    await expect.element(refused.getByRole('textbox')).not.toBeInTheDocument()
  })
})
