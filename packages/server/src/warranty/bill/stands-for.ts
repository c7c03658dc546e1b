/** SQL of who stands for the manufacturer of a bill by this alias today: he himself, or the one that he was merged into. */
export const standsFor = (bill: string): string =>
  `(select coalesce(m.merged_into_id, m.id) from partner m where m.group_id = ${bill}.group_id and m.id = ${bill}.manufacturer_id)`
