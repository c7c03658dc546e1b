import { isZero, type Decimal } from '@chepu/contract/kernel/decimal'
import { type LevyRate, saleRateFault } from '@chepu/contract/kernel/sale-rate'
import { shanghaiDay } from '../base/calendar'
import type { CallerTx } from '../db/tx'

/**
 * What is wrong with the rates of a sale's lines that somebody has typed, by their place: of a small-scale taxpayer those that he cannot have. Nobody
 * else is asked about, nor the database where no line bears tax (business/basics 7.3).
 */
export async function saleRateFaults(
  tx: CallerTx,
  rates: readonly (Decimal | undefined)[],
): Promise<(string | undefined)[]> {
  const isAsked = tx.caller.org.taxpayerKind === 'small' && rates.some((rate) => rate !== undefined && !isZero(rate))
  if (!isAsked) return []
  const known = await tx.query<LevyRate>({
    name: 'levy-rates',
    text: `select rate, kind = 'simple' and is_active and valid_from <= $2 as is_offered from tax_rate
      where group_id = $1 and kind <> 'general' order by rate`,
    values: [tx.groupId, shanghaiDay()],
  })
  return rates.map((rate) => (rate === undefined ? undefined : saleRateFault(rate, known)))
}
