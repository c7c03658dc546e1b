// What was counted, place by place: several people count at the same time, and none overwrites another unseen (business/warehouse 5.3).
import type { FieldError } from '@chepu/contract/kernel/errors'
import { add, type Decimal } from '@chepu/contract/kernel/decimal'
import { qtyOrZero } from '@chepu/contract/kernel/scalars'
import { stateLabel, isEntered } from '@chepu/contract/kernel/states'
import { type CountEntry, maxPlaces, stockCount } from '@chepu/contract/warehouse/stock-count'
import { fieldError, invalid, notFound, refuse, stale } from '../../kernel/base/errors'
import { seesIn } from '../../kernel/caller/cost-visibility'
import { assertOwn, inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { assertFlags } from '../../kernel/document/warehouse-flags'
import { qtyProblem } from '../../kernel/goods/line-checks'
import { lockHeader } from './repo'
import { type Ground, groundOf, type KnownLine } from './entry-ground'

type Entry = Partial<CountEntry> & Pick<CountEntry, 'partId' | 'locationId' | 'batchNo' | 'countedQty'>

/** An entry with its place among the lines that were sent, by which a refusal names it. */
type Sent = Entry & { at: number }

/** A place as it will be written. `at` is the last of its entries. */
interface Written {
  at: number
  line: KnownLine | undefined
  partId: number
  locationId: number
  batchNo: string
  bookQty: Decimal
  countedQty: Decimal | null
  unitCost: Decimal | null
}

/** What entries would do. */
interface EntryPlan {
  faults: FieldError[]
  rows: readonly Written[]
  write(): Promise<number[]>
}

/** Enters what somebody has counted into a count that is open to him. Answers the ids of the lines. */
export async function enterCounted(tx: CallerTx, countId: number, entries: readonly Entry[]): Promise<number[]> {
  const count = await lockHeader(tx, stockCount.kind, countId)
  if (!count || !inScope(tx.caller, stockCount.area, count)) notFound('单据')
  assertOwn(tx.caller, count)
  await assertFlags(tx, stockCount, { label: '录入实盘数' }, count)
  if (!isEntered(stockCount, count.state))
    refuse(`盘点单 ${count.billNo} 当前为「${stateLabel(stockCount, count.state)}」，不能录入实盘数`)
  return enter(
    tx,
    count,
    entries.map((entry, at) => ({ ...entry, at })),
  )
}

/** Enters what was counted into a count whose header is locked, by whoever may enter it. Answers the ids of the lines. */
export async function enter(tx: CallerTx, count: OpenCount, entries: readonly Sent[]): Promise<number[]> {
  const { faults, write } = await plan(tx, count, entries)
  return faults.length > 0 ? invalid(faults) : write()
}

/** What a count must be known by for an entry. */
interface OpenCount {
  id: number
  warehouseId: number
  state: string
}

/** What entries would do to a count whose header is locked: what is wrong with them, by line, else how they are written. */
export async function plan(tx: CallerTx, count: OpenCount, entries: readonly Sent[]): Promise<EntryPlan> {
  const ground = await groundOf(tx, count, entries)
  assertCosts(tx, count.warehouseId, entries)
  const faults: FieldError[] = []
  const written = new Map<string, Written>()
  for (const entry of entries) {
    const place = placeOf(ground, entry)
    if ('message' in place) {
      faults.push(place)
      continue
    }
    const key = `${entry.partId}:${place.locationId}:${place.batchNo}`
    const before = written.get(key)
    const line = ground.lines.find((each) => isAt(each, entry.partId, place))
    faults.push(...recountFaults(count.state, line, entry))
    if (before && !entry.add)
      faults.push(fieldError(`lines.${entry.at}.countedQty`, '同一货位、批次在前面已经录入，请合并为一行'))
    assertUnseen(line, entry)
    const counted = entry.add && entry.countedQty !== null ? (before?.countedQty ?? line?.countedQty ?? '0') : null
    written.set(key, {
      at: entry.at,
      line,
      partId: entry.partId,
      ...place,
      bookQty: line?.bookQty ?? ground.bookQty(entry.partId, place),
      countedQty: entry.countedQty !== null && counted !== null ? add(counted, entry.countedQty) : entry.countedQty,
      unitCost: entry.unitCost === undefined ? (line?.unitCost ?? null) : entry.unitCost,
    })
  }
  const rows = [...written.values()]
  faults.push(...qtyFaults(ground, rows))
  const [beyond] = rows.filter(({ line }) => line === undefined).slice(Math.max(0, maxPlaces - ground.lastNo))
  if (beyond) faults.push(fieldError(`lines.${beyond.at}.partId`, `一张盘点单最多${maxPlaces}个位置，请另开一张盘点单`))
  return {
    faults,
    rows,
    async write() {
      noteWorker(tx, count.id)
      return [...(await change(tx, rows)), ...(await insert(tx, count, ground.lastNo, rows))]
    },
  }
}

/** Where an entry belongs: its bin and batch, or the only ones that the count or the part has. */
function placeOf(
  ground: Ground,
  { at, partId, locationId, batchNo }: Sent,
): { locationId: number; batchNo: string } | FieldError {
  const part = ground.parts.get(partId)
  if (!part) return fieldError(`lines.${at}.partId`, '配件不存在')
  const own = ground.lines.filter((line) => line.partId === partId)
  const bins = new Set(own.map((line) => line.locationId))
  const named = `[${part.code}]`
  if (locationId === null && bins.size > 1)
    return fieldError(`lines.${at}.locationId`, `${named} 放在多个货位，请先选择或扫描货位`)
  const bin = locationId ?? [...bins][0] ?? part.entryLocationId
  if (locationId !== null && !ground.isBin(locationId))
    return fieldError(`lines.${at}.locationId`, `${named} 货位不在盘点的仓库`)
  const batches = own.filter((line) => line.locationId === bin).map((line) => line.batchNo)
  if (batchNo !== '' || batches.includes('')) return { locationId: bin, batchNo }
  if (batches.length > 1) return fieldError(`lines.${at}.batchNo`, `${named} 这个货位有多个批次，请选择批次`)
  const [only] = batches
  if (only === undefined && part.batchManaged)
    return fieldError(`lines.${at}.batchNo`, `${named} 按批次管理，请填写批次`)
  return { locationId: bin, batchNo: only ?? '' }
}

const isAt = (line: KnownLine, partId: number, place: { locationId: number; batchNo: string }): boolean =>
  line.partId === partId && line.locationId === place.locationId && line.batchNo === place.batchNo

const nameOf = ({ lineNo, partCode }: KnownLine) => `第${lineNo}行 [${partCode}]`

/** What did not differ is not counted again. */
const recountFaults = (state: string, line: KnownLine | undefined, { at }: Sent): FieldError[] =>
  state === 'recount' && line && !line.isRecount
    ? [{ path: `lines.${at}.countedQty`, message: `${nameOf(line)} 没有差异，不用复盘` }]
    : []

/** Refuses to write over what somebody else has counted since. */
function assertUnseen(line: KnownLine | undefined, { version }: Sent): void {
  if (line && version !== undefined && version !== line.version)
    stale(`${nameOf(line)} 已由 ${line.counterName ?? ''} 录为 ${line.countedQty ?? '空'}，请核对后再录`)
}

function assertCosts(tx: CallerTx, warehouseId: number, entries: readonly Sent[]): void {
  const costed = entries.find(({ unitCost }) => unitCost !== undefined)
  if (costed && !seesIn(tx.caller, 'cost_price', warehouseId))
    invalid([fieldError(`lines.${costed.at}.unitCost`, '成本单价需要有成本权限的人员录入')])
}

/** Quantities that the unit does not have, or that no line can hold. */
const qtyFaults = (ground: Ground, rows: readonly Written[]): FieldError[] =>
  rows.flatMap(({ at, partId, countedQty }) => {
    if (countedQty === null) return []
    const part = ground.parts.get(partId)
    const form = qtyOrZero.safeParse(countedQty).error?.issues[0]?.message
    const problem = form ?? (part && qtyProblem(countedQty, part))
    return problem ? [fieldError(`lines.${at}.countedQty`, problem)] : []
  })

/** Who has counted anything in a count does not approve it, also when somebody counts over it later (business/warehouse 5.2). */
const noteWorker = (tx: CallerTx, countId: number): void =>
  tx.send({
    name: 'worker-of-count',
    text: 'update stock_count set worker_ids = worker_ids || $3::bigint where group_id = $1 and id = $2 and $3 <> all (worker_ids)',
    values: [tx.groupId, countId, tx.caller.userId],
  })

async function change(tx: CallerTx, rows: readonly Written[]): Promise<number[]> {
  const known = rows.filter((row) => row.line !== undefined)
  if (known.length === 0) return []
  tx.send({
    name: 'enter-count',
    text: `update stock_count_line l set counted_qty = n.counted_qty, unit_cost = n.unit_cost, version = l.version + 1,
        counter_id = $5, counted_at = now()
      from unnest($2::bigint[], $3::numeric[], $4::numeric[]) as n (id, counted_qty, unit_cost)
      where l.group_id = $1 and l.id = n.id`,
    values: [
      tx.groupId,
      known.map((row) => row.line?.id),
      known.map((row) => row.countedQty),
      known.map((row) => row.unitCost),
      tx.caller.userId,
    ],
  })
  return known.map((row) => row.line?.id as number)
}

/** Places that the snapshot does not have: somebody found something there. */
async function insert(
  tx: CallerTx,
  { id: countId, state }: { id: number; state: string },
  lastNo: number,
  rows: readonly Written[],
): Promise<number[]> {
  const found = rows.filter((row) => row.line === undefined)
  if (found.length === 0) return []
  const now = new Date().toISOString()
  const added = await tx.insert<{ id: number }>(
    'stock_count_line',
    [
      'group_id',
      'count_id',
      'line_no',
      'part_id',
      'location_id',
      'batch_no',
      'book_qty',
      'counted_qty',
      'unit_cost',
      'is_found',
      'is_recount',
      'counter_id',
      'counted_at',
      'version',
    ],
    found.map((row, i) => [
      tx.groupId,
      countId,
      lastNo + i + 1,
      row.partId,
      row.locationId,
      row.batchNo,
      row.bookQty,
      row.countedQty,
      row.unitCost,
      true,
      state === 'recount',
      tx.caller.userId,
      now,
      1,
    ]),
    'returning id',
  )
  tx.send({
    name: 'count-lines-of-count',
    text: 'update stock_count set line_count = $3 where group_id = $1 and id = $2',
    values: [tx.groupId, countId, lastNo + found.length],
  })
  return added.map(({ id }) => id)
}
