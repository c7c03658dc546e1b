/** Tables that hold a part's own rows, with the column that names it. */
export const ownTables = [
  ['part_oe', 'part_id'],
  ['part_barcode', 'part_id'],
  ['part_aux_unit', 'part_id'],
  ['part_fitment', 'part_id'],
  ['part_substitute', 'part_id'],
  ['part_bom', 'parent_id'],
  ['part_image', 'part_id'],
] as const
