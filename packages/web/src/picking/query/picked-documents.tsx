import { button } from '@chepu/contract/access/catalogue'
import { pickingsByNumber } from '@chepu/contract/picking/queries'
import { listOf } from '../../kit/list/columns'
import { IssuedQuery } from './issued-query'

const cut = listOf(pickingsByNumber)

/** 领料查询-按单号 (business/repair 5.5). */
export default function PickedDocuments() {
  return (
    <IssuedQuery
      name="pickingNumberQuery"
      kind="picking"
      handler="领料人"
      mayExport={button('picking', 'export')}
      cut={cut}
      keyOf={(row) => row.documentId}
    />
  )
}
