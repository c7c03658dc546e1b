/**
 * SQL of the rate at which a small-scale taxpayer's sales are levied on a day, null where none is in force (business/basics 7.3). Both arguments
 * are expressions that we write.
 */
export const levyRateOn = (
  groupId: string,
  day: string,
): string => `(select rate from tax_rate where group_id = ${groupId}
  and kind = 'simple' and is_active and valid_from <= ${day} order by is_goods_default desc, rate limit 1)`

/** SQL of the rate at which an organisation of this kind sells what has a rate of its own: a small-scale taxpayer at today's levy rate, where one is in force. */
export const saleRateOf = (taxpayerKind: 'general' | 'small', groupId: string, day: string, rate: string): string =>
  taxpayerKind === 'small' ? `coalesce(${levyRateOn(groupId, day)}, ${rate})` : rate
