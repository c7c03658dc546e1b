import type { ClaimRow } from '@chepu/contract/warranty/claim-document'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { stateLabel } from '@chepu/contract/kernel/states'
import { dayText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import { useNarrow } from '../../kit/base/use-narrow'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { ChoiceDialog } from '../../pickers/choice-dialog'
import { type ChoiceColumn, ChoiceTable, useChoices } from '../../pickers/choice-table'

const none: ClaimRow[] = []
const columnsOf = (narrow: boolean): ChoiceColumn<ClaimRow>[] => [
  { title: '索赔单', show: ({ billNo }) => billNo },
  { title: '厂家', width: 160, show: ({ partnerName }) => partnerName },
  { title: '状态', show: ({ state }) => stateLabel(warrantyClaim, state) },
  ...(narrow ? [] : [{ title: '日期', show: ({ bizDate }: ClaimRow) => dayText(bizDate) }]),
]

/** 选索赔单: claims that their manufacturers have, the latest first. */
export function ClaimDialog({ onDone }: DialogProps<object, ClaimRow>) {
  const narrow = useNarrow()
  const query = { state: 'sent,answered,done', rows: 100 } as never
  const found = useCall(warrantyClaim.routes.list, { query })
  const choices = useChoices<ClaimRow>({
    rows: (found.data?.rows as ClaimRow[] | undefined) ?? none,
    keyOf: ({ id }) => String(id),
    settled: !found.isFetching,
    onTake: ([claim]) => claim && onDone(claim),
  })
  return (
    <ChoiceDialog title="选索赔单" width={720} take="录入" choices={choices} onClose={() => onDone(undefined)}>
      <ChoiceTable
        choices={choices}
        columns={columnsOf(narrow)}
        label="已发送的索赔单"
        height="min(52vh, 460px)"
        empty={found.isFetching ? '正在查找…' : (found.error?.message ?? '没有已发送的索赔单')}
      />
    </ChoiceDialog>
  )
}
