import type { DeskTab } from '@chepu/contract/warehouse/transfer-desk'
import { QueryPage } from '../../kit/list/query-page'
import { useDeskTabs } from './desk-tabs'

/** What waits at the own side, step by step. Moves between bins of one warehouse join these tabs as one more. */
const names: readonly DeskTab[] = ['requests', 'sending', 'travelling', 'receiving']

/** 调拨管理 (business/transfers 6). */
export default function Allocation() {
  const { tabs, dialog } = useDeskTabs(names)
  return (
    <>
      <QueryPage name="allocation" tabs={tabs} />
      {dialog}
    </>
  )
}
