import { type InboundRow, inboundTab, readInbound } from '@chepu/contract/warehouse/inbound'
import { goodsSheet, type PrintLayout } from '../../kit/print/document-sheet'
import { PrintPreview } from '../../kit/print/print'
import { placingLayout } from '../../kit/print/print-layouts'
import { useSession } from '../../kit/base/session'
import { useCall } from '../../kit/base/use-call'

/** 上架单: where each part goes, without prices. */
export function PlacingPrint(props: { row: InboundRow; onClose: () => void }) {
  const { kind, id } = props.row
  const { orgName } = useSession()
  const found = useCall(readInbound, { params: { kind, id } })
  const { def } = inboundTab(kind)
  const layout: PrintLayout = placingLayout(def.partnerTitle)
  return (
    <PrintPreview
      title={`打印上架单 ${props.row.billNo}`}
      sheets={() => (found.data ? [goodsSheet(def, found.data, layout, orgName)] : [])}
      onClose={props.onClose}
    />
  )
}
