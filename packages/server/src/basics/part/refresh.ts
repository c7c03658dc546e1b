import type { Grade } from '@chepu/contract/basics/part'
import type { Database } from '../../kernel/db/db'
import type { Tx } from '../../kernel/db/tx'
import { pinyinOf } from '../../kernel/master/pinyin'
import { derivePart, searchVersion } from './search-text'

/** Parts whose pinyin is made in one go: a few milliseconds, between which requests get their turn. */
const derivedAtOnce = 40

interface StoredPart {
  id: number
  code: string
  name: string
  grade: Grade
  spec: string
  factoryNo: string
  oeNos: string[]
  barcodes: string[]
  fitments: string[]
}

/** Writes pinyin and search text of the parts anew from what the tables hold. */
export async function refreshParts(tx: Tx, partIds: readonly number[]): Promise<void> {
  const parts = await tx.query<StoredPart>({
    text: `select p.id, p.code, p.name, p.grade, p.spec, p.factory_no,
        array(select oe_no from part_oe where group_id = $1 and part_id = p.id order by is_primary desc, id) as oe_nos,
        array(select barcode from part_barcode where group_id = $1 and part_id = p.id order by id) as barcodes,
        array(select model_text from part_fitment where group_id = $1 and part_id = p.id order by id) as fitments
      from part p where p.group_id = $1 and p.id = any ($2::bigint[]) order by p.id for update of p`,
    values: [tx.groupId, partIds],
  })
  const derived = parts.map(derivePart)
  await tx.query({
    text: `update part p set pinyin = n.pinyin, initials = n.initials, search_text = n.search_text, search_version = $2
      from unnest($3::bigint[], $4::text[], $5::text[], $6::text[]) as n (id, pinyin, initials, search_text)
      where p.group_id = $1 and p.id = n.id`,
    values: [
      tx.groupId,
      searchVersion,
      parts.map((part) => part.id),
      derived.map((part) => part.pinyin),
      derived.map((part) => part.initials),
      derived.map((part) => part.searchText),
    ],
  })
}

/**
 * Brings parts and brands that an earlier version saved to what this one searches by, a few at a time. What is up to date is
 * left alone; several servers may do it at once. `isStopped` is asked between two steps.
 */
export async function refreshSearchTexts(db: Database, isStopped = () => false): Promise<void> {
  const groups = await db.shared<{ id: number }>({ text: 'select id from shared.tenant_group order by id' })
  for (const { id } of groups) {
    await db.tenant(id, refreshBrands)
    while (!isStopped() && (await db.tenant(id, refreshSome)) > 0);
  }
}

/** Refreshes some parts of an earlier version; answers how many. */
async function refreshSome(tx: Tx): Promise<number> {
  const old = await tx.query<{ id: number }>({
    text: `select id from part where group_id = $1 and search_version < $2 order by id limit ${derivedAtOnce}`,
    values: [tx.groupId, searchVersion],
  })
  if (old.length > 0)
    await refreshParts(
      tx,
      old.map(({ id }) => id),
    )
  return old.length
}

/** Brands without initials get them; a brand of signs alone has none and is looked at again at the next start. */
async function refreshBrands(tx: Tx): Promise<void> {
  const brands = await tx.query<{ id: number; name: string }>({
    text: `select id, name from brand where group_id = $1 and initials = ''`,
    values: [tx.groupId],
  })
  const read = brands.map(({ id, name }) => ({ id, ...pinyinOf(name) })).filter(({ initials }) => initials !== '')
  if (read.length === 0) return
  await tx.query({
    text: `update brand b set pinyin = n.pinyin, initials = n.initials
      from unnest($2::bigint[], $3::text[], $4::text[]) as n (id, pinyin, initials)
      where b.group_id = $1 and b.id = n.id`,
    values: [
      tx.groupId,
      read.map((brand) => brand.id),
      read.map((brand) => brand.pinyin),
      read.map((brand) => brand.initials),
    ],
  })
}
