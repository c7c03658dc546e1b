import { type AdjustmentLineView, formerName, priceAdjustment } from '@chepu/contract/basics/price-adjustment'
import { priceNames } from '@chepu/contract/basics/product'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useDocumentMeta, useHeader } from '../../kit/document/document-context'
import { DocumentEditor } from '../../kit/document/document-editor'
import { HeaderFields } from '../../kit/document/document-header'
import type { Begin } from '../../kit/document/use-document'
import { showNumber } from '../../kit/grid/line-grid-text'
import { fieldsOf } from '../../pickers/fields'
import { PriceContext } from './price-context'
import { PriceLines } from './price-lines'
import { PriceStore, type PriceValues } from './price-store'
import { partOf } from './use-price-entry'

const { DayField, EmployeeField, SelectField, TextField } = fieldsOf(priceAdjustment)

/** Every hour of the day, as prices change at the hour. */
const hours = Object.fromEntries(
  Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`).map((time) => [time, time]),
)

/** 调价单: new prices of products, and when they take effect. */
export default function PriceEditor() {
  const [prices] = useState(() => new PriceStore())
  const [begin] = useState(() => beginning(prices))
  const { has } = useSession()
  const { open } = useTabs()
  return (
    <PriceContext value={prices}>
      <DocumentEditor<typeof priceAdjustment>
        document={priceAdjustment}
        store={prices.editor}
        begin={begin}
        totals={<WhenInForce />}
        more={({ id, state }) =>
          id !== undefined && state === 'effective' && has(priceAdjustment.buttons.add)
            ? [
                {
                  key: 'back',
                  label: '还原',
                  run: () => open({ key: 'price', params: { new: 1, source: priceAdjustment.kind, sourceId: id } }),
                },
              ]
            : []
        }
      >
        <HeaderFields>
          <DayField name="bizDate" />
          <DayField name="effectiveOn" />
          <SelectField name="effectiveTime" options={hours} />
          <EmployeeField name="handlerId" />
          <TextField name="reason" span={2} />
          <TextField name="remark" span={2} />
        </HeaderFields>
        <PriceLines />
      </DocumentEditor>
    </PriceContext>
  )
}

/** When the prices take effect, or that they have. */
function WhenInForce() {
  const { effectiveOn, effectiveTime } = useHeader()
  const { state } = useDocumentMeta()
  if (state === 'effective') return <p className="de-count">价格已生效，如需改回请用“还原”另开调价单。</p>
  const when = effectiveOn ? `审核后于 ${String(effectiveOn)} ${String(effectiveTime)} 自动生效` : '审核后立即生效'
  return <p className="de-count">{when}；空白的价格不调整。</p>
}

/** Begins with the lines of another one: to copy it, or to go back to the prices before it. */
const beginning =
  (prices: PriceStore): Begin =>
  async ({ source, sourceId, copy }, signal) => {
    const isBack = copy === undefined
    const id = copy ?? (source === priceAdjustment.kind ? sourceId : undefined)
    if (id === undefined) return false
    const former = await call(priceAdjustment.routes.read, { params: { id }, quiet: true, ...(signal && { signal }) })
    const lines = former.lines.flatMap((line) => {
      const values = isBack ? pricesBefore(line) : pricesOf(line)
      return Object.keys(values).length > 0 ? [{ line, values }] : []
    })
    const said = isBack
      ? { backOfId: id, reason: `还原调价单 ${former.header.billNo}` }
      : { reason: former.header.reason }
    prices.editor.beginWith(said, () => undefined)
    const values = new Map(lines.map((each) => [each.line.partId, each.values]))
    await prices.add(
      lines.map(({ line }) => partOf(line)),
      values,
    )
    if (lines.length < former.lines.length)
      toast.warning(`${former.lines.length - lines.length}个商品原来没有价格，不能还原`)
    return true
  }

/** The new prices of a line. */
const pricesOf = (line: AdjustmentLineView): PriceValues =>
  Object.fromEntries(priceNames.flatMap((name) => (line[name] == null ? [] : [[name, showNumber(line[name])]])))

/** The prices that stood before those of a line; one that was not known then cannot be set again. */
const pricesBefore = (line: AdjustmentLineView): PriceValues =>
  line.leftOut !== ''
    ? {}
    : Object.fromEntries(
        priceNames.flatMap((name) => {
          const before = line[formerName(name)]
          return line[name] == null || before == null ? [] : [[name, showNumber(before)]]
        }),
      )
