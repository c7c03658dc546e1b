import { levyRateOn } from './levy-rate'

/**
 * SQL of the rate of work that says none of its own: the default of labour, at a small-scale taxpayer the rate at which he is levied (business/basics 7.3);
 * null where none is in force. `org` is the alias of the organisation's row, `day` an expression that we write.
 */
export const labourRateOn = (org: string, day: string): string =>
  `coalesce(case when ${org}.taxpayer_kind = 'small' then ${levyRateOn(`${org}.group_id`, day)} end, ${defaultOfLabour('rate', `${org}.group_id`, day)})`

/** SQL of the default of labour that is in force on a day: its id or its rate (business/basics 7.3). Both arguments are expressions that we write. */
export const defaultOfLabour = (column: 'id' | 'rate', groupId: string, day: string): string =>
  `(select ${column} from tax_rate where group_id = ${groupId} and is_active and valid_from <= ${day}
    order by is_labour_default desc, rate desc, id limit 1)`
