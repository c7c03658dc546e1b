import { type DownloadRow, downloadRoutes } from '@chepu/contract/finance/download-center'
import { exportFile, exportStates } from '@chepu/contract/kernel/export-job'
import { useEffect } from 'react'
import { call, fetchFile } from '../../kit/base/call'
import type { Column } from '../../kit/list/columns'
import { SelectFilter } from '../../kit/list/filters'
import { sizeText } from '../../kit/base/format'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import type { RowAction } from '../../kit/ui/row-actions'
import { useTabActive } from '../../kit/base/tabs'
import { saveFile } from '../../kit/list/use-export'

const columns: Column<DownloadRow>[] = [
  { key: 'fileName', title: '文件名', width: 220, sort: false, isKey: true },
  { key: 'state', title: '状态', kind: 'state', labels: exportStates, sort: false, width: 72, isKey: true },
  { key: 'title', title: '类型', width: 92, sort: false },
  { key: 'summary', title: '条件摘要', width: 150, sort: false },
  { key: 'createdAt', title: '提交时间', kind: 'time', sort: false },
  { key: 'rowCount', title: '行数', kind: 'count', sort: false, width: 52 },
  {
    key: 'fileSize',
    title: '大小',
    kind: 'count',
    width: 88,
    sort: false,
    render: (row) => (row.fileSize === null ? '' : sizeText(row.fileSize)),
  },
  { key: 'expiresAt', title: '过期时间', kind: 'time', sort: false },
  { key: 'error', title: '失败原因', width: 180, sort: false },
]

const underway = (row: DownloadRow) => row.state === 'queued' || row.state === 'running'
const failed = () => undefined

async function download(row: DownloadRow): Promise<void> {
  saveFile(await fetchFile(exportFile, { params: { id: row.id } }), row.fileName)
}

function actionsOf(row: DownloadRow, list: ListApi<DownloadRow>): RowAction[] {
  const params = { id: row.id }
  const change = (work: Promise<unknown>) => void work.then(list.refresh, failed)
  return [
    ...(row.state === 'done' ? [{ key: 'download', label: '下载', run: () => void download(row).catch(failed) }] : []),
    ...(row.state === 'failed' || row.state === 'expired'
      ? [{ key: 'retry', label: '重试', run: () => change(call(downloadRoutes.retry, { params })) }]
      : []),
    ...(row.state === 'running'
      ? []
      : [{ key: 'remove', label: '删除', danger: true, run: () => change(call(downloadRoutes.remove, { params })) }]),
  ]
}

const watch = (list: ListApi<DownloadRow>) => <Watch list={list} />

/** 下载中心: the user's own exports; files are kept for 7 days (business/finance 7.5, 6). */
export default function DownloadCenter() {
  return (
    <ListPage
      name="downloadCenter"
      title="下载中心"
      nothing="还没有导出任务"
      list={downloadRoutes.list}
      columns={columns}
      rowActions={actionsOf}
      onOpen={(row) => row.state === 'done' && void download(row).catch(failed)}
      toolbar={watch}
    >
      <SelectFilter name="state" title="状态" options={exportStates} />
    </ListPage>
  )
}

/** How often the list looks at exports that are under way. */
const watchMs = 2000

/** Reads the list again while an export is under way and the page is on screen. */
function Watch({ list }: { list: ListApi<DownloadRow> }) {
  const active = useTabActive()
  const waits = active && list.rows.some(underway)
  const { refresh } = list
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(refresh, watchMs)
    return () => clearInterval(timer)
  }, [waits, refresh])
  return <span style={{ color: 'var(--ink-soft)', fontSize: 12 }}>文件保留 7 天，只有本人可以下载</span>
}
