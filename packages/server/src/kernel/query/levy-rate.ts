/**
 * SQL of the rate at which a small-scale taxpayer's sales are levied on a day, null where none is in force (business/basics 7.3). Both arguments
 * are expressions that we write.
 */
export const levyRateOn = (
  groupId: string,
  day: string,
): string => `(select rate from tax_rate where group_id = ${groupId}
  and kind = 'simple' and is_active and valid_from <= ${day} order by is_goods_default desc, rate limit 1)`
