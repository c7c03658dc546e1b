import { besideImport, labourQuotaHeadings } from '@chepu/contract/imports/import-headings'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { code, day, text, text255 } from '@chepu/contract/kernel/scalars'
import { quotaHours } from '@chepu/contract/warranty/labour-quota'
import { partnersNamed } from '../finance/public'
import { shanghaiDay } from '../kernel/base/calendar'
import type { CallerTx } from '../kernel/db/tx'
import { inTurns } from '../kernel/master/bulk'
import { finderOf } from '../kernel/master/spelling'
import { type QuotaRowInput, type StandingQuota, standingQuotas, writeQuotas } from '../warranty/public'
import { type Entry, importer, type Plan, type PrepareOptions } from './importer'
import { FirstRows, someOf } from './lists'

const columns = [
  {
    key: 'manufacturer',
    ...labourQuotaHeadings.manufacturer,
    required: true,
    schema: text(100),
    note: '往来单位中角色含厂家的名称或编码',
    example: '东风商用车',
  },
  {
    key: 'item',
    ...labourQuotaHeadings.item,
    required: true,
    schema: code(40),
    note: '服务项目中已有的编码',
    example: 'FW00001',
  },
  {
    key: 'labourCode',
    ...labourQuotaHeadings.labourCode,
    schema: code(40),
    note: '厂家自己的作业代码',
    example: 'DF-1001',
  },
  {
    key: 'hours',
    ...labourQuotaHeadings.hours,
    required: true,
    kind: 'number',
    schema: quotaHours,
    note: '大于0，最多6位小数',
    example: '1.5',
  },
  {
    key: 'validFrom',
    ...labourQuotaHeadings.validFrom,
    kind: 'date',
    schema: day,
    note: '空白为今天',
    example: '2026-12-01',
  },
  { key: 'remark', ...labourQuotaHeadings.remark, schema: text255, note: '最多255个字符', example: '' },
] as const
type QuotaEntry = Entry<typeof columns>

interface Named {
  id: number
  code: string
  name: string
  isActive: boolean
}

/** Quotas by manufacturer, item and day (business/three-guarantees 1.3). */
export const labourQuotaImporter = importer({
  title: '厂家工时定额',
  headings: labourQuotaHeadings,
  beside: besideImport.labour_quota,
  columns: () => columns,
  async examples(tx) {
    const [row = {}] = await tx.query<Record<string, string | null>>({
      text: `select (select name from partner where group_id = $1 and is_active and cus_flag & ${partnerRoles.manufacturer} <> 0 order by id limit 1)
          as manufacturer, (select code from service_item where group_id = $1 and is_active order by code limit 1) as item`,
      values: [tx.groupId],
    })
    return row
  },
  async prepare(tx, entries, options): Promise<Plan> {
    const rows = await resolved(tx, entries, options)
    return {
      added: rows.filter(({ id }) => id === undefined).length,
      updated: rows.filter(({ id }) => id !== undefined).length,
      async write() {
        await writeQuotas(tx, rows)
        return []
      },
    }
  },
})

async function resolved(
  tx: CallerTx,
  entries: readonly QuotaEntry[],
  { overwrite, lock, fault }: PrepareOptions,
): Promise<QuotaRowInput[]> {
  const makers = await namedRows(tx, 'partner', `and cus_flag & ${partnerRoles.manufacturer} <> 0`)
  const items = await namedRows(tx, 'service_item', '')
  const makerNamed = finderOf(
    makers,
    ({ name }) => name,
    ({ code: each }) => each,
  )
  const itemCoded = finderOf(items, ({ code: each }) => each)
  const otherNames = entries.map(({ values }) => values.manufacturer).filter((name) => makerNamed(name).length === 0)
  const otherNamed = await partnersNamed(tx, otherNames)
  const named = [...new Set(entries.flatMap(({ values }) => makerNamed(values.manufacturer).map(({ id }) => id)))]
  const standing = new Map((await standingQuotas(tx, named, lock)).map((quota) => [keyOf(quota), quota]))
  const first = new FirstRows()
  const today = shanghaiDay()
  const rows: QuotaRowInput[] = []
  for await (const { row, values } of inTurns(entries)) {
    const maker = values.manufacturer
    const manufacturerId = oneOf(makerNamed(maker), `厂家“${maker}”`, (said) =>
      fault(row, '厂家', 'item' in otherNamed(maker) ? `往来单位“${maker}”不是厂家` : said),
    )
    const serviceItemId = oneOf(itemCoded(values.item), `项目编码“${values.item}”`, (said) =>
      fault(row, '项目编码', said),
    )
    const found = { manufacturerId, serviceItemId, validFrom: values.validFrom ?? today }
    const above = manufacturerId && serviceItemId ? first.seen(keyOf(found), row) : undefined
    if (above !== undefined) fault(row, '生效日期', `与第${above}行的厂家、项目和生效日期重复`)
    const before = standing.get(keyOf(found))
    if (before && !overwrite) fault(row, '生效日期', `${found.validFrom} 起的定额已存在，如需更新请勾选“覆盖”`)
    rows.push({ ...found, ...filled(values, before) })
  }
  return rows
}

const keyOf = ({ manufacturerId, serviceItemId, validFrom }: Omit<QuotaRowInput, 'labourCode' | 'hours' | 'remark'>) =>
  `${manufacturerId}/${serviceItemId}/${validFrom}`

/** Blank cells of what stands leave it as it is. */
const filled = (values: QuotaEntry['values'], before: StandingQuota | undefined) => ({
  id: before?.id,
  labourCode: values.labourCode ?? before?.labourCode ?? '',
  hours: values.hours,
  remark: values.remark ?? before?.remark ?? '',
})

/** The only row of a name; 0 stands for what was told as a fault. */
function oneOf(hits: readonly Named[], title: string, tell: (fault: string) => void): number {
  const active = hits.filter(({ isActive }) => isActive)
  const [found, other] = active
  if (hits.length === 0) tell(`${title}不存在`)
  else if (!found) tell(`${title}已停用`)
  else if (other) tell(`${title}对应多个：${someOf(active, ({ code: each, name }) => `${each} ${name}`)}，请改填编码`)
  return found && !other ? found.id : 0
}

const namedRows = (tx: CallerTx, table: 'partner' | 'service_item', condition: string) =>
  tx.query<Named>({
    text: `select id, code, name, is_active from ${table} where group_id = $1 ${condition} order by code`,
    values: [tx.groupId],
  })
