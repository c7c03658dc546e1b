// What every kind of document does alike, asked of every kind that is bound. A kind brings a maker (test/makers.ts) and no more.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isZero, neg, trimZeros } from '@chepu/contract/kernel/decimal'
import { type StateDef, countedStates, firstState, isEntered, stateAt, stateLabel } from '@chepu/contract/kernel/states'
import { fieldKeys } from '@chepu/contract/kernel/fields'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGroup } from '../src/access/provision'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { keepFilesIn } from '../src/kernel/base/file-folder'
import { statementCount } from '../src/kernel/db/statement'
import { runJob, takeJob } from '../src/kernel/export/run'
import { readRows } from '../src/kernel/spreadsheet/read'
import * as desk from './desk'
import { exportFilePath } from './export-file'
import { documentKind } from '../src/kernel/document/registry'
import { makerOf } from './makers'
import { defOf, fillShelves, making } from './making'
import { outcomeOf } from './outcome'
import { openBranch, withdraw, type Worker, worker } from './people'
import { type AnyRoute, type Client, openShop } from './shop'
import { signIn, stockShop } from './stage'

const shop = await openShop({ config: { goodsReturnDays: 365 } })
const kinds = desk.kindsOf(shop)

let owner: Client
/** Another one, who approves what nobody approves of his own. */
let second: Client
/** An owner from whom one right after the other is withdrawn. */
let limited: Worker
/** One who works in another organisation of the group, and one of another group. */
let neighbour: Client
let stranger: Client
let folder: string
const statementNames = new Set<string>()

beforeAll(async () => {
  statementCount.heard = ({ name }) => void (name && statementNames.add(name))
  folder = await mkdtemp(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  owner = await shop.signIn('owner')
  second = await shop.signIn('owner')
  limited = await worker(shop, 'owner')
  const { orgId } = await openBranch(shop)
  neighbour = await shop.signIn(['store_manager', 'cashier_accountant'], orgId)
  const groupId = await createGroup(shop.db, '另一集团')
  const other = await shop.db.tenant(groupId, (tx) => stockShop(tx, {}))
  stranger = await signIn({ ...shop, groupId }, other.orgId, 'owner')
  await fillShelves(shop, owner)
  // And enough in the till for whatever is paid.
  const ahead = {
    header: { bizDate: shanghaiDay(), partnerId: shop.customerId, purpose: 'advance' },
    tenders: [{ storeAccountId: shop.cashId, amount: '900000' }],
    items: [],
  }
  await desk.approve(owner, defOf('collection'), await desk.save(owner, defOf('collection').routes, ahead as never))
})
afterAll(async () => {
  statementCount.heard = undefined
  await shop.close()
  await rm(folder, { recursive: true })
})

const { bodyOf, draft, approve, standing } = making(shop, () => ({ client: owner, second }))

const params = ({ id }: desk.Known) => ({ params: { id } })
const stale = { status: 409, reason: 'stale' }
type Figures = Record<string, unknown>
/** All figures but zeros that stand as text in an answer, however deep, of fields that count; without trailing zeros. */
const figuresOf = (answer: unknown, counts: (name: string) => boolean = () => true, name = ''): string[] => {
  if (typeof answer === 'string')
    return /^-?\d+(\.\d+)?$/.test(answer) && counts(name) && !isZero(answer) ? [trimZeros(answer)] : []
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([key, value]) => figuresOf(value, counts, Array.isArray(answer) ? name : key))
}
/** Decimals with two places or more: prices, amounts and quantities, not counts. */
const isFigure = (value: unknown): value is string => typeof value === 'string' && /^-?\d+\.\d{2,}$/.test(value)

it('every kind has a maker', () => {
  expect(kinds.length).toBeGreaterThan(10)
  for (const { def } of kinds) expect(() => makerOf(def.kind)).not.toThrow()
})

describe.each(kinds.map(({ def }) => [def.title, def] as const))('%s', (_, def) => {
  const { kind } = def
  const { routes } = def
  const read = (saved: desk.Known, client = owner) => client.call(routes.read, params(saved))
  const { reverse: reversing } = def.actions
  const posts = reversing !== undefined
  const first = firstState(def)
  const { inputs = {} } = makerOf(kind)
  /** A step that every document of the kind takes from where it begins. */
  const step = def.actions['submit'] ? 'submit' : (Object.keys(inputs)[0] as string)
  const taken = { name: step, ...(inputs[step] !== undefined && { input: inputs[step] }) }

  it('is saved, saved again by its version alone, and numbered once', async () => {
    const body = await bodyOf(kind)
    const one = await desk.save(owner, routes, body as never)
    expect(one).toMatchObject({
      state: first,
      billNo: expect.stringMatching(new RegExp(`^${def.prefix}01\\d{10}$`)),
    })
    const change = { ...body, ...pick(one), header: { ...body.header, remark: '改过' } }
    const second = await desk.save(owner, routes, change as never)
    expect(second).toMatchObject({ id: one.id, billNo: one.billNo, state: first })
    expect(second.version).toBeGreaterThan(one.version)
    expect((await read(second)).header).toMatchObject({ remark: '改过', version: second.version })
    expect(await desk.trySave(owner, routes, change as never)).toMatchObject(stale)
    expect(await desk.tryAct(owner, routes, one, step, { input: taken.input })).toMatchObject(stale)
  })

  it('answers a repeated request as it did the first', async () => {
    const body = (await bodyOf(kind)) as never
    const save = () => desk.trySave(owner, routes, body, `${kind} saved twice`)
    const [one, two] = await Promise.all([save(), save()])
    expect(one).toMatchObject({ status: 200 })
    expect([two, await save()]).toEqual([one, one])
    const words = { input: taken.input, idempotencyKey: `${kind} sent twice` }
    const submit = () => desk.tryAct(owner, routes, one.data, step, words)
    const sent = await submit()
    expect(sent).toMatchObject({ status: 200, data: { state: def.actions[step]?.to[0] } })
    expect(await submit()).toEqual(sent)
    if (step !== 'submit') return
    // Who asks for it gets the document with the answer, as it can be read.
    const asked = { version: sent.data.version, document: true }
    const back = await owner.call(routes.act, { params: { id: sent.data.id, action: 'withdraw' }, body: asked })
    expect(back.document).toEqual(await read(back))
  })

  const beginnings = Object.entries(def.actions).filter(([, { from }]) => from.includes(firstState(def)))
  const lastNo = async () => {
    const [row] = await shop.sql<{ no: number }>(
      'select coalesce(max(last_no), 0) as no from document_counter where group_id = $1 and prefix = $2',
      def.prefix,
    )
    return row?.no as number
  }
  const count = async () => {
    const [row] = await shop.sql<{ count: number }>(
      `select count(*) as count from ${documentKind(kind)?.family.table} where group_id = $1 and bill_no like $2`,
      `${def.prefix}%`,
    )
    return row?.count
  }

  it('is not saved with what is done to no draft, nor with an input that would be lost', async () => {
    const body = await bodyOf(kind)
    const before = await count()
    const save = (action: object) => desk.trySave(owner, routes, { ...body, action } as never)
    const [later] = Object.entries(def.actions).filter(([, { from }]) => !from.some((state) => isEntered(def, state)))
    const words = `单据当前为「${stateLabel(def, first)}」，不能${later?.[1].label}`
    if (later) expect(await save({ name: later[0], reason: '测试' })).toMatchObject({ status: 400, msg: words })
    const [plain] = beginnings.filter(([, { input }]) => !input)
    if (plain)
      expect(await save({ name: plain[0], reason: '测试', input: { x: 1 } })).toMatchObject({
        status: 400,
        errors: [{ path: expect.stringMatching(/^(action\.)?input$/) as string }],
      })
    expect(await count()).toBe(before)
  })

  it.each(beginnings.map(([name, { label }]) => [label, name] as const))(
    'is saved and takes %s at once',
    async (_, name) => {
      const body = await bodyOf(kind)
      const input = inputs[name]
      const action = { name, reason: '测试', ...(input !== undefined && { input }) }
      const once = await desk.trySave(owner, routes, { ...body, action } as never)
      expect(once).toMatchObject({ status: 200 })
      const { document, ...answer } = once.data as desk.Saved & { can: string[]; document: unknown }
      expect(document).toEqual(await read(answer))
      const atOnce = await outcomeOf(shop, owner, def, answer.id)
      if (posts && countedStates(def).includes(answer.state)) expect(atOnce.books).not.toEqual([])
      // It is undone, so that the second one finds the books as the first one did.
      await desk.takeBack(owner, def, answer)
      const saved = await desk.save(owner, routes, body as never)
      const acted = await desk.act(owner, routes, saved, name, { input })
      expect({ ...answer, id: 0, billNo: '' }).toEqual({ ...acted, id: 0, billNo: '' })
      expect(atOnce).toEqual(await outcomeOf(shop, owner, def, acted.id))
    },
  )

  it('is saved with an action once, however often it is sent, and a repeat shows it as it is now', async () => {
    const body = { ...(await bodyOf(kind)), action: taken } as never
    const before = (await count()) as number
    const drawn = await lastNo()
    const send = () => desk.trySave(owner, routes, body, `${kind} saved and sent twice`)
    const [one, two] = await Promise.all([send(), send()])
    const state = def.actions[step]?.to[0]
    expect(one).toMatchObject({ status: 200, data: { state, document: { header: { state } } } })
    expect([two, await send()]).toEqual([one, one])
    expect([await count(), await lastNo()]).toEqual([before + 1, drawn + 1])
    if (step !== 'submit') return
    const back = await desk.act(owner, routes, one.data, 'withdraw')
    expect(await send()).toMatchObject({
      data: {
        version: one.data.version,
        state: 'submitted',
        document: { header: { version: back.version, state: back.state } },
      },
    })
  })

  it('keeps nothing of a save whose action is refused, nor of who may not take it', async () => {
    const body = await bodyOf(kind)
    const saved = await desk.save(owner, routes, body as never)
    const before = [await count(), (await read(saved)).header]
    const changed = { ...body, ...pick(saved), header: { ...body.header, remark: '没有存下' } }
    const tries = async (action: object, client = owner) => {
      const answers = [
        await desk.trySave(client, routes, { ...body, action } as never),
        await desk.trySave(client, routes, { ...changed, action } as never),
      ]
      return answers.map(({ status, msg, errors }) => ({ status, msg, errors }))
    }
    const later = def.actions['reject'] ? 'reject' : laterThan(first)
    const input = later === undefined ? undefined : inputs[later]
    const refused = later === undefined ? undefined : await desk.tryAct(owner, routes, saved, later, { input })
    const drawn = await lastNo()
    // Every action of some kinds is one of a draft.
    if (refused) {
      const told = { status: 400, errors: refused.errors }
      const numberless = { ...told, msg: refused.msg.replace(/ \w+ /, '') }
      // What is typed into past its draft is refused by the state it has, and so with its number.
      const isTyped = Object.values<StateDef>(def.states).some((state) => state.isTyped)
      expect(await tries({ name: later, reason: '测试', ...(input !== undefined && { input }) })).toEqual([
        numberless,
        isTyped ? { ...told, msg: refused.msg } : numberless,
      ])
    }
    for (const each of await tries({ name: 'none' })) expect(each.status).toBe(404)
    if (def.actions['void'])
      for (const each of await tries({ name: 'void', reason: ' ' }))
        expect(each).toMatchObject({ status: 400, errors: [{ path: 'reason' }] })
    for (const [name, { button }] of beginnings)
      for (const buttons of [[button].flat(), [def.buttons.view].flat()]) {
        await withdraw(shop, limited, { buttons })
        for (const each of await tries({ name, reason: '测试' }, limited.client))
          expect([name, each.status]).toEqual([name, 403])
      }
    expect([await count(), (await read(saved)).header]).toEqual(before)
    // What is known to be refused is told before the document gets a number.
    expect(await lastNo()).toEqual(drawn)
  })

  /** An action that is not done to a document which just begins. */
  const laterThan = (state: string) => Object.entries(def.actions).find(([, { from }]) => !from.includes(state))?.[0]

  it.skipIf(!def.actions['submit'])(
    'is submitted, withdrawn, rejected with a reason, and voided for good',
    async () => {
      const sent = await desk.act(owner, routes, await draft(kind), 'submit')
      const again = await desk.act(owner, routes, await desk.act(owner, routes, sent, 'withdraw'), 'submit')
      const blank = await desk.tryAct(owner, routes, again, 'reject', { reason: ' ' })
      expect(blank).toMatchObject({ status: 400, errors: [{ path: 'reason' }] })
      const back = await desk.act(owner, routes, again, 'reject')
      expect(back.state).toBe(def.actions['reject']?.to[0])
      const gone = await desk.act(owner, routes, back, 'void')
      expect(gone.state).toBe('voided')
      for (const action of Object.keys(def.actions))
        expect([action, (await desk.tryAct(owner, routes, gone, action)).status]).toEqual([action, 400])
      expect((await desk.trySave(owner, routes, { ...(await bodyOf(kind)), ...pick(gone) } as never)).status).toBe(400)
      const log = await owner.call(routes.log, params(gone))
      expect(log.map(({ action }) => action).toReversed()).toEqual([
        'add',
        'submit',
        'withdraw',
        'submit',
        'reject',
        'void',
      ])
    },
  )

  it('is approved, shown what undoing does, undone, approved again and reversed', async () => {
    const done = await standing(kind)
    expect(countedStates(def)).toContain(done.state)
    if (posts) {
      const action = def.actions['unapprove'] ? 'unapprove' : 'reverse'
      const effects = await owner.call(routes.preview, { params: { id: done.id, action } })
      expect(effects.refusals).toEqual([])
      expect(effects.stock.length + effects.money.length).toBeGreaterThan(0)
      expect((await read(done)).header.version).toBe(done.version)
    }
    if (!def.actions['unapprove'] && !posts) return
    let again: desk.Known = done
    if (def.actions['unapprove']) {
      const undone = await desk.undo(owner, routes, done)
      expect(undone.state).toBe('draft')
      again = await approve(def, undone)
    }
    if (!posts) return
    const gone = await desk.reverse(owner, routes, again)
    expect(gone.state).toBe('reversed')
    const blue = (await read(gone)).header
    const related = await owner.call(routes.related, params(gone))
    const [red] = related.filter(({ relation }) => relation === 'red')
    const { header, can } = await read({ id: red?.id as number, version: 1 })
    expect(header).toMatchObject({ isRed: true, redOf: gone.id, redOfNo: gone.billNo, state: stateAt(def, 'posted') })
    expect(blue).toMatchObject({ redId: header.id, redNo: header.billNo })
    const opposite = Object.entries(blue).filter(([name, value]) => name.startsWith('total') && isFigure(value))
    for (const [name, value] of opposite) {
      expect([name, trimZeros((header as Figures)[name] as string)]).toEqual([name, neg(value as string)])
    }
    // What is red stays, whichever way somebody tries.
    expect(can.filter((action) => action in def.actions)).toEqual([])
    for (const action of ['reverse', 'unapprove'].filter((name) => def.actions[name]))
      expect(await desk.tryAct(owner, routes, header, action)).toMatchObject({
        status: 400,
        msg: expect.stringContaining('是红冲单据，不能再'),
      })
  })

  it('is found nowhere from another organisation or group', async () => {
    const saved = await standing(kind)
    const calls: [AnyRoute, object][] = [
      [routes.read, params(saved)],
      [routes.log, params(saved)],
      [routes.related, params(saved)],
      [routes.print, params(saved)],
      [routes.act, { params: { id: saved.id, action: 'unapprove' }, body: { version: saved.version, reason: '试' } }],
      [routes.save, { body: { ...(await bodyOf(kind)), ...pick(saved) } }],
    ]
    for (const client of [neighbour, stranger]) {
      for (const [route, options] of calls) {
        const { status } = await client.ask(route, options)
        // A neighbour without the right is refused before anybody looks; what the body names does not exist for strangers either.
        const answers = client === neighbour ? [403, 404] : [404, ...(route.path === routes.save.path ? [400] : [])]
        expect([route.path, status]).toEqual([route.path, expect.toBeOneOf(answers)])
      }
      const list = await client.ask(routes.list, { query: { ids: String(saved.id) } as never })
      expect(list.data?.rows ?? []).toEqual([])
    }
  })

  it('is closed to who lacks the right, action by action', async () => {
    const saved = await draft(kind)
    const { view, add, update, print = view, export: sheet = view } = def.buttons
    const without = async (buttons: number | readonly number[], route: AnyRoute, options: object) => {
      await withdraw(shop, limited, { buttons: [buttons].flat() })
      return (await limited.client.ask(route, options)).status
    }
    for (const route of [routes.list, routes.totals] as AnyRoute[]) expect(await without(view, route, {})).toBe(403)
    for (const route of [routes.read, routes.log, routes.related] as AnyRoute[])
      expect(await without(view, route, params(saved))).toBe(403)
    expect(await without(print, routes.print, params(saved))).toBe(403)
    expect(await without(sheet, routes.export, { body: { filters: {}, columns: [] } })).toBe(403)
    const body = await bodyOf(kind)
    expect(await without(add, routes.save, { body })).toBe(403)
    expect(await without(update, routes.save, { body: { ...body, ...pick(saved) } })).toBe(403)
    for (const [action, { button }] of Object.entries(def.actions)) {
      const status = await without(button, routes.act, {
        params: { id: saved.id, action },
        body: { version: saved.version, reason: '试' },
      })
      expect([action, status]).toEqual([action, 403])
    }
    expect((await read(saved)).header).toMatchObject({ state: first, version: saved.version })
  })

  it('says the same in list, totals, document, print and spreadsheet', async () => {
    const saved = await standing(kind)
    const { header } = await read(saved)
    const query = { ids: String(saved.id) } as never
    const [row, ...others] = (await owner.call(routes.list, { query })).rows
    expect(others).toEqual([])
    const shared = Object.entries(row as Figures).filter(([name]) => name in header)
    expect(shared.length).toBeGreaterThan(10)
    for (const [name, value] of shared) expect([name, value]).toEqual([name, (header as Figures)[name]])
    const totals = await owner.call(routes.totals, { query })
    expect(totals.count).toBe(1)
    for (const [name, sum] of Object.entries(totals.sums)) {
      const value = (row as Figures)[name]
      expect([name, trimZeros(sum)]).toEqual([name, trimZeros(isFigure(value) ? value : '0')])
    }
    const sheet = await sheetOf(owner, saved)
    for (const [name, value] of Object.entries(row as Figures).filter(([key]) => key in sheet)) {
      if (isFigure(value)) expect([name, sheet[name]]).toEqual([name, trimZeros(value)])
      if (/(No|Name)$|remark/.test(name)) expect([name, sheet[name] ?? '']).toEqual([name, value ?? ''])
    }
    expect(sheet).toHaveProperty('billNo', saved.billNo)
    const printed = await owner.call(routes.print, params(saved))
    expect(printed).toMatchObject({ printCount: 1, header: { billNo: saved.billNo } })
    expect((await owner.call(routes.print, params(saved))).printCount).toBe(2)
    expect((await owner.call(routes.list, { query })).rows[0]).toMatchObject({ printCount: 2, version: saved.version })
    const log = await owner.call(routes.log, params(saved))
    expect(log.slice(0, 2).map(({ action }) => action)).toEqual(['print', 'print'])
  })

  it('tells who may not see prices none of them', async () => {
    const priceField = documentKind(kind)?.priceField
    if (!priceField) return
    const saved = await standing(kind)
    const secrets = figuresOf(await read(saved), (name) => !/qty|rate|ratio|mileage|km|hours/i.test(name))
    await withdraw(shop, limited, { fields: fieldKeys })
    const { client } = limited
    const query = { ids: String(saved.id) } as never
    const answers = [
      await read(saved, client),
      await client.call(routes.list, { query }),
      await client.call(routes.totals, { query }),
      await client.call(routes.print, params(saved)),
      await sheetOf(client, saved),
    ]
    expect(secrets.length > 0).toBe(!makerOf(kind).hasNoMoney)
    for (const answer of answers) expect(figuresOf(answer).filter((figure) => secrets.includes(figure))).toEqual([])
  })

  /** The line of the document in the spreadsheet of the list, by the keys of its columns. */
  async function sheetOf(client: Client, saved: desk.Known): Promise<Figures> {
    const query = { ids: String(saved.id) } as never
    const [row] = (await client.call(routes.list, { query })).rows
    const titles = Object.fromEntries(Object.keys(row as object).map((key) => [key, key]))
    const { jobId } = await client.call(routes.export, {
      body: { filters: query, columns: Object.keys(titles), titles } as never,
    })
    const job = await takeJob(shop.db, shop.groupId)
    if (job?.id !== jobId) throw new Error('another export waits')
    await runJob(
      shop.db,
      shop.groupId,
      job,
      () => false,
      (error) => console.error(error),
    )
    const path = `${shop.origin}/api-main${exportFilePath(jobId)}`
    const file = await fetch(path, { headers: { token: client.token } })
    const [heads = [], cells = []] = (await readRows(new Uint8Array(await file.arrayBuffer()))).rows
    return Object.fromEntries(heads.map((head, i) => [String(head), cells[i]]))
  }
})

const pick = ({ id, version }: desk.Known) => ({ id, version })

it('prepares no statement whose name PostgreSQL would cut', () => {
  expect(Math.max(...[...statementNames].map((name) => name.length))).toBeLessThanOrEqual(63)
})
