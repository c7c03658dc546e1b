import { defineDocument, orderActions, postingActions } from '@chepu/contract/kernel/document'
import { orderStates } from '@chepu/contract/kernel/states'
import type { WarehouseFlag } from '@chepu/contract/kernel/warehouse-flags'
import { orgConfig } from '@chepu/contract/kernel/org-config'
import { goodsHeader, goodsLine, goodsLines } from '@chepu/contract/kernel/goods-document'
import { z } from 'zod'
import { expect, it } from 'vitest'
import { actionsOfSide, allowedActions } from './document-actions'
import { openSteps } from './editor-steps'

const base = {
  title: '样单',
  prefix: 'YD',
  path: 'sample',
  area: 'purchase',
  partnerTitle: '供应商',
  buttons: { view: 1, add: 2, update: 3 },
  header: goodsHeader,
  sections: { lines: goodsLines(goodsLine) },
} as const
const posting = defineDocument({
  ...base,
  kind: 'sample',
  actions: {
    ...postingActions({ submit: 11, approve: 12, unapprove: 13, void: 14, reverse: 15 }),
    pass: { label: '放行', from: ['draft'], to: ['done'], button: 17, reason: true, passes: 'credit' },
    receive: { label: '收货', from: ['approved'], to: ['done'], button: 16, input: z.object({}) },
  },
})
const order = defineDocument({
  ...base,
  kind: 'order',
  states: orderStates,
  actions: orderActions({ submit: 11, approve: 12, unapprove: 13, void: 14, close: 15 }),
})
const desk = { parameter: 'requireConfirmOrder', button: 18, refusal: '需在「订单确认」中确认' } as const
const promised = defineDocument({
  ...base,
  kind: 'promised',
  actions: { approve: { label: '确认', from: ['submitted'], to: ['approved'], button: [12, 18], desk } },
})
const settings = orgConfig.parse({})
const row = (state: string, isRed = false) => ({ id: 1, billNo: 'YD1', state, version: 1, isRed })
const everything = () => true

it('follows the states of business/documents 1.1', () => {
  expect(allowedActions(posting, row('draft'), settings, everything)).toEqual(['submit', 'approve', 'void'])
  expect(allowedActions(posting, row('submitted'), settings, everything)).toEqual([
    'approve',
    'withdraw',
    'reject',
    'void',
  ])
  expect(allowedActions(posting, row('done'), settings, everything)).toEqual(['unapprove', 'reverse'])
  expect(allowedActions(posting, row('reversed'), settings, everything)).toEqual([])
  expect(allowedActions(order, row('partial'), settings, everything)).toEqual(['close'])
})

it('offers nothing without the button', () => {
  expect(allowedActions(posting, row('draft'), settings, (button) => button === 11)).toEqual(['submit'])
})

it('does not undo a red document, and leaves actions with input to the editor', () => {
  expect(allowedActions(posting, row('done', true), settings, everything)).toEqual([])
  expect(allowedActions(posting, row('approved'), settings, everything)).toEqual(['unapprove'])
})

it('offers what has a desk of its own to that desk alone, while the organisation wants it so', () => {
  const offered = (held: number, requireConfirmOrder: boolean) =>
    allowedActions(promised, row('submitted'), { ...settings, requireConfirmOrder }, (button) =>
      [button].flat().includes(held),
    )
  expect(offered(12, true)).toEqual([])
  expect(offered(18, true)).toEqual(['approve'])
  expect(offered(12, false)).toEqual(['approve'])
})

it('gives each side of a document its own', () => {
  const shared = defineDocument({
    ...base,
    kind: 'shared',
    hasCounterparty: true,
    actions: {
      withdraw: { label: '撤回', from: ['submitted'], to: ['draft'], button: 11 },
      approve: { label: '批准', by: 'counterparty', from: ['submitted'], to: ['approved'], button: 12 },
    },
  })
  const of = (orgId: number, counterOrgId: number | null = 2) =>
    actionsOfSide(
      shared,
      { ...row('submitted'), orgId: 1, counterOrgId },
      { org: settings, orgId, has: everything, flagsAt: () => new Set(['view'] as const) },
    )
  expect([of(1), of(2), of(3)]).toEqual([['withdraw'], ['approve'], []])
  // Within an organisation both sides are its own.
  expect(of(1, null)).toEqual(['approve', 'withdraw'])
})

it('leaves out what wants a flag that the user lacks in the warehouse of his side', () => {
  const moved = defineDocument({
    ...base,
    kind: 'moved',
    hasCounterparty: true,
    flags: ['transfer'],
    actions: {
      withdraw: { label: '撤回', from: ['submitted'], to: ['draft'], button: 11 },
      approve: { label: '批准', by: 'counterparty', from: ['submitted'], to: ['approved'], button: 12 },
      ship: { label: '发货', from: ['submitted'], to: ['done'], button: 12, flags: ['transfer', 'out'] },
    },
  })
  const flags = new Map<number, ReadonlySet<WarehouseFlag>>([
    [7, new Set(['view'])],
    [8, new Set(['view', 'transfer'])],
    [9, new Set(['view', 'out', 'transfer'])],
  ])
  const of = (warehouseId: number, toWarehouseId: number) =>
    actionsOfSide(
      moved,
      { ...row('submitted'), orgId: 1, counterOrgId: null, warehouseId, toWarehouseId },
      { org: settings, orgId: 1, has: everything, flagsAt: (id) => flags.get(id) },
    )
  expect([of(7, 7), of(7, 8), of(8, 7), of(9, 7), of(9, 8)]).toEqual([
    [],
    ['approve'],
    ['withdraw'],
    ['withdraw', 'ship'],
    ['approve', 'withdraw', 'ship'],
  ])
})

it('offers a new document the steps that lead on, not those that need one that stands', () => {
  const expected = defineDocument({
    ...base,
    kind: 'expected',
    actions: {
      approve: { label: '确认', from: ['draft'], to: ['approved'], button: 12 },
      move: { label: '改期', from: ['draft', 'approved'], to: ['draft', 'approved'], button: 12 },
      lapse: { label: '爽约', from: ['draft', 'approved'], to: ['voided'], button: 12 },
    },
  })
  const session = { has: everything, org: settings } as unknown as Parameters<typeof openSteps>[2]
  expect(openSteps(expected, { id: undefined, state: 'draft', can: [] }, session)).toEqual(['approve'])
  expect(openSteps(expected, { id: 3, state: 'draft', can: ['approve', 'move'] }, session)).toEqual(['approve', 'move'])
})
