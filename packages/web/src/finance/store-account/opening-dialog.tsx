import { accountRoutes, setOpening, type StoreAccount } from '@chepu/contract/finance/store-account'
import type { z } from 'zod'
import { FormDialog } from '../../kit/form/form-dialog'
import { toast } from '../../kit/base/toast'
import { useRefreshCalls } from '../../kit/base/use-call'

const openingSchema = setOpening.body.omit({ version: true })

/** 期初: once the account has moved, the difference becomes a movement of today. */
export function OpeningDialog({ row, onClose }: { row: StoreAccount; onClose: () => void }) {
  const refresh = useRefreshCalls()
  const { version, openingBalance = '0', openingOn } = row
  return (
    <FormDialog
      title={`账户期初：${row.name}`}
      schema={openingSchema}
      fields={[
        { name: 'openingBalance', title: '期初余额', kind: 'decimal', required: true },
        { name: 'openingOn', title: '期初日期', kind: 'date', required: true },
        {
          name: 'reason',
          title: '调整原因',
          kind: 'area',
          help: '账户已有流水时必填：差额记一笔今天的“期初调整”流水，原有流水不变',
        },
      ]}
      preset={{ openingBalance, openingOn }}
      onSave={(typed: z.output<typeof openingSchema>) => ({
        route: setOpening,
        params: { id: row.id },
        body: { ...typed, version },
      })}
      onSaved={({ isCorrection }) => {
        toast.success(isCorrection ? '已记期初调整流水' : '期初已保存')
        refresh(accountRoutes.list, accountRoutes.totals)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
