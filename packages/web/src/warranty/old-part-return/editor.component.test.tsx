import { listEmployees, searchPartners } from '@chepu/contract/basics/lookups'
import { type OldPartRow, oldParts, readOldPart } from '@chepu/contract/warranty/old-part'
import { oldPartReturn } from '@chepu/contract/warranty/old-part-return'
import { readTableConfig } from '@chepu/contract/shell/config'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { scans } from '../../../test/scanner'
import OldPartPage from '../old-part/page'
import OldPartReturnEditor from './editor'

const row = (id: number, more: Partial<OldPartRow> = {}): OldPartRow => ({
  id,
  version: 1,
  tagNo: `JJ02261128000101${String(id).padStart(2, '0')}`,
  partName: '离合器片',
  partCode: 'P-1',
  billId: 5,
  billNo: 'SB022611280001',
  carText: '鄂A12345',
  manufacturerId: 8,
  manufacturerName: '东风商用车',
  isCause: 'true',
  returns: 'true',
  placeName: '旧件仓 J-01',
  state: 'stored',
  tagged: 'true',
  returnId: null,
  returnNo: null,
  storedOn: '2026-11-28',
  days: 0,
  serialNo: '',
  remark: '',
  warehouseId: 3,
  locationId: null,
  ...more,
})
const known = [row(1), row(2), row(3, { manufacturerId: 9, manufacturerName: '潍柴' }), row(4, { state: 'scrapped' })]

beforeEach(() => {
  server.on(listEmployees, () => ({ rows: [] }))
  server.on(searchPartners, () => ({ rows: [], more: false }))
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(readOldPart, ({ query }) => {
    const found = known.find(({ tagNo }) => tagNo === query.tagNo) as OldPartRow
    return { row: found, steps: [] }
  })
  server.on(oldParts.list, () => ({ rows: known, more: false }))
  server.on(oldParts.totals, () => ({ count: known.length, sums: {} }))
})

const tagOf = (id: number) => known[id - 1]?.tagNo as string
const lines = () => page.getByRole('table', { name: '旧件明细' }).getByRole('row')

test('a parcel is filled by scanning; its first part names the manufacturer, and what does not go in is said', async () => {
  draw(<OldPartReturnEditor />, { params: { new: '1' } })
  await expect.element(page.getByRole('status')).toHaveTextContent('共 0 件')
  scans(tagOf(1))
  await expect.element(lines().nth(1)).toHaveTextContent(tagOf(1))
  await expect.element(page.getByRole('combobox', { name: '厂家', exact: true })).toHaveValue('东风商用车')
  scans(tagOf(3))
  await expect.element(page.getByText(`旧件 ${tagOf(3)} 的厂家是 潍柴`)).toBeVisible()
  scans(tagOf(4))
  await expect.element(page.getByText(`旧件 ${tagOf(4)} 已报废，不能返厂`)).toBeVisible()
  scans(tagOf(1))
  await expect.element(page.getByText(`旧件 ${tagOf(1)} 已在单中`)).toBeVisible()
  scans('6901234567890')
  await expect.element(page.getByText('没有找到旧件标签 6901234567890')).toBeVisible()
  await page.getByRole('textbox', { name: '扫旧件标签' }).fill(tagOf(2).toLowerCase())
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('status')).toHaveTextContent('共 2 件')
  server.on(oldPartReturn.routes.save, () => ({ id: 7, billNo: 'JF01', version: 1, state: 'draft', can: ['pack'] }))
  await page.getByRole('button', { name: '保存' }).click()
  await expect.poll(() => server.asked(oldPartReturn.routes.save).length).toBe(1)
  expect(server.asked(oldPartReturn.routes.save)[0]?.body).toMatchObject({
    header: { partnerId: 8 },
    tags: [
      { oldPartId: 1, remark: '' },
      { oldPartId: 2, remark: '' },
    ],
  })
})

test('a tag that is scanned in 旧件库 opens at once', async () => {
  draw(<OldPartPage />)
  await expect.element(page.getByText(tagOf(2))).toBeVisible()
  scans(tagOf(2))
  await expect.element(page.getByRole('dialog')).toHaveTextContent(`旧件 ${tagOf(2)}`)
  await expect.element(page.getByRole('dialog')).toHaveTextContent('旧件仓 J-01')
})

test('a code that is no tag is refused aloud', async () => {
  draw(<OldPartPage />)
  await expect.element(page.getByText(tagOf(2))).toBeVisible()
  scans('6901234567890')
  await expect.element(page.getByText('没有找到旧件标签 6901234567890')).toBeVisible()
})

test('a parcel that is on its way says who packed it and who sent it, each with the time', async () => {
  const blank = 'redOf redOfNo redId redNo claimId claimNo sentOn dueOn posterId posterName postedAt'.split(' ')
  const header = {
    ...Object.fromEntries(blank.map((name) => [name, null])),
    id: 7,
    orgId: 1,
    kind: oldPartReturn.kind,
    billNo: 'JF01',
    state: 'shipped',
    version: 3,
    isRed: false,
    bizDate: '2026-11-27',
    partnerId: 8,
    partnerName: '东风商用车',
    carrierId: null,
    carrierName: null,
    waybillNo: 'SF1001',
    handlerId: null,
    handlerName: null,
    remark: '',
    creatorId: 1,
    submitterId: 2,
    approverId: 3,
    creatorName: '王一',
    createdAt: '2026-11-27T01:00:00Z',
    submitterName: '李二',
    submittedAt: '2026-11-27T02:00:00Z',
    approverName: '张三',
    approvedAt: '2026-11-28T03:00:00Z',
    shippedAt: '2026-11-28T03:00:00Z',
    printCount: 0,
  }
  server.on(oldPartReturn.routes.read, () => ({ header, tags: [], can: [] }) as never)
  draw(<OldPartReturnEditor />, { params: { id: '7' } })
  await expect.element(page.getByText('装箱 李二 2026-11-27 10:00')).toBeVisible()
  await expect.element(page.getByText('发出 张三 2026-11-28 11:00')).toBeVisible()
})

test('选旧件 lists what lies in the store; what must go back comes ticked', async () => {
  const optional = row(5, { returns: 'false' })
  server.on(oldParts.list, () => ({ rows: [row(1), optional], more: false }))
  draw(<OldPartReturnEditor />, { params: { new: '1' } })
  await page.getByRole('button', { name: '选旧件' }).click()
  const ticked = (tagNo: string) => page.getByRole('checkbox', { name: tagNo })
  await expect.element(ticked(tagOf(1))).toBeChecked()
  await expect.element(ticked(optional.tagNo)).not.toBeChecked()
  await page.getByRole('button', { name: '加入 1 件' }).click()
  await expect.element(lines().nth(1)).toHaveTextContent(tagOf(1))
})
