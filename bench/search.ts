import { searchParts } from '@chepu/contract/basics/lookups'
import { partRoutes } from '@chepu/contract/basics/part'
import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import { parts as demoParts } from '../db/demo/parts'
import { brands } from '../db/demo/parts/vocabulary'
import { derivePart } from '../packages/server/src/basics/part/search-text'
import type { Statement } from '../packages/server/src/kernel/db/statement'
import { pinyinOf } from '../packages/server/src/kernel/master/pinyin'
import { bulkTrade } from './bulk'
import { figure, note, percentile, rounded, section } from './report'
import { openStage, type Stage } from './stage'

const partCount = 20_000
const rounds = 40

/** What is typed at a counter. */
const texts: [title: string, text: string][] = [
  ['a code', 'b012345'],
  ['a barcode', '6900000012345'],
  ['initials', 'jylqq'],
  ['pinyin', 'huohuas'],
  ['slang', '机滤'],
  ['two words', '曼牌 机滤'],
  ['three words in one', '曼牌卡罗拉机滤'],
  ['nothing there is', '不存在的东西'],
]

/** The part search and the sums of stock, beside the least that the database could do for them in the same role. */
export async function measureSearch(): Promise<void> {
  section(`Search in ${partCount} parts, over HTTP, against one look at each part; medians`)
  const stage = await openStage({ parts: partCount })
  try {
    await dressParts(stage)
    await bulkTrade(stage, { receipts: 2000, deliveries: 0 })
    const { client, groupId, shop } = stage
    const look = floor(stage, {
      name: 'look',
      text: 'select count(*) from part where group_id = $1 and strpos(search_text, $2) > 0',
      values: [groupId, 'nowhere'],
    })
    for (const [title, q] of texts) await compare(title, () => client.call(searchParts, { query: { q } }), look)
    await compare('slang, a page of the part list', () => client.call(partRoutes.list, { query: { q: '机滤' } }), look)
    const sum = floor(stage, {
      name: 'sum',
      text: 'select count(*), sum(qty), sum(value) from stock_cost where group_id = $1 and org_id = $2',
      values: [groupId, shop.orgId],
    })
    await compare('stock totals of all parts', () => client.call(stockInquiry.part.totals, { query: {} }), sum)
  } finally {
    await stage.close()
  }
}

const floor =
  ({ db, groupId }: Stage, statement: Statement) =>
  () =>
    db.tenant(groupId, (tx) => tx.query(statement))

/** Both take turns, so that what else the machine does falls on both alike. */
async function compare(title: string, ask: () => Promise<unknown>, least: () => Promise<unknown>): Promise<void> {
  const own: number[] = []
  const floors: number[] = []
  for (let i = 0; i < rounds; i += 1) {
    own.push(await millisecondsOf(ask))
    floors.push(await millisecondsOf(least))
  }
  figure('search', title, percentile(own, 0.5) / percentile(floors, 0.5), ' x')
  note('', `p95 ${rounded(percentile(own, 0.95))} ms, median ${rounded(percentile(own, 0.5))} ms`)
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Gives the parts of the stage names, brands and numbers of the demo's catalogue, each part a barcode of its own. */
async function dressParts({ owner, groupId, parts }: Stage): Promise<void> {
  const names = [...brands.map(({ name }) => name), ...Array.from({ length: 250 }, (_, i) => `厂牌${i}`)]
  const read = names.map((name) => pinyinOf(name))
  await owner.query(
    `insert into brand (group_id, name, pinyin, initials) select $1, n.name, n.pinyin, n.initials
      from unnest($2::text[], $3::text[], $4::text[]) as n (name, pinyin, initials)
      on conflict (group_id, name) do update set pinyin = excluded.pinyin, initials = excluded.initials`,
    [groupId, names, read.map(({ pinyin }) => pinyin), read.map(({ initials }) => initials)],
  )
  const derived = demoParts.map((part) =>
    derivePart({
      ...part,
      code: '',
      spec: part.spec ?? '',
      oeNos: part.oes.map(({ oeNo }) => oeNo),
      fitments: part.fitments.map(({ modelText }) => modelText),
    }),
  )
  await owner.query(
    `update part p set name = d.name, pinyin = d.pinyin, initials = d.initials, brand_id = b.id,
        search_text = concat_ws(' ', lower(p.code), '69' || lpad(ltrim(p.code, 'B'), 11, '0'), d.search_text)
      from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
        with ordinality as d (name, pinyin, initials, brand, search_text, place)
      join brand b on b.group_id = $1 and b.name = d.brand
      where p.group_id = $1 and p.id = any ($7) and d.place = 1 + p.id % $8`,
    [
      groupId,
      demoParts.map(({ name }) => name),
      derived.map(({ pinyin }) => pinyin),
      derived.map(({ initials }) => initials),
      demoParts.map(({ brandName }) => brandName),
      derived.map(({ searchText }) => searchText),
      parts,
      demoParts.length,
    ],
  )
  await owner.query(
    `insert into part_barcode (group_id, part_id, barcode) select group_id, id, '69' || lpad(ltrim(code, 'B'), 11, '0')
      from part where group_id = $1 and id = any ($2)`,
    [groupId, parts],
  )
}
