import { exportFile, type ExportJob, readExport } from '@chepu/contract/kernel/export-job'
import type { ExportFormat } from '@chepu/contract/kernel/export-route'
import type { Route } from '@chepu/contract/kernel/route'
import { useCallback, useState } from 'react'
import type { z } from 'zod'
import { call, fetchFile, isAborted } from '../base/call'
import type { Column } from './columns'
import { toast } from '../base/toast'

/** A route that starts an export job. */
export type ExportRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType<{ jobId: number }>>

const firstWait = 400
const longestWait = 4000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until the job has ended; asks less and less often, up to every 4 s. */
async function finished(id: number): Promise<ExportJob> {
  for (let wait = firstWait; ; wait = Math.min(wait * 1.6, longestWait)) {
    const job = await call(readExport, { params: { id } })
    if (job.state !== 'queued' && job.state !== 'running') return job
    await pause(wait)
  }
}

/** Hands a file to the browser's downloads. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download reads the address after the click; an hour is enough for any dialog.
  setTimeout(() => URL.revokeObjectURL(url), 3_600_000)
}

/** Waits for the file of an export and hands it to the browser, or tells why there is none. */
export async function fetchExport(jobId: number): Promise<void> {
  const job = await finished(jobId)
  if (job.state === 'done') saveFile(await fetchFile(exportFile, { params: { id: jobId } }), job.fileName)
  else toast.error(job.error || '导出失败，请重试')
}

/** A column as the user has it before him; without a title the server names it. */
export type Shown = Pick<Column, 'key'> & Partial<Pick<Column, 'title'>>

/**
 * 导出: starts the job with the list's filters and shown columns, waits, downloads. The user works on meanwhile; a file that
 * is not fetched stays in 下载中心 (business/finance 6).
 */
export function useExport(route: ExportRoute | undefined): {
  exporting: boolean
  start: (filters: object, columns: readonly Shown[], format: ExportFormat) => Promise<void>
} {
  const [exporting, setExporting] = useState(false)
  const start = useCallback(
    async (filters: object, shown: readonly Shown[], format: ExportFormat) => {
      if (!route) return
      setExporting(true)
      toast.info(`正在生成${format === 'csv' ? ' CSV 文件' : 'Excel'}，完成后自动下载`)
      try {
        const columns = shown.map((column) => column.key)
        const titles = Object.fromEntries(
          shown.flatMap(({ key, title }) => (title === undefined ? [] : [[key, title]])),
        )
        const { jobId } = await call(route, { body: { filters, columns, titles, format } })
        await fetchExport(jobId)
      } catch (error) {
        // The call has already told the user why.
        if (!(error instanceof Error) && !isAborted(error)) throw error
      } finally {
        setExporting(false)
      }
    },
    [route],
  )
  return { exporting, start }
}
