import { button } from '@chepu/contract/access/catalogue'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import type { DataOf } from '@chepu/contract/kernel/route'
import { type ReactNode, useState } from 'react'
import { call } from '../../kit/base/call'
import { LabelDialog } from '../../kit/document/document-dialogs'
import type { RowAction } from '../../kit/ui/row-actions'
import { useSession } from '../../kit/base/session'

const { read } = goodsReceipt.routes

interface Labelled {
  billNo: string
  lines: DataOf<typeof read>['lines']
}

/** 打印标签 of a posted receipt, for who may: in the menu of its row and in its own, and the dialog that it opens. */
export function useReceiptLabels(): {
  labelsOf: (receipt: { id: number; billNo: string }) => RowAction[]
  labelDialog: ReactNode
} {
  const { has } = useSession()
  const [labelled, setLabelled] = useState<Labelled>()
  const open = async ({ id, billNo }: { id: number; billNo: string }) => {
    const { lines } = await call(read, { params: { id } })
    setLabelled({ billNo, lines })
  }
  return {
    labelsOf: (receipt) =>
      has(button('stock', 'label')) ? [{ key: 'labels', label: '打印标签', run: () => void open(receipt) }] : [],
    labelDialog: labelled && (
      <LabelDialog
        title={`打印标签 ${labelled.billNo}`}
        parts={labelled.lines}
        onClose={() => setLabelled(undefined)}
      />
    ),
  }
}
