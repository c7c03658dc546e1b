import type { OrgReach } from '@chepu/contract/kernel/list-query'
import type { DataOf } from '@chepu/contract/kernel/route'
import type { PriceTrendRoute } from '@chepu/contract/kernel/trade-query'
import { sql } from 'kysely'
import { addDays, shanghaiDay } from '../base/calendar'
import { sees } from '../caller/caller'
import { allOf } from '../caller/scope'
import type { CallerTx } from '../db/tx'
import { lineMoney, stands, tradedDocuments } from './traded'
import { ratio } from './traded-parts'
import type { GoodsTraits } from './types'

const yearInDays = 365

/** What a piece of a part came to on each day of the last year, over the documents of a kind that stand; gifts tell no price (business/statistics 4.8). */
export async function priceTrend(
  tx: CallerTx,
  { def, priceField }: GoodsTraits,
  { partId, orgs }: { partId: number; orgs?: OrgReach | undefined },
): Promise<DataOf<PriceTrendRoute>> {
  if (!sees(tx.caller, priceField)) return { days: [] }
  const documents = tradedDocuments(tx, [def], { orgs, from: addDays(shanghaiDay(), -yearInDays) })
  const days = await tx.select<{ day: string; price: string }>(
    sql`select d.biz_date as day, ${ratio(sql`sum(${lineMoney.taxed})`, sql`sum(l.qty)`)} as price
      from goods_document_line l join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      where l.group_id = ${tx.groupId} and l.part_id = ${partId} and l.qty > 0 and ${lineMoney.taxed} > 0
        and ${stands(def)} and ${allOf(documents)}
      group by d.biz_date order by d.biz_date`,
  )
  return { days }
}
