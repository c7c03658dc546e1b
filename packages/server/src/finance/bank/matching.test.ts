import { describe, expect, it } from 'vitest'
import { type OpenEntry, type OpenLine, proposals } from './matching'

const line = (id: number, bizDate: string, amount: string, tradeNo = '', orderNo = ''): OpenLine => ({
  id,
  bizDate,
  amount,
  tradeNo,
  orderNo,
})
const entry = (id: number, bizDate: string, amount: string, tradeNo = ''): OpenEntry => ({
  id,
  bizDate,
  amount,
  tradeNo,
})
const found = (lines: OpenLine[], entries: OpenEntry[]) =>
  proposals(lines, entries).map((each) => [each.way, each.lines.map(({ id }) => id), each.entries.map(({ id }) => id)])

describe('自动勾对 (business/finance 4.3)', () => {
  it('goes by the trade number where the amounts agree, whatever the days', () => {
    const lines = [
      line(1, '2026-11-01', '50.00', 'A1'),
      line(2, '2026-11-01', '50.00', 'x', 'M2'),
      line(3, '2026-11-02', '9.00', 'A3'),
    ]
    const entries = [
      entry(11, '2026-11-20', '50', 'A1'),
      entry(12, '2026-11-01', '50', 'M2'),
      entry(13, '2026-11-02', '8', 'A3'),
    ]
    expect(found(lines, entries)).toEqual([
      ['trade_no', [1], [11]],
      ['trade_no', [2], [12]],
    ])
  })

  it('takes one payment that settled two slips together', () => {
    expect(
      found(
        [line(1, '2026-11-01', '80', 'T')],
        [entry(11, '2026-11-01', '30', 'T'), entry(12, '2026-11-01', '50', 'T')],
      ),
    ).toEqual([['trade_no', [1], [11, 12]]])
  })

  it('takes what came and the fee that went with it by their number for the net that is in the books', () => {
    const lines = [line(1, '2026-11-27', '300.00', '2026112722001'), line(2, '2026-11-27', '-1.14', '2026112722001')]
    expect(found(lines, [entry(11, '2026-11-27', '298.86', '2026112722001')])).toEqual([['trade_no', [1, 2], [11]]])
  })

  it('goes by the amount within three days, where there is but one on either side', () => {
    expect(found([line(1, '2026-11-04', '-20')], [entry(11, '2026-11-01', '-20.00')])).toEqual([['amount', [1], [11]]])
    expect(found([line(1, '2026-11-05', '20')], [entry(11, '2026-11-01', '20')])).toEqual([])
    expect(found([line(1, '2026-11-04', '20')], [entry(11, '2026-11-01', '-20')])).toEqual([])
    expect(
      found([line(1, '2026-11-02', '20')], [entry(11, '2026-11-01', '20'), entry(12, '2026-11-03', '20')]),
    ).toEqual([])
    expect(found([line(1, '2026-11-02', '20'), line(2, '2026-11-03', '20')], [entry(11, '2026-11-01', '20')])).toEqual(
      [],
    )
  })

  it('takes a day’s movements that came as one amount', () => {
    const entries = [entry(11, '2026-11-01', '99.40'), entry(12, '2026-11-01', '200.60'), entry(13, '2026-11-02', '1')]
    expect(found([line(1, '2026-11-02', '300')], entries)).toEqual([['batch', [1], [11, 12]]])
    expect(found([line(1, '2026-11-05', '300')], entries)).toEqual([])
    expect(found([line(1, '2026-11-02', '300'), line(2, '2026-11-03', '300')], entries)).toEqual([])
  })

  it('takes no row twice', () => {
    const lines = [line(1, '2026-11-01', '5', 'A'), line(2, '2026-11-02', '5')]
    expect(found(lines, [entry(11, '2026-11-01', '5', 'A'), entry(12, '2026-11-02', '5')])).toEqual([
      ['trade_no', [1], [11]],
      ['amount', [2], [12]],
    ])
  })
})
