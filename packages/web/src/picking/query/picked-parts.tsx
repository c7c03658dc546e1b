import { button } from '@chepu/contract/access/catalogue'
import { pickingsByPart } from '@chepu/contract/picking/queries'
import { listOf } from '../../kit/list/columns'
import { IssuedQuery } from './issued-query'

const cut = listOf(pickingsByPart)

/** 领料查询-按配件 (business/repair 5.5). */
export default function PickedParts() {
  return (
    <IssuedQuery
      name="pickingPartsQuery"
      kind="picking"
      handler="领料人"
      mayExport={button('picking', 'export')}
      cut={cut}
      keyOf={(row) => row.lineId}
    />
  )
}
