import {
  bookButtons,
  exportAgain,
  exportVouchers,
  type VoucherLine,
  voucherExports,
  voucherFormats,
  voucherLines,
  voucherStates,
} from '@chepu/contract/finance/books'
import { monthText } from '@chepu/contract/kernel/calendar'
import { Button, Dropdown, Space } from 'antd'
import { useState } from 'react'
import { call, CallError } from '../../kit/base/call'
import { minuteText, moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { documentPath } from '../../kit/document/document-screens'
import { listOf } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { ListPage } from '../../kit/list/list-page'
import { fetchExport } from '../../kit/list/use-export'
import { Confirm } from '../../kit/ui/confirm'
import { PageModal } from '../../kit/ui/page-modal'
import { PageState } from '../../kit/ui/page-state'
import '../../kit/ui/small-table.css'

/** Lines of some accounts, as a figure of a statement leads to them; from an earlier month on where it sums several. */
export interface Drill {
  title: string
  account: string
  from?: number
}

type Format = keyof typeof voucherFormats

const pathOf = ({ docKind, docId, billNo }: VoucherLine) => (billNo === '' ? undefined : documentPath(docKind, docId))
const list = listOf(voucherLines, { billNo: { href: pathOf } })

/** 序时簿 of a month, and the export of its vouchers (business/books 5). */
export function Vouchers(props: {
  row: { month: number; isClosed: boolean }
  drill: Drill | undefined
  clear: () => void
}) {
  const { row, drill } = props
  const { month, isClosed } = row
  const { has } = useSession()
  const { open } = useTabs()
  const [dialog, setDialog] = useState<Format | 'exports'>()
  const { account = '', from } = drill ?? {}
  const defaults = { month: String(month), ...(from !== undefined && { from: String(from) }) }
  const mayExport = has(bookButtons.export)
  const toolbar = (
    <>
      {mayExport && (
        <Space.Compact>
          <Button
            size="small"
            type="primary"
            disabled={!isClosed}
            title={isClosed ? undefined : '结账后才能导出'}
            onClick={() => setDialog('xlsx')}
          >
            导出凭证
          </Button>
          <Dropdown
            trigger={['click']}
            disabled={!isClosed}
            menu={{
              items: Object.entries(voucherFormats).map(([key, label]) => ({ key, label })),
              onClick: ({ key }) => setDialog(key as Format),
            }}
          >
            <Button size="small" type="primary" className="kit-more" aria-label="凭证格式">
              ▾
            </Button>
          </Dropdown>
        </Space.Compact>
      )}
      <Button size="small" onClick={() => setDialog('exports')}>
        导出记录
      </Button>
      {drill && (
        <Button size="small" onClick={props.clear}>
          {drill.title}
          {from !== undefined && from !== month && `（${monthText(from)} 起）`} ×
        </Button>
      )}
    </>
  )
  return (
    <>
      <ListPage<VoucherLine>
        {...list}
        key={`${month}/${from ?? ''}/${account}`}
        name="voucherLines"
        nothing="本期没有凭证"
        export={mayExport ? list.export : undefined}
        defaults={defaults}
        {...(account && { initial: { account } })}
        keyOf={({ key }) => key}
        rowClass={({ state }) => (state === 'correction' ? 'is-red' : undefined)}
        onOpen={(line) => {
          const path = pathOf(line)
          if (path) open(path)
        }}
        toolbar={toolbar}
      >
        <SelectFilter name="state" title="状态" options={voucherStates} />
        <TextFilter name="account" title="科目" placeholder="科目编码开头" />
        <TextFilter name="q" title="查找" search placeholder="单号 / 摘要 / 科目 / 单位" />
      </ListPage>
      {dialog === 'exports' && (
        <ExportsDialog month={month} mayExport={mayExport} onClose={() => setDialog(undefined)} />
      )}
      {dialog !== undefined && dialog !== 'exports' && (
        <ExportDialog month={month} format={dialog} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}

function ExportDialog({ month, format, onClose }: { month: number; format: Format; onClose: () => void }) {
  const refresh = useRefreshCalls()
  return (
    <Confirm
      title={`导出 ${monthText(month)} 凭证`}
      okText="导出"
      run={async () => {
        const { jobId, vouchers, corrections } = await call(exportVouchers, { body: { month, format } })
        toast.success(`已导出 ${vouchers} 张凭证${corrections > 0 ? `，其中更正 ${corrections} 张` : ''}`)
        refresh(voucherLines.list, voucherLines.totals, voucherExports)
        void download(jobId)
      }}
      onClose={onClose}
    >
      导出还没有导出的凭证和更正，并标记为已导出，凭证号从此不变。文件可以在“导出记录”中重新下载。
    </Confirm>
  )
}

/** Waits for the file and hands it over; of what goes wrong the call has told the user. */
async function download(jobId: number): Promise<void> {
  try {
    await fetchExport(jobId)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}

function ExportsDialog({ month, mayExport, onClose }: { month: number; mayExport: boolean; onClose: () => void }) {
  const found = useCall(voucherExports, { query: { month } })
  const again = async (id: number, format: Format) => {
    try {
      const { jobId } = await call(exportAgain, { params: { id }, body: { format } })
      await fetchExport(jobId)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <PageModal open title={`${monthText(month)} 导出记录`} width="min(820px, 97vw)" footer={null} onCancel={onClose}>
      {!found.data && <PageState error={found.error} retry={() => void found.refetch()} />}
      {found.data?.length === 0 && <p className="slip-empty">还没有导出过</p>}
      {found.data && found.data.length > 0 && (
        <div className="small-table">
          <table aria-label="导出记录">
            <thead>
              <tr>
                <th>时间</th>
                <th>导出人</th>
                <th className="right">凭证</th>
                <th className="right">更正</th>
                <th>凭证号</th>
                <th className="right">借方合计</th>
                <th>文件</th>
              </tr>
            </thead>
            <tbody>
              {found.data.map((each) => (
                <tr key={each.id}>
                  <td>{minuteText(each.exportedAt)}</td>
                  <td>{each.exportedBy}</td>
                  <td className="right">{each.vouchers}</td>
                  <td className="right">{each.corrections || ''}</td>
                  <td>
                    {each.firstNo}–{each.lastNo}
                  </td>
                  <td className="right">{moneyText(each.debit)}</td>
                  <td>
                    {mayExport &&
                      (['xlsx', 'csv'] as const).map((format) => (
                        <Button key={format} type="link" size="small" onClick={() => void again(each.id, format)}>
                          {format === 'csv' ? 'CSV' : 'Excel'}
                        </Button>
                      ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </PageModal>
  )
}
