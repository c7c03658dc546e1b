import { otherOut } from '@chepu/contract/warehouse/other-out'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '../../../test/page'
import { BatchApprove } from './batch-approve'

test('a draft that has not had its turn is not called by the name of a state that it does not have', async () => {
  const target = { id: 7, billNo: 'QC2026010001', state: 'draft', version: 3 }
  draw(<BatchApprove document={otherOut} targets={[target]} onDone={() => {}} onClose={() => {}} />)
  await expect.element(page.getByText('待处理')).toBeVisible()
  expect(page.getByText('待审核').length).toBe(0)
})
