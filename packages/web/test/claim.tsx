// A kind of document that no program has, in the editor of all kinds, and a server that keeps one of it.
import { defineDocument, postingActions } from '@chepu/contract/kernel/document'
import { documentCalls, printed } from '@chepu/contract/kernel/document-calls'
import { staleMessage } from '@chepu/contract/kernel/errors'
import { amount, day, id, text255 } from '@chepu/contract/kernel/scalars'
import { useState } from 'react'
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { type Around, draw, server, type Tab } from './page'
import { Refused } from './server'
import { LineEntry } from '../src/kit/grid/line-entry'
import type { LineColumn } from '../src/kit/grid/line-grid-columns'
import { type GridLine, LineStore, type Values } from '../src/kit/grid/line-grid-store'
import { useEditor } from '../src/kit/document/document-context'
import { DocumentEditor } from '../src/kit/document/document-editor'
import { EditorStore, type HeaderValues } from '../src/kit/document/document-editor-store'
import { HeaderFields, plainFields } from '../src/kit/document/document-header'
import { EditorSection, type LineRules } from '../src/kit/document/editor-section'

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
export const routes = documentCalls(declared, {
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

/** The editor of claims. */
export function ClaimEditor() {
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

/** What may be done with a claim, by its state. */
export const open: Readonly<Record<string, string[]>> = {
  draft: ['submit', 'approve', 'void'],
  submitted: ['withdraw', 'approve', 'reject', 'void'],
  done: ['unapprove', 'reverse'],
  voided: [],
}

/** The one claim that the server keeps, of 出差 with two lines; what happens to it as a real one would have it. */
export class Claim {
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

interface Drawn {
  claim: Claim
  tab: Tab
}
export const drawNew = (around: Around = {}): Drawn => ({ claim: new Claim(), tab: draw(<ClaimEditor />, around) })
export async function drawSaved(around: Around = {}): Promise<Drawn> {
  const drawn = { claim: new Claim(), tab: draw(<ClaimEditor />, { params: { id: '7' }, ...around }) }
  await expect.element(page.getByText('BX0007')).toBeVisible()
  return drawn
}

export const reason = () => page.getByRole('textbox', { name: '事由' })
export const cell = () => page.getByRole('group', { name: '报销单明细' }).getByRole('textbox')
const bar = () => page.getByRole('toolbar', { name: '单据操作' })
export const button = (name: string) => bar().getByRole('button', { name, exact: true })
export const buttons = () =>
  bar()
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent)
export const dirtyMark = () => page.getByText('有未保存的修改')
/** What stands above the document; a message that goes by itself has no button. */
export const notice = () => page.getByRole('alert').filter({ has: page.getByRole('button') })
export const press = (keys: string) => userEvent.keyboard(keys)
export const expectCursorAt = async (place: string) => {
  await expect.element(cell()).toHaveAccessibleName(place)
  await expect.element(cell()).toHaveFocus()
}
