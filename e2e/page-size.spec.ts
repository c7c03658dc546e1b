import { pageFiles, sizeOf } from '../bench/page-files'
import { mostOf } from '../bench/report'
import { expect, test } from './story'

test('第一张列表只带来它用得着的脚本和样式', async ({ desk }) => {
  await desk.enter('boss01', '/purchase')
  await expect(desk.list.here().locator('tbody tr').first()).toBeVisible()
  const files = await pageFiles(desk.page)
  // Both kinds are among them: a build that names its files otherwise must not pass unseen.
  expect(files.map(({ file }) => file)).toEqual(
    expect.arrayContaining([expect.stringMatching(/\.js$/), expect.stringMatching(/\.css$/)]),
  )
  const said = files.map(({ file, size }) => `${size.toFixed(1)} KB ${file}`).join('\n')
  expect(sizeOf(files), said).toBeLessThanOrEqual(mostOf('sizes', 'first list, its files in brotli'))
})
