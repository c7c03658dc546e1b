import { button } from '@chepu/contract/access/catalogue'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { payerTypes } from '@chepu/contract/kernel/payer-types'
import { matValuation, valuationFlags, type ValuationRow } from '@chepu/contract/repair/valuation'
import { Button } from 'antd'
import { useSession } from '../../kit/base/session'
import { useScreenParams } from '../../kit/base/tabs'
import { useNarrow } from '../../kit/base/use-narrow'
import { listOf } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import { useDialog } from '../../kit/ui/use-dialog'
import { PayerDialog } from './payer-dialog'
import { PriceDialog } from './price-dialog'
import './valuation.css'

/** A discount stands as it is typed where lines are priced, none as 1. */
const list = listOf(matValuation, {
  discountRate: { render: ({ discountRate }) => discountRate && trimZeros(discountRate) },
})

/** 材料计价 (business/repair 5.6): what issued material is sold for, and who pays it. */
export default function MatValuation() {
  const { has, sees } = useSession()
  const initial = useScreenParams()
  const [price, priceDialog] = useDialog(PriceDialog)
  const [payer, payerDialog] = useDialog(PayerDialog)
  const mayPrice = has(button('mat_valuation', 'price')) && sees('doc_price')
  const mayPay = has(button('mat_valuation', 'payer'))
  const isBatch = has(button('mat_valuation', 'batch'))
  // Cards on a phone have no ticks to choose several lines by.
  const narrow = useNarrow()
  const by =
    (open: typeof price) =>
    async (rows: readonly ValuationRow[], { refresh, clearSelection }: ListApi<ValuationRow>) => {
      if (!(await open(rows))) return
      clearSelection()
      refresh()
    }
  const [doPrice, doPayer] = [by(price), by(payer)]
  return (
    <>
      <ListPage<ValuationRow>
        {...list}
        name="matValuation"
        nothing="没有领料待计价"
        initial={initial}
        keyOf={(row) => row.lineId}
        selectable={isBatch}
        rowActions={(row, api) => [
          ...(mayPrice ? [{ key: 'price', label: '计价', run: () => void doPrice([row], api) }] : []),
          ...(mayPay ? [{ key: 'payer', label: '改付费方', run: () => void doPayer([row], api) }] : []),
        ]}
        toolbar={(api) => (isBatch && !narrow ? tools(api, mayPrice && doPrice, mayPay && doPayer) : null)}
      >
        <TextFilter name="order" title="工单号/车牌" search />
        <SelectFilter name="flag" title="提示" options={valuationFlags} />
        <SelectFilter name="payer" title="付费方" options={payerTypes} />
        <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" more />
      </ListPage>
      {priceDialog}
      {payerDialog}
    </>
  )
}

type Opens = (rows: readonly ValuationRow[], api: ListApi<ValuationRow>) => Promise<void>

/** A function and no component: the bar of a phone looks for the chief one among the buttons that it is given. */
const tools = (api: ListApi<ValuationRow>, price: Opens | false, payer: Opens | false) => (
  <>
    {price && (
      <Button
        size="small"
        type="primary"
        disabled={api.selected.length === 0}
        onClick={() => void price(api.selected, api)}
      >
        批量计价
      </Button>
    )}
    {payer && (
      <Button size="small" disabled={api.selected.length === 0} onClick={() => void payer(api.selected, api)}>
        批量改付费方
      </Button>
    )}
  </>
)
