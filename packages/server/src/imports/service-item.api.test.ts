// 服务项目 out of a sheet, and out of what was exported (business/repair-masters 5).
import { serviceItemRoutes } from '@chepu/contract/repair/service-item'
import { workerTypeRoutes } from '@chepu/contract/repair/worker-type'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportedFile } from '../../test/export-file'
import { type Client, one } from '../../test/shop'
import { startExports } from '../kernel/export/worker'
import { type Imports, openImports, xlsx } from './importing.fixture'

let imports: Imports
let owner: Client
let worker: ReturnType<typeof startExports>
beforeAll(async () => {
  imports = await openImports()
  owner = imports.owner
  worker = startExports(imports.shop.db, (error) => console.error(error), { everyMs: 50 })
  await imports.shop.db.tenant(imports.shop.groupId, (tx) =>
    one(tx, 'tax_rate', { name: '6%', rate: '0.06', is_labour_default: true }),
  )
})
afterAll(async () => {
  await worker.stop()
  await imports.close()
})

const header = ['编码', '名称*', '工种*', '业务类型', '计价方式*', '标准工时', '工时单价', '一口价', '提成']
const items = async () => (await owner.call(serviceItemRoutes.list)).rows

it('names every fault by row and column and writes nothing', async () => {
  const file = await xlsx(
    header,
    ['A-1', '换机油', '木工', '装修', '按工时', '0.5', null, null, null],
    ['a-1', '换空滤', '机电', null, '按工时', null, null, null, null],
    ['A-2', '抛光', '美容', null, '一口价', null, null, null, '180%'],
    ['A-3', '贴膜', '美容', null, '论件', null, '-1', null, '很多'],
    ['A-4', '换 Ｏ 型圈', '机电', null, '按工时', '0.2', null, null, '18元'],
    [null, '换 o 型圈', '机电', null, '按工时', '0.2', null, null, '18'],
    [null, '四轮定位', '轮胎', null, '一口价', null, null, null, null],
  )
  const { data } = await imports.run('service_item', file)
  expect(data.imported).toBe(false)
  expect(data.faults.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, '工种', '工种“木工”不存在，请先在工种中新增'],
    [2, '业务类型', '业务类型“装修”不存在，请先在业务类型中新增'],
    [3, '编码', '编码 a-1 与第2行的编码只差大小写'],
    [3, '标准工时', '按工时计价请填写标准工时'],
    [4, '提成', '应为0.18或18%（比例）、20元（每项金额）或不提成'],
    [5, '计价方式', '应为按工时、一口价'],
    [5, '工时单价', '价格不能小于0'],
    [5, '提成', '应为0.18或18%（比例）、20元（每项金额）或不提成'],
    [7, '提成', '应为0.18或18%（比例）、20元（每项金额）或不提成'],
    [8, '一口价', '一口价项目请填写一口价'],
  ])
  expect(await items()).toEqual([])
  const twins = await xlsx(
    header,
    ['A-4', '换 Ｏ 型圈', '机电', null, '按工时', '0.2', null, null, null],
    [null, '换 o 型圈', '机电', null, '按工时', '0.2', null, null, null],
  )
  expect((await imports.run('service_item', twins)).data.faults).toMatchObject([
    { row: 3, column: '名称', message: '与第2行重名' },
  ])
})

it('adds items and changes them with 覆盖 alone; blank cells leave what stands', async () => {
  const file = await xlsx(
    header,
    ['A-1', '换机油', '机电', '保养', '按工时', '0.5', '120', null, '18%'],
    [null, '打蜡', '美容', null, '一口价', null, null, '88', '20元'],
    [null, '洗车', '美容', null, '一口价', null, null, '30', '不提成'],
  )
  expect((await imports.run('service_item', file)).data).toMatchObject({ imported: true, added: 3, updated: 0 })
  const shown = async () =>
    (await items()).map((row) => [row.code, row.name, row.taxRateName, row.commissionMode, row.commissionValue])
  expect(await shown()).toEqual([
    ['A-1', '换机油', '6%', 'rate', '0.1800'],
    ['FW00001', '打蜡', '6%', 'fixed', '20.0000'],
    ['FW00002', '洗车', '6%', 'none', null],
  ])
  expect((await imports.run('service_item', file)).data.faults.map(({ row, message }) => [row, message])).toEqual([
    [2, '项目编码 A-1 已存在，如需更新请勾选“覆盖”'],
    [3, '项目“打蜡”已存在，编码为 FW00001，如需更新请填写编码'],
    [4, '项目“洗车”已存在，编码为 FW00002，如需更新请填写编码'],
  ])
  const changed = await xlsx(header, ['a-1', '更换机油', '机电', null, '按工时', '0.6', null, null, null])
  expect((await imports.run('service_item', changed, { overwrite: true })).data).toMatchObject({ added: 0, updated: 1 })
  expect((await items())[0]).toMatchObject({
    code: 'A-1',
    name: '更换机油',
    businessTypeName: '保养',
    stdHours: '0.600000',
    hourPrice: '120.0000',
    commissionValue: '0.1800',
    version: 2,
  })
})

it('reads what was exported, whatever was switched off since, and changes nothing by it', async () => {
  const beauty = (await owner.call(workerTypeRoutes.list, { query: { q: '美容' } })).rows[0]
  const { id, version } = beauty as NonNullable<typeof beauty>
  await owner.call(workerTypeRoutes.enable, { params: { id }, body: { isActive: false, version } })
  const fields = async () => (await items()).map(({ version: _, updatedAt: _u, ...row }) => row)
  const before = await fields()
  const body = { filters: {}, columns: [], titles: {}, format: 'xlsx' as const }
  const file = await exportedFile(owner, await owner.call(serviceItemRoutes.export, { body }))
  const again = await imports.run('service_item', file, { overwrite: true })
  expect(again.data).toMatchObject({ imported: true, added: 0, updated: 3, faults: [] })
  expect(await fields()).toEqual(before)
})

it('is closed to who may not import it, and has no 提成 for who does not see it', async () => {
  const keeper = await imports.shop.signIn('warehouse_keeper')
  expect((await imports.send('/api/web/import/service_item', await xlsx(header), keeper)).status).toBe(403)
  const admin = await imports.shop.signIn('admin')
  const file = await xlsx(header, ['A-1', '更换机油', '机电', null, '按工时', '0.7', null, null, '不提成'])
  const { data } = await imports.run('service_item', file, { overwrite: true, client: admin })
  expect(data).toMatchObject({ imported: true, ignored: ['提成'] })
  expect((await items())[0]).toMatchObject({ stdHours: '0.700000', commissionMode: 'rate', commissionValue: '0.1800' })
  const body = { filters: {}, columns: [], titles: {}, format: 'csv' as const }
  const exported = await exportedFile(admin, await admin.call(serviceItemRoutes.export, { body }))
  expect(exported.toString()).toContain('更换机油')
  expect(exported.toString()).not.toContain('提成')
})
