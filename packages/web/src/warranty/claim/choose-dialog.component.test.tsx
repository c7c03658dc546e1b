import { type ClaimCandidate, claimCandidates } from '@chepu/contract/warranty/warranty-claim'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { later } from '../../../test/server'
import { ChooseBills } from './choose-dialog'

const bill = (billId: number): ClaimCandidate => ({
  billId,
  billNo: `SP${billId}`,
  billDate: '2026-11-20',
  plate: '川A12345',
  vin: null,
  customerName: '王强',
  claimedAmount: '120.00',
  repairedOn: '2026-11-20',
  claimBy: null,
  isLate: false,
})

test('Enter adds the ticked bills, whose search began with the dialog; in a day it opens the calendar', async () => {
  const found = later<{ rows: ClaimCandidate[]; more: boolean }>()
  server.on(claimCandidates, () => found.answer)
  const done: unknown[] = []
  const input = { manufacturerId: 7, fromDay: null, toDay: null, taken: new Set<number>() }
  draw(<ChooseBills input={input} onDone={(chosen) => done.push(chosen?.map(({ billId }) => billId))} />)
  await expect.element(page.getByText('正在查找…')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  found.give({ rows: [bill(1), bill(2)], more: false })
  await page.getByRole('checkbox', { name: 'SP2' }).click()
  expect(done).toEqual([])
  await userEvent.keyboard('{Enter}')
  expect(done).toEqual([[1]])
  await page.getByLabelText('修理日期从').click()
  await userEvent.keyboard('{Enter}')
  expect(done).toEqual([[1]])
})
