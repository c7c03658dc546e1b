import { button } from '@chepu/contract/access/catalogue'
import { pickingReturnsByNumber } from '@chepu/contract/picking/queries'
import { listOf } from '../../kit/list/columns'
import { IssuedQuery } from './issued-query'

const cut = listOf(pickingReturnsByNumber)

/** 退料查询-按单号 (business/repair 5.5). */
export default function ReturnedDocuments() {
  return (
    <IssuedQuery
      name="pickingReturnNumberQuery"
      kind="picking_return"
      handler="退料人"
      mayExport={button('picking_return', 'export')}
      cut={cut}
      keyOf={(row) => row.documentId}
    />
  )
}
