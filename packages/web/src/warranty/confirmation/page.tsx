import { button } from '@chepu/contract/access/catalogue'
import { claimConfirmation, claimVerdicts, type ClaimVerdictRow } from '@chepu/contract/warranty/claim-confirmation'
import { verdictStates } from '@chepu/contract/warranty/verdict'
import { Button } from 'antd'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { listOf } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { ListPage } from '../../kit/list/list-page'
import type { RowAction } from '../../kit/ui/row-actions'
import { PartnerFilter } from '../../pickers/filters'

const list = listOf(claimVerdicts, {
  claimNo: { href: ({ claimId }) => `/claim?id=${claimId}` },
  billNo: { href: ({ billId }) => `/threePackage?id=${billId}` },
})

/** 厂家确认: every claimed line with the latest word on it, and the way to the next one (business/three-guarantees 5). */
export default function ConfirmPage() {
  const asked = useScreenParams()
  const { has } = useSession()
  const { open } = useTabs()
  const mayEnter = has(claimConfirmation.buttons.add)
  const enter = (claimId?: number) =>
    open({ key: 'claimConfirmation', params: { new: 1, ...(claimId !== undefined && { claimId }) } })
  const follow = (row: ClaimVerdictRow) => {
    if (row.confirmationId !== null) open(`/claimConfirmation?id=${row.confirmationId}`)
    else if (mayEnter) enter(row.claimId)
    else open(`/claim?id=${row.claimId}`)
  }
  const actionsOf = (row: ClaimVerdictRow): RowAction[] => [
    ...(row.waits && mayEnter ? [{ key: 'enter', label: '录入', run: () => enter(row.claimId) }] : []),
    ...(row.confirmationId === null ? [] : [{ key: 'open', label: '确认单', run: () => follow(row) }]),
  ]
  const tools = () => (
    <>
      {mayEnter && (
        <Button size="small" type="primary" onClick={() => enter()}>
          录入
        </Button>
      )}
      {mayEnter && has(button('claim_confirm', 'import')) && (
        <Button size="small" onClick={() => open('/importExcel?type=claim_answer')}>
          导入厂家回执
        </Button>
      )}
    </>
  )
  return (
    <ListPage<ClaimVerdictRow>
      {...list}
      name="confirm"
      nothing="还没有已发送的索赔。索赔单标记已发送后，各明细在这里等厂家确认"
      initial={asked}
      onOpen={follow}
      rowActions={actionsOf}
      toolbar={tools}
    >
      <SelectFilter name="verdict" title="状态" options={verdictStates} />
      <PartnerFilter name="manufacturerId" title="厂家" role={['manufacturer', 'supplier']} />
      <TextFilter name="billNo" title="三包单" />
    </ListPage>
  )
}
