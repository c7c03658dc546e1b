// 厂家工时定额 out of a sheet, and out of what was exported (business/three-guarantees 1.3).
import { quotaRoutes } from '@chepu/contract/warranty/labour-quota'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportedFile } from '../../test/export-file'
import { type Client, one } from '../../test/shop'
import { shanghaiDay } from '../kernel/base/calendar'
import { startExports } from '../kernel/export/worker'
import { type Imports, openImports, retyped, xlsx } from './importing.fixture'

let imports: Imports
let owner: Client
let worker: ReturnType<typeof startExports>
beforeAll(async () => {
  imports = await openImports()
  owner = imports.owner
  const { shop } = imports
  worker = startExports(shop.db, (error) => console.error(error), { everyMs: 50 })
  await shop.db.tenant(shop.groupId, async (tx) => {
    await one(tx, 'partner', { code: 'CJ-1', name: '东风商用车', cus_flag: 4 })
    await one(tx, 'partner', { code: 'CJ-2', name: '停用厂', cus_flag: 4, is_active: false })
    for (const code of ['CJ-3', 'CJ-4'])
      await one(tx, 'partner', {
        code,
        name: '同名厂',
        kind: 'person',
        cus_flag: 4,
        mobile: `1380000000${code.slice(-1)}`,
      })
    const find = async (text: string) => (await tx.one<{ id: number }>({ text, values: [tx.groupId] }))?.id
    const of = {
      pricing_mode: 'hours',
      std_hours: '1',
      worker_type_id: await find(`select id from worker_type where group_id = $1 and name = '机电'`),
      tax_rate_id: await find('select id from tax_rate where group_id = $1 limit 1'),
    }
    await one(tx, 'service_item', { code: 'LH-1', name: '更换离合器', ...of })
    await one(tx, 'service_item', { code: 'LH-2', name: '更换分泵', ...of })
  })
})
afterAll(async () => {
  await worker.stop()
  await imports.close()
})

const header = ['厂家*', '项目编码*', '厂家工时代码', '工时*', '生效日期']
const quotas = async () => (await owner.call(quotaRoutes.list)).rows

it('names every fault by row and column and writes nothing', async () => {
  const file = await xlsx(
    header,
    ['没有的厂', 'LH-1', null, '1', null],
    ['停用厂', 'LH-9', null, '0', '2026-01-01'],
    ['同名厂', 'LH-1', null, '1', null],
    ['CJ-1', 'LH-1', null, '1', '很早'],
    ['CJ-1', 'lh-1', null, '1', '2026-01-01'],
    ['东风商用车', 'LH-1', null, '2', '2026/1/1'],
    ['测试供应商', 'LH-1', null, '1', '2026-01-01'],
  )
  const { data } = await imports.run('labour_quota', file)
  expect(data.imported).toBe(false)
  expect(data.faults.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, '厂家', '厂家“没有的厂”不存在'],
    [3, '工时', '工时应大于0'],
    [4, '厂家', '厂家“同名厂”对应多个：CJ-3 同名厂、CJ-4 同名厂，请改填编码'],
    [5, '生效日期', expect.stringContaining('日期')],
    [7, '生效日期', '与第6行的厂家、项目和生效日期重复'],
    [8, '厂家', '往来单位“测试供应商”不是厂家'],
  ])
  expect(await quotas()).toEqual([])
})

it('adds what is new, and changes what stands where the file may', async () => {
  const first = await xlsx(
    header,
    ['东风商用车', 'LH-1', 'DF-01', '1.5', '2026年1月1日'],
    ['CJ-1', 'LH-2', null, '0.8', null],
  )
  const { data } = await imports.run('labour_quota', first)
  expect([data.faults, data.added, data.updated]).toEqual([[], 2, 0])
  expect(
    (await quotas()).map(({ itemCode, labourCode, hours, validFrom }) => [itemCode, labourCode, hours, validFrom]),
  ).toEqual([
    ['LH-1', 'DF-01', '1.500000', '2026-01-01'],
    ['LH-2', '', '0.800000', shanghaiDay()],
  ])
  const again = await xlsx(header, ['东风商用车', 'LH-1', null, '1.25', '2026-01-01'])
  expect((await imports.run('labour_quota', again)).data.faults).toMatchObject([
    { row: 2, column: '生效日期', message: '2026-01-01 起的定额已存在，如需更新请勾选“覆盖”' },
  ])
  expect((await imports.run('labour_quota', again, { overwrite: true })).data).toMatchObject({
    imported: true,
    updated: 1,
  })
  expect((await quotas())[0]).toMatchObject({ labourCode: 'DF-01', hours: '1.250000' })
})

it('reads what was exported and changed', async () => {
  const job = await owner.call(quotaRoutes.export, { body: { filters: {}, columns: [], format: 'xlsx' } })
  const file = await retyped(await exportedFile(owner, job), (row) => row.set('工时', '3'))
  const { data } = await imports.run('labour_quota', file, { overwrite: true })
  expect([data.faults, data.updated]).toEqual([[], 2])
  expect((await quotas()).map(({ hours }) => hours)).toEqual(['3.000000', '3.000000'])
})

it('is for who may keep policies', async () => {
  const adviser = await imports.shop.signIn('adviser')
  const file = await xlsx(header, ['东风商用车', 'LH-1', null, '1', '2026-01-01'])
  expect((await imports.run('labour_quota', file, { client: adviser })).status).toBe(403)
})
