import { listLocations, searchParts } from '@chepu/contract/basics/lookups'
import { add } from '@chepu/contract/kernel/decimal'
import {
  type CountEntry,
  type CountHeader,
  type CountLine,
  enterCount,
  stockCount,
} from '@chepu/contract/warehouse/stock-count'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { lookupPart } from '../../../test/part'
import { scans } from '../../../test/scanner'
import { Broken, later, Refused } from '../../../test/server'
import { EditorContext } from '../../kit/document/document-context'
import { EditorStore } from '../../kit/document/document-editor-store'
import { Grids } from '../../kit/document/grids'
import { ChosenParts } from './chosen-parts'
import { CountPanel } from './count-panel'

const line = (lineNo: number, more: Partial<CountLine> = {}): CountLine => ({
  id: lineNo,
  lineNo,
  partId: lineNo + 10,
  partCode: `P${lineNo}`,
  partName: `机油滤清器${lineNo}`,
  oeNo: null,
  brandName: '马勒',
  spec: '',
  fitment: null,
  unitName: '个',
  locationId: 4,
  locationCode: 'A-04',
  batchNo: '',
  countedQty: null,
  firstQty: null,
  isRecount: false,
  isFound: false,
  counterName: null,
  countedAt: null,
  version: 1,
  ...more,
})

const header: CountHeader = {
  id: 5,
  kind: 'stock_count',
  orgId: 1,
  orgName: '总店',
  billNo: 'PD0005',
  bizDate: '2026-11-26',
  state: 'counting',
  version: 3,
  isRed: false,
  redOf: null,
  redOfNo: null,
  redId: null,
  redNo: null,
  warehouseId: 1,
  warehouseName: '主仓',
  scope: 'full',
  scopeName: '',
  categoryId: null,
  location: '',
  isFreezing: false,
  uncountedAsZero: false,
  snapshotAt: '2026-11-26T01:00:00Z',
  lineCount: 2,
  countedCount: 0,
  gainQty: '0',
  lossQty: '0',
  handlerId: null,
  handlerName: null,
  creatorId: 1,
  creatorName: '王敏',
  createdAt: '2026-11-26T01:00:00Z',
  submitterId: null,
  submittedAt: null,
  approverId: null,
  approverName: null,
  approvedAt: null,
  posterId: null,
  posterName: null,
  postedAt: null,
  remark: '',
  printCount: 0,
}

/** A count of some places, as its server keeps it: an entry is written once for each key, and upon the version that it has seen. */
class Count {
  private answered = new Map<string | null, CountLine>()

  constructor(public lines: CountLine[]) {
    const warehouse = { id: 1, code: 'W1', name: '主仓', kind: 'normal', isDefault: true, allowSale: true }
    const locations = [4, 5].map((id) => ({ id, code: `A-0${id}`, zone: null }))
    server.on(listLocations, () => ({ rows: [{ ...warehouse, locations }] }))
    server.on(stockCount.routes.read, () => ({ header, lines: this.lines, can: [] }))
    server.on(enterCount, ({ body, key }) => this.enter(body.lines[0] as CountEntry, key))
  }

  enter = (entry: CountEntry, key: string | null) => {
    const written = this.answered.get(key) ?? this.write(entry)
    this.answered.set(key, written)
    return { lines: [written], lineCount: this.lines.length, countedCount: 0 }
  }

  private write({ partId, countedQty, add: isAdded, version, unitCost }: CountEntry): CountLine {
    const known = this.lines.find((each) => each.partId === partId) as CountLine
    if (version !== undefined && version !== known.version)
      throw new Refused('stale', `第${known.lineNo}行 已由 王敏 录过`)
    const qty = isAdded ? add(known.countedQty ?? '0', countedQty ?? '0') : countedQty
    const cost = unitCost === undefined ? {} : { unitCost }
    const written = { ...known, ...cost, countedQty: qty, version: known.version + 1 }
    this.lines = this.lines.map((each) => (each.id === known.id ? written : each))
    return written
  }

  /** Holds the answer to the next entry, which is written at once, until it is let go. */
  holdNext(): () => void {
    const { answer, give } = later<void>()
    let isFirst = true
    server.on(enterCount, async ({ body, key }) => {
      const isHeld = isFirst
      isFirst = false
      const data = this.enter(body.lines[0] as CountEntry, key)
      if (isHeld) await answer
      return data
    })
    return () => give()
  }

  /** Loses the answer to the next entry, which is written. */
  loseNext(): void {
    server.on(enterCount, ({ body, key }) => {
      this.enter(body.lines[0] as CountEntry, key)
      server.on(enterCount, ({ body: next, key: again }) => this.enter(next.lines[0] as CountEntry, again))
      throw new Broken()
    })
  }

  counted = () => this.lines.map(({ countedQty }) => countedQty)
}

function Page() {
  const [value] = useState(() => {
    const store = new EditorStore(stockCount, { lines: new ChosenParts() })
    store.load({ header, can: [] }, true)
    return { store, grids: new Grids(), readOnly: false }
  })
  return (
    <EditorContext value={value}>
      <CountPanel />
    </EditorContext>
  )
}

async function openCount(lines: CountLine[]): Promise<Count> {
  const count = new Count(lines)
  draw(<Page />)
  await expect.element(figure(1)).toBeVisible()
  return count
}

const figure = (no: number) => page.getByLabelText(`第${no}行实盘`, { exact: true })
const scanner = () => page.getByLabelText('扫码', { exact: true })
async function scan(code: string) {
  await scanner().fill(code)
  await userEvent.keyboard('{Enter}')
}
/** Of which part the quantity is asked. */
const waitingCode = (code: string) =>
  page.elementLocator(document.querySelector('.count-qty') as Element).getByText(code, { exact: true })
const asked = () => server.asked(enterCount).map(({ body }) => body.lines[0])

describe('the figure of a line', () => {
  test('what is typed while a figure is saved stays, and is saved after it', async () => {
    const count = await openCount([line(1), line(2)])
    const answer = count.holdNext()
    await figure(1).click()
    await userEvent.keyboard('15{Enter}')
    await expect.element(figure(2)).toHaveFocus()
    await figure(1).click()
    await userEvent.keyboard('5')
    answer()
    await expect.element(page.getByText('已盘 1 / 2')).toBeVisible()
    await expect.element(figure(1)).toHaveValue('5')
    await expect.element(figure(1)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(count.counted).toEqual(['5', null])
    await expect.element(figure(1)).toHaveValue('5')
  })

  test('a figure typed back before the answer, and one that rests on it, are saved as typed', async () => {
    const count = await openCount([line(1, { countedQty: '10', isFound: true, unitCost: '3' })])
    const answer = count.holdNext()
    await figure(1).click()
    await userEvent.keyboard('15{Enter}{ArrowUp}10{Enter}')
    await expect.element(page.getByLabelText('第1行成本单价', { exact: true })).toHaveFocus()
    await userEvent.keyboard('8{Enter}')
    answer()
    await expect.poll(asked).toMatchObject([
      { countedQty: '15', version: 1 },
      { countedQty: '10', version: 2 },
      { countedQty: '10', unitCost: '8', version: 3 },
    ])
    await expect.element(figure(1)).toHaveValue('10')
    expect(count.lines).toMatchObject([{ countedQty: '10', unitCost: '8' }])
  })

  test('steps on a phone go on from what is shown', async () => {
    await page.viewport(390, 800)
    const count = await openCount([line(1)])
    const answer = count.holdNext()
    const more = page.getByRole('button', { name: '第1行实盘加一' })
    await more.click()
    await more.click()
    await expect.element(figure(1)).toHaveValue('2')
    answer()
    await expect.poll(count.counted).toEqual(['2'])
    await expect.element(figure(1)).toHaveValue('2')
  })
})

test('a part that is scanned right behind its bin is counted there, though a scan before them is still being saved', async () => {
  const count = await openCount([line(1), line(2, { locationId: 5, locationCode: 'A-05' })])
  const answer = count.holdNext()
  for (const code of ['P1', 'A-05', 'P2']) await scan(code)
  answer()
  await expect.element(figure(2)).toHaveValue('1')
  expect(asked()).toMatchObject([
    { partId: 11, locationId: null },
    { partId: 12, locationId: 5 },
  ])
})

test('what is scanned before the lines have been read is among them', async () => {
  const count = new Count([line(1), line(2)])
  const { answer, give } = later<CountLine[]>()
  const before = count.lines
  let reads = 0
  server.on(stockCount.routes.read, async () => {
    reads += 1
    return { header, lines: reads === 1 ? await answer : count.lines, can: [] }
  })
  server.on(searchParts, () => ({
    rows: [lookupPart({ partId: 12, partCode: 'P2', partName: '机油滤清器2', price: '1' })],
    more: false,
  }))
  draw(<Page />)
  await scan('P2')
  await expect.poll(count.counted).toEqual([null, '1'])
  give(before)
  await expect.element(figure(2)).toHaveValue('1')
})

describe('a scan whose answer is lost', () => {
  test('is counted once when it is scanned again, and its line is read again', async () => {
    const count = await openCount([line(1), line(2)])
    count.loseNext()
    await scan('P1')
    await expect.element(page.getByText('P1 请再扫一次，不会重复计数')).toBeVisible()
    await expect.element(figure(1)).toHaveValue('1')
    await scan('P1')
    await expect.poll(asked).toHaveLength(2)
    await scan('P1')
    await expect.element(figure(1)).toHaveValue('2')
    const keys = server.asked(enterCount).map(({ key }) => key)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
    expect(count.counted()).toEqual(['2', null])
  })

  test('is asked for again before another part is counted, and the next of its kind is a new piece', async () => {
    const count = await openCount([line(1), line(2)])
    count.loseNext()
    await scan('P1')
    await expect.element(page.getByText('P1 请再扫一次，不会重复计数')).toBeVisible()
    await scan('P2')
    await expect.element(page.getByText('P1 已计入，不用再扫')).toBeVisible()
    await expect.element(figure(2)).toHaveValue('1')
    await scan('P1')
    await expect.element(figure(1)).toHaveValue('2')
    expect(count.counted()).toEqual(['2', '1'])
  })

  test('holds back the next part as long as no answer comes', async () => {
    const count = await openCount([line(1), line(2)])
    server.on(enterCount, () => {
      throw new Broken()
    })
    await scan('P1')
    await expect.element(page.getByText('P1 请再扫一次，不会重复计数')).toBeVisible()
    await scan('P2')
    await expect.element(page.getByText('P2 没有计数，请再扫一次')).toBeVisible()
    server.on(enterCount, ({ body, key }) => count.enter(body.lines[0] as CountEntry, key))
    await scan('P1')
    await scan('P2')
    await expect.element(figure(2)).toHaveValue('1')
    expect(count.counted()).toEqual(['1', '1'])
  })
})

describe('scans that wait for their quantities', () => {
  const box = () => page.getByLabelText('扫描配件的实盘数')
  const openToType = async (lines: CountLine[]) => {
    const count = await openCount(lines)
    await page.getByRole('checkbox', { name: '扫一次加1' }).click()
    return count
  }

  test("a late answer closes nobody else's box, and the cursor stays in it", async () => {
    const count = await openToType([line(1), line(2)])
    const answer = count.holdNext()
    await scan('P1')
    await expect.element(box()).toHaveFocus()
    await userEvent.keyboard('5{Enter}')
    await expect.element(scanner()).toHaveFocus()
    await scan('P2')
    await expect.element(page.getByText('P2', { exact: true }).first()).toBeVisible()
    await expect.element(box()).toHaveFocus()
    await expect.element(box()).toHaveValue('')
    await userEvent.keyboard('7')
    answer()
    await expect.element(figure(1)).toHaveValue('5')
    await expect.element(box()).toHaveFocus()
    await expect.element(box()).toHaveValue('7')
    await userEvent.keyboard('{Enter}')
    await expect.element(figure(2)).toHaveValue('7')
    await expect.element(box()).not.toBeInTheDocument()
    expect(count.counted()).toEqual(['5', '7'])
  })

  test('parts scanned into the box wait behind it; one that was scanned by mistake is let go', async () => {
    const count = await openToType([line(1), line(2, { partCode: 'P234567' }), line(3, { partCode: 'P345678' })])
    await scan('P1')
    await expect.element(box()).toHaveFocus()
    scans('P234567')
    scans('P345678')
    await expect.element(page.getByText('后面还有 2 个')).toBeVisible()
    await expect.element(waitingCode('P1')).toBeVisible()
    await expect.element(box()).toHaveValue('')
    await userEvent.keyboard('5{Enter}')
    await expect.element(page.getByText('后面还有 1 个')).toBeVisible()
    await expect.element(waitingCode('P234567')).toBeVisible()
    await expect.element(box()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(box()).toHaveFocus()
    await userEvent.keyboard('9{Enter}')
    await expect.element(scanner()).toHaveFocus()
    await expect.poll(count.counted).toEqual(['5', null, '9'])
  })

  test('a refused quantity comes back, and takes the cursor from nobody who types', async () => {
    const count = await openToType([line(1), line(2)])
    const { answer, give } = later<void>()
    server.on(enterCount, async () => {
      await answer
      throw new Refused('invalid', '[P1] 数量最多0位小数')
    })
    await scan('P1')
    await expect.element(box()).toHaveFocus()
    await userEvent.keyboard('1.5{Enter}')
    await expect.element(scanner()).toHaveFocus()
    await userEvent.keyboard('P')
    give()
    await expect.element(box()).toHaveValue('1.5')
    await expect.element(scanner()).toHaveFocus()
    await userEvent.keyboard('2{Enter}')
    await expect.element(page.getByText('后面还有 1 个')).toBeVisible()
    await expect.element(waitingCode('P1')).toBeVisible()
    expect(count.counted()).toEqual([null, null])
  })
})
