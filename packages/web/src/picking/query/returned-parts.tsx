import { button } from '@chepu/contract/access/catalogue'
import { pickingReturnsByPart } from '@chepu/contract/picking/queries'
import { listOf } from '../../kit/list/columns'
import { IssuedQuery } from './issued-query'

const cut = listOf(pickingReturnsByPart)

/** 退料查询-按配件 (business/repair 5.5). */
export default function ReturnedParts() {
  return (
    <IssuedQuery
      name="pickingReturnPartsQuery"
      kind="picking_return"
      handler="退料人"
      mayExport={button('picking_return', 'export')}
      cut={cut}
      keyOf={(row) => row.lineId}
    />
  )
}
