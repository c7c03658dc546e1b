import { besideImport, serviceItemHeadings } from '@chepu/contract/imports/import-headings'
import { div } from '@chepu/contract/kernel/decimal'
import { code, hours, price, text, text255 } from '@chepu/contract/kernel/scalars'
import { pricingModes } from '@chepu/contract/kernel/pricing-modes'
import {
  commissionFault,
  type CommissionMode,
  commissionModes,
  pricingFault,
} from '@chepu/contract/repair/service-item'
import { z } from 'zod'
import { type Caller, sees } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { inTurns } from '../kernel/master/bulk'
import { twinMessage } from '../kernel/master/code-twins'
import { finderOf, foldedName } from '../kernel/master/spelling'
import { type ServiceItemRowInput, type StandingItem, standingItems, writeServiceItems } from '../repair/public'
import { type Entry, importer, type Plan, type PrepareOptions } from './importer'
import { coded, FirstRows } from './lists'

/** 提成 as people write it: 不提成, 20元, 18% or 0.18 (business/repair-masters 5). */
const commission = z.string().transform((typed, context): { mode: CommissionMode; value: string | null } => {
  const plain = typed.replace(/\s/g, '').replace('％', '%')
  if (plain === commissionModes.none) return { mode: 'none', value: null }
  const [, figure = '', unit = ''] = /^(\d{1,10}(?:\.\d{1,4})?)(元|%)?$/.exec(plain) ?? []
  const mode = unit === '元' ? 'fixed' : 'rate'
  const value = figure === '' ? undefined : unit === '%' ? div(figure, '100') : figure
  if (value === undefined || commissionFault(mode, value)) {
    context.addIssue({ code: 'custom', message: '应为0.18或18%（比例）、20元（每项金额）或不提成' })
    return z.NEVER
  }
  return { mode, value }
})

const openColumns = [
  {
    key: 'code',
    ...serviceItemHeadings.code,
    schema: code(40),
    note: '空白时自动生成；与已有编码相同视为同一项目，不分大小写',
    example: 'FW00001',
  },
  {
    key: 'name',
    ...serviceItemHeadings.name,
    required: true,
    schema: text(100),
    note: '最多100个字符，不能与其他项目重名',
    example: '更换机油机滤',
  },
  {
    key: 'workerType',
    ...serviceItemHeadings.workerType,
    required: true,
    schema: text(30),
    note: '工种中已有的名称',
    example: '机电',
  },
  {
    key: 'businessType',
    ...serviceItemHeadings.businessType,
    schema: text(30),
    note: '业务类型中已有的名称；空白为不限',
    example: '保养',
  },
  {
    key: 'pricingMode',
    ...serviceItemHeadings.pricingMode,
    required: true,
    schema: coded(pricingModes),
    note: Object.values(pricingModes).join('、'),
    example: '按工时',
  },
  {
    key: 'stdHours',
    ...serviceItemHeadings.stdHours,
    kind: 'number',
    schema: hours,
    note: '按工时计价必填，最多6位小数',
    example: '0.5',
  },
  {
    key: 'hourPrice',
    ...serviceItemHeadings.hourPrice,
    kind: 'number',
    schema: price,
    note: '空白时用工种、车辆类型或企业的工时单价',
    example: '100',
  },
  {
    key: 'fixedPrice',
    ...serviceItemHeadings.fixedPrice,
    kind: 'number',
    schema: price,
    note: '一口价项目必填',
    example: '',
  },
  { key: 'remark', ...serviceItemHeadings.remark, schema: text255, note: '最多255个字符', example: '' },
] as const

const commissionColumn = {
  key: 'commission',
  ...serviceItemHeadings.commission,
  schema: commission,
  note: '0.18或18%为比例，20元为每项金额，或不提成；空白按维修工和工种',
  example: '18%',
} as const

const columns = [...openColumns, commissionColumn] as const
type ItemEntry = Entry<typeof columns>

interface Resolved {
  row: number
  before: StandingItem | undefined
  input: ServiceItemRowInput
}

/** Items of service by code (business/repair-masters 5). Who does not see 提成 has no column for it. */
export const serviceItemImporter = importer({
  title: '服务项目',
  headings: serviceItemHeadings,
  beside: besideImport.service_item,
  columns: (caller: Caller) => (sees(caller, 'commission') ? columns : (openColumns as unknown as typeof columns)),
  async examples(tx) {
    const [row = {}] = await tx.query<Record<string, string | null>>({
      text: `select (select name from worker_type where group_id = $1 and is_active order by sort_no, id limit 1) as worker_type,
        (select name from business_type where group_id = $1 and is_active order by sort_no, id limit 1) as business_type`,
      values: [tx.groupId],
    })
    return row
  },
  async prepare(tx, entries, options): Promise<Plan> {
    const standing = await standingItems(tx, options.lock)
    const rows = await resolved(tx, entries, standing, options)
    refuseTakenNames(rows, standing, options)
    return {
      added: rows.filter(({ before }) => !before).length,
      updated: rows.filter(({ before }) => before).length,
      async write() {
        await writeServiceItems(
          tx,
          rows.map(({ input }) => input),
        )
        return []
      },
    }
  },
})

async function resolved(
  tx: CallerTx,
  entries: readonly ItemEntry[],
  standing: readonly StandingItem[],
  { overwrite, fault }: PrepareOptions,
): Promise<Resolved[]> {
  const workerTypes = await namedRows(tx, 'worker_type')
  const businessTypes = await namedRows(tx, 'business_type')
  const coded = finderOf(standing, ({ code: each }) => each)
  const first = new FirstRows()
  const rows: Resolved[] = []
  for await (const { row, values } of inTurns(entries)) {
    const hits = values.code ? coded(values.code) : []
    const [before] = hits
    if (hits.length > 1) fault(row, '编码', twinMessage(hits.map(({ code: each }) => each)))
    else if (before && !overwrite) fault(row, '编码', `项目编码 ${before.code} 已存在，如需更新请勾选“覆盖”`)
    const twin = values.code ? first.twin(values.code, row, before !== undefined) : undefined
    if (twin) fault(row, '编码', twin)
    const input = inputOf(values, before, {
      workerTypeId: referred(workerTypes, '工种', values.workerType, before?.workerTypeId, (said) =>
        fault(row, '工种', said),
      ),
      businessTypeId:
        values.businessType === null
          ? (before?.businessTypeId ?? null)
          : referred(businessTypes, '业务类型', values.businessType, before?.businessTypeId, (said) =>
              fault(row, '业务类型', said),
            ),
    })
    const wrong = pricingFault(input)
    if (wrong) fault(row, wrong.path === 'stdHours' ? '标准工时' : '一口价', wrong.message)
    rows.push({ row, before, input })
  }
  return rows
}

interface NamedRow {
  id: number
  name: string
  isActive: boolean
}

async function namedRows(tx: CallerTx, table: 'worker_type' | 'business_type') {
  const rows = await tx.query<NamedRow>({
    text: `select id, name, is_active from ${table} where group_id = $1`,
    values: [tx.groupId],
  })
  return finderOf(rows, ({ name }) => name)
}

/** The id of a name; what is switched off stays only where it is already. 0 stands for what was told as a fault. */
function referred(
  named: (name: string) => readonly NamedRow[],
  title: string,
  name: string,
  before: number | null | undefined,
  tell: (fault: string) => void,
): number {
  const [found] = named(name)
  if (!found) tell(`${title}“${name}”不存在，请先在${title}中新增`)
  else if (!found.isActive && found.id !== before) tell(`${title}“${name}”已停用`)
  return found?.id ?? 0
}

/** Blank cells of an existing item leave it as it is. */
const inputOf = (
  values: ItemEntry['values'],
  before: StandingItem | undefined,
  ids: { workerTypeId: number; businessTypeId: number | null },
): ServiceItemRowInput => ({
  id: before?.id,
  code: before?.code ?? values.code ?? '',
  name: values.name,
  ...ids,
  pricingMode: values.pricingMode,
  stdHours: values.stdHours ?? before?.stdHours ?? '0',
  hourPrice: values.hourPrice ?? before?.hourPrice ?? null,
  fixedPrice: values.fixedPrice ?? before?.fixedPrice ?? null,
  commissionMode: values.commission?.mode ?? before?.commissionMode ?? 'rate',
  commissionValue: values.commission ? values.commission.value : (before?.commissionValue ?? null),
  remark: values.remark ?? before?.remark ?? '',
})

/** Names are the only ones after the import, among its rows and beside what it leaves alone. */
function refuseTakenNames(
  rows: readonly Resolved[],
  standing: readonly StandingItem[],
  { fault }: PrepareOptions,
): void {
  const changed = new Set(rows.flatMap(({ before }) => (before ? [before.id] : [])))
  const others = new Map(
    standing.filter(({ id }) => !changed.has(id)).map((item) => [foldedName(item.name), item] as const),
  )
  const first = new FirstRows()
  for (const { row, input } of rows) {
    const key = foldedName(input.name)
    const other = others.get(key)
    const above = first.seen(key, row)
    if (other) fault(row, '名称', `项目“${other.name}”已存在，编码为 ${other.code}，如需更新请填写编码`)
    else if (above !== undefined) fault(row, '名称', `与第${above}行重名`)
  }
}
