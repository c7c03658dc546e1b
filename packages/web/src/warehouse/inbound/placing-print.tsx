import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { type InboundKind, type InboundRow, readInbound } from '@chepu/contract/warehouse/inbound'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { goodsSheet, type PrintLayout } from '../../kit/print/document-sheet'
import { PrintPreview } from '../../kit/print/print'
import { placingLayout } from '../../kit/print/print-layouts'
import { useSession } from '../../kit/base/session'
import { useCall } from '../../kit/base/use-call'

const defs: Record<InboundKind, AnyDocument> = {
  goods_receipt: goodsReceipt,
  sales_return: salesReturn,
  other_in: otherIn,
}

/** 上架单: where each part goes, without prices. */
export function PlacingPrint(props: { row: InboundRow; onClose: () => void }) {
  const { kind, id } = props.row
  const { orgName } = useSession()
  const found = useCall(readInbound, { params: { kind, id } })
  const layout: PrintLayout = placingLayout(defs[kind].partnerTitle)
  return (
    <PrintPreview
      title={`打印上架单 ${props.row.billNo}`}
      sheets={() => (found.data ? [goodsSheet(defs[kind], found.data, layout, orgName)] : [])}
      onClose={props.onClose}
    />
  )
}
