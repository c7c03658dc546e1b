import { searchParts } from '@chepu/contract/basics/lookups'
import type { DataOf } from '@chepu/contract/kernel/route'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deskLine } from '../../../test/desk-line'
import { draw, server } from '../../../test/page'
import { scans } from '../../../test/scanner'
import { lookupPart } from '../../../test/part'
import { later } from '../../../test/server'
import { LinesDialog, type Typed } from './lines-dialog'

test('a transfer is received with what was scanned, also where its code is found after Ctrl+Enter', async () => {
  const found = later<DataOf<typeof searchParts>>()
  server.on(searchParts, () => found.answer)
  const confirmed: (readonly Typed[])[] = []
  draw(
    <LinesDialog
      title="收货 DB0001"
      mostTitle="在途"
      columns={{ qty: '实收' }}
      isFull
      lines={[{ ...deskLine(1, '机油滤清器', '4'), most: '4' }]}
      okText="确认收货"
      onConfirm={(typed) => Promise.resolve(confirmed.push(typed))}
      onClose={() => undefined}
    />,
  )
  await page.getByRole('textbox', { name: /实收/ }).click()
  scans('690123456')
  await expect.poll(() => server.asked(searchParts)).toHaveLength(1)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByRole('button', { name: /确认收货/ })).toHaveClass('ant-btn-loading')
  found.give({ rows: [lookupPart({ partId: 1, partCode: 'P-1', partName: '机油滤清器', price: '30' })], more: false })
  await expect.poll(() => confirmed).toEqual([[{ qty: '1' }]])
})
