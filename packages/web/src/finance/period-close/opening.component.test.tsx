import { type OpeningStep, periodRoutes } from '@chepu/contract/finance/period-close'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { Opening } from './opening'

const step = (key: string, need: OpeningStep['need'], done = 0, waiting = 0): OpeningStep => ({
  key,
  title: key,
  done,
  waiting,
  need,
  hint: '',
  screen: key,
  params: {},
  importType: null,
})

test('a step says what it has and what waits, and of what is missing whether it holds 启用 back', async () => {
  server.on(periodRoutes.opening, () => ({
    month: 202512,
    openingOn: '2025-12-31',
    isClosed: false,
    mayClose: true,
    steps: [
      step('主体公司', 'needed'),
      step('门店资料', 'advised'),
      step('会员卡期初', 'optional'),
      step('仓库库位', 'advised', 2),
      step('期初库存', 'optional', 1, 3),
    ],
  }))
  draw(<Opening begin={() => undefined} />)
  const steps = page.getByRole('list', { name: '启用步骤' }).getByRole('listitem')
  for (const [title, state] of [
    ['主体公司', '必需，没有不能启用'],
    ['门店资料', '建议补全，不影响启用'],
    ['会员卡期初', '没有可跳过'],
    ['仓库库位', '已有 2'],
    ['期初库存', '已过账 1，待过账 3'],
  ])
    await expect.element(steps.filter({ hasText: title })).toHaveTextContent(state as string)
})
