import { collection } from '@chepu/contract/finance/collection'
import { payment } from '@chepu/contract/finance/payment'
import { expect, test } from 'vitest'
import { fullLayout } from '../../kit/print/document-sheet'
import collectionPaper from '../collection/paper'
import paymentPaper from '../payment/paper'

const extras = (paper: typeof collectionPaper, def: typeof collection | typeof payment, header: object) =>
  paper.sheet?.(
    def,
    { header: { total: '100.00', discount: '0.00', fee: '0.00', ...header }, tenders: [], items: [] } as never,
    fullLayout(def as never),
    '配件店',
  ).extras

test('paper calls what is left over as the screen does', () => {
  const advance = '34.18'
  expect(extras(collectionPaper, collection, { advance })).toEqual([{ title: '剩余转预收', value: '34.18' }])
  expect(extras(paymentPaper, payment, { advance })).toEqual([{ title: '剩余转预付', value: '34.18' }])
  const refund = { purpose: 'refund', total: '-34.18', advance: '-34.18' }
  expect(extras(collectionPaper, collection, refund)).toEqual([{ title: '退预收', value: '34.18' }])
  expect(extras(paymentPaper, payment, refund)).toEqual([{ title: '退预付', value: '34.18' }])
  expect(extras(collectionPaper, collection, { advance: '0.00' })).toEqual([])
})

test('what a carrier brings is worked out: what he collected, less freight and fee', () => {
  const header = { purpose: 'cod', total: '1415.00', fee: '18.00', discount: '0.00', advance: '0.00' }
  const item = (side: 'AR' | 'AP', amount: string) => ({ side, amount, discount: '0.00', sourceKind: 'sales_delivery' })
  const sheet = collectionPaper.sheet?.(
    collection,
    { header, tenders: [], items: [item('AR', '860.00'), item('AR', '600.00'), item('AP', '45.00')] } as never,
    fullLayout(collection as never),
    '配件店',
  )
  expect(sheet?.extras).toEqual([
    { title: '代收货款', value: '1,460.00' },
    { title: '抵扣运费', value: '45.00' },
    { title: '手续费', value: '18.00' },
    { title: '实收', value: '1,397.00' },
  ])
  expect(extras(collectionPaper, collection, { purpose: 'cod', advance: '0.00' })).toEqual([])
})
