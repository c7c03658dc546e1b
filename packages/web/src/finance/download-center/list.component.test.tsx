import { downloadRoutes } from '@chepu/contract/finance/download-center'
import { readTableConfig } from '@chepu/contract/shell/config'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import DownloadCenter from './list'

test('an empty 下载中心 says what it would hold', async () => {
  server.on(downloadRoutes.list, () => ({ rows: [], more: false }))
  server.on(readTableConfig, () => ({ columns: [] }))
  draw(<DownloadCenter />)
  await expect.element(page.getByText('还没有导出任务')).toBeVisible()
})
