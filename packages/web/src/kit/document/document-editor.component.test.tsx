import { defineDocument, postingActions } from '@chepu/contract/kernel/document'
import { documentCalls, printed } from '@chepu/contract/kernel/document-calls'
import { staleMessage } from '@chepu/contract/kernel/errors'
import { amount, day, id, text255 } from '@chepu/contract/kernel/scalars'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { type Around, draw, server } from '../../../test/page'
import { Broken, later, Refused } from '../../../test/server'
import { LineEntry } from '../grid/line-entry'
import type { LineColumn } from '../grid/line-grid-columns'
import { type GridLine, LineStore, type Values } from '../grid/line-grid-store'
import { useEditor } from './document-context'
import { DocumentEditor } from './document-editor'
import { EditorStore, type HeaderValues } from './document-editor-store'
import { HeaderFields, plainFields } from './document-header'
import { EditorSection, type LineRules } from './editor-section'

const { DayField, TextField } = plainFields

/** 报销单: a reason, a day, and lines of what was spent. */
const declared = defineDocument({
  kind: 'claim',
  title: '报销单',
  prefix: 'BX',
  path: 'claim',
  area: 'finance',
  partnerTitle: '员工',
  buttons: { view: 1, add: 2, update: 3, print: 4 },
  header: z.object({
    bizDate: day.meta({ title: '业务日期' }),
    reason: z.string().trim().min(1).max(20, '最多20个字符').meta({ title: '事由' }),
    remark: text255.default('').meta({ title: '备注' }),
  }),
  sections: {
    lines: {
      title: '明细',
      line: z.object({ item: z.string().min(1).meta({ title: '项目' }), amount: amount.meta({ title: '金额' }) }),
      most: 50,
      isNeeded: true,
    },
  },
  actions: postingActions({ submit: 10, approve: 11, unapprove: 12, void: 13, reverse: 14 }),
})
const body = { header: z.record(z.string(), z.unknown()), lines: z.unknown() }
const view = z.object({
  ...body,
  header: z.looseObject({ id, version: z.int(), state: z.string() }),
  can: z.array(z.string()),
})
const routes = documentCalls(declared, {
  row: z.looseObject({ id, orgId: id, billNo: z.string() }),
  filters: z.looseObject({}),
  query: z.looseObject({}),
  save: z.looseObject(body),
  view,
  print: view.extend(printed),
})
const claim = { ...declared, routes }

interface Line extends GridLine {
  item: string
  amount: string
}
const rules: LineRules<Line> = {
  blank: () => ({ item: '', amount: '' }),
  isBlank: (line) => line.item === '' && line.amount === '',
  ofView: (view) => view as Values<Line>,
  ofDraft: (kept) => kept as Values<Line>,
  bodyOf: (line) => line,
}
const columns: LineColumn<Line>[] = [
  { name: 'item', title: '项目', kind: 'text', width: 160, stop: true },
  { name: 'amount', title: '金额', kind: 'money', width: 100, stop: true },
]

function Lines({ lines }: { lines: LineStore<Line> }) {
  const { grids, readOnly } = useEditor()
  return (
    <LineEntry
      ref={grids.ref('lines')}
      store={lines}
      columns={columns}
      label="报销单明细"
      readOnly={readOnly}
      height={300}
    />
  )
}

function ClaimEditor() {
  const [{ store, lines }] = useState(() => {
    const section = new EditorSection(
      claim.sections.lines,
      rules,
      new LineStore<Line>(rules.blank, rules.isBlank, false),
    )
    return { store: new EditorStore(claim, { lines: section }), lines: section.lines }
  })
  return (
    <DocumentEditor document={claim} store={store} totals={null}>
      <HeaderFields>
        <TextField name="reason" />
        <DayField name="bizDate" />
        <TextField name="remark" />
      </HeaderFields>
      <Lines lines={lines} />
    </DocumentEditor>
  )
}

const open: Readonly<Record<string, string[]>> = {
  draft: ['submit', 'approve', 'void'],
  submitted: ['withdraw', 'approve', 'reject', 'void'],
  done: ['unapprove', 'reverse'],
  voided: [],
}

/** The one claim that the server keeps, of 出差 with two lines; what happens to it as a real one would have it. */
class Claim {
  header = { id: 7, orgId: 1, billNo: 'BX0007', state: 'draft', version: 1, isRed: false, bizDate: '2026-03-05' }
  fields: HeaderValues = { reason: '出差', remark: '' }
  lines: unknown = [
    { item: '车票', amount: '120' },
    { item: '住宿', amount: '300' },
  ]

  constructor() {
    server.on(routes.read, () => this.view())
    server.on(routes.save, ({ body }) => {
      const { header, lines, action, ...known } = body as {
        id?: number
        version?: number
        header: HeaderValues
        lines: unknown
        action?: { name: string }
      }
      if (known.id !== undefined && known.version !== this.header.version) throw new Refused('stale', staleMessage)
      // With an action it is both or nothing.
      if (action && this.refusal) throw this.refusal
      this.fields = header
      this.lines = lines
      const saved = this.next({})
      return action ? { ...this.act(action.name), document: this.view() } : saved
    })
    server.on(routes.act, ({ params, body }) => {
      if (body.version !== this.header.version) throw new Refused('stale', staleMessage)
      if (this.refusal) throw this.refusal
      const acted = this.act(params.action)
      return body.document ? { ...acted, document: this.view() } : acted
    })
  }

  /** Why no action is taken, if none is. */
  refusal: Refused | undefined

  private act(action: string) {
    const to: Record<string, string> = { submit: 'submitted', approve: 'done', unapprove: 'draft', void: 'voided' }
    return this.next({ state: to[action] ?? '' })
  }

  /** Somebody else changes the reason. */
  changeElsewhere(reason: string) {
    this.fields = { ...this.fields, reason }
    this.next({})
  }

  private next(changed: { state?: string }) {
    this.header = { ...this.header, ...changed, version: this.header.version + 1 }
    const { id, billNo, version, state } = this.header
    return { id, billNo, version, state, can: open[state] ?? [] }
  }

  private view() {
    return { header: { ...this.header, ...this.fields }, can: open[this.header.state] ?? [], lines: this.lines }
  }
}

const drawNew = (around: Around = {}) => ({ claim: new Claim(), tab: draw(<ClaimEditor />, around) })
async function drawSaved(around: Around = {}) {
  const drawn = { claim: new Claim(), tab: draw(<ClaimEditor />, { params: { id: '7' }, ...around }) }
  await expect.element(page.getByText('BX0007')).toBeVisible()
  return drawn
}

const reason = () => page.getByRole('textbox', { name: '事由' })
const cell = () => page.getByRole('group', { name: '报销单明细' }).getByRole('textbox')
const bar = () => page.getByRole('toolbar', { name: '单据操作' })
const button = (name: string) => bar().getByRole('button', { name, exact: true })
const buttons = () =>
  bar()
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent)
const dirtyMark = () => page.getByText('有未保存的修改')
/** What stands above the document; a message that goes by itself has no button. */
const notice = () => page.getByRole('alert').filter({ has: page.getByRole('button') })
const press = (keys: string) => userEvent.keyboard(keys)
const expectCursorAt = async (place: string) => {
  await expect.element(cell()).toHaveAccessibleName(place)
  await expect.element(cell()).toHaveFocus()
}

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
