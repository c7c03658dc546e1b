import type { PartView } from '@chepu/contract/basics/part'
import type { CallerTx } from '../../kernel/db/tx'
import { notFound } from '../../kernel/base/errors'
import { usesOf } from './check'

type Fields = Omit<
  PartView,
  | 'oes'
  | 'barcodes'
  | 'auxUnits'
  | 'fitments'
  | 'substitutes'
  | 'substituteOf'
  | 'bom'
  | 'images'
  | 'isStocked'
  | 'isUsed'
>

/** A part with all its tabs. */
export async function readPart(tx: CallerTx, id: number): Promise<PartView> {
  const rows = <Row>(text: string) => tx.query<Row>({ text, values: [tx.groupId, id] })
  const [part] = await rows<Fields>(
    `select p.id, p.code, p.name, p.brand_id, p.grade, p.category_id, p.unit_id, p.spec, p.model_text, p.origin, p.factory_no,
      p.weight, p.pack_qty, p.tax_rate_id, p.tax_class_code, p.warranty_months, p.warranty_km, p.is_wear_part, p.batch_managed,
      p.shelf_life_days, p.core_return, p.remark, p.is_active, p.version, p.updated_at, b.name as brand_name,
      c.name as category_name, u.name as unit_name
    from part p
    join brand b on b.group_id = p.group_id and b.id = p.brand_id
    join part_category c on c.group_id = p.group_id and c.id = p.category_id
    join unit u on u.group_id = p.group_id and u.id = p.unit_id
    where p.group_id = $1 and p.id = $2`,
  )
  if (!part) notFound('配件')
  const linked = 'p.code as part_code, p.name as part_name, b.name as brand_name'
  const partOf = (column: string) => `join part p on p.group_id = l.group_id and p.id = l.${column}
    join brand b on b.group_id = p.group_id and b.id = p.brand_id`
  return {
    ...part,
    ...(await usesOf(tx, id)),
    oes: await rows('select oe_no, is_primary from part_oe where group_id = $1 and part_id = $2 order by id'),
    barcodes: (
      await rows<{ barcode: string }>(
        'select barcode from part_barcode where group_id = $1 and part_id = $2 order by id',
      )
    ).map(({ barcode }) => barcode),
    auxUnits: await rows(
      `select a.unit_id, u.name as unit_name, a.factor, a.used_for from part_aux_unit a
        join unit u on u.group_id = a.group_id and u.id = a.unit_id
        where a.group_id = $1 and a.part_id = $2 order by a.id`,
    ),
    fitments: await rows(
      `select f.model_text, f.series_id, f.model_id, f.year_from, f.year_to, f.position, f.qty_per_car, f.note,
          concat_ws(' ', b.name, s.name, m.name) as car_name
        from part_fitment f
        left join car_series s on s.group_id = f.group_id and s.id = f.series_id
        left join brand b on b.group_id = s.group_id and b.id = s.brand_id
        left join car_model m on m.group_id = f.group_id and m.id = f.model_id
        where f.group_id = $1 and f.part_id = $2 order by f.id`,
    ),
    substitutes: await rows(
      `select l.substitute_id, l.direction, l.priority, l.note, ${linked} from part_substitute l ${partOf('substitute_id')}
        where l.group_id = $1 and l.part_id = $2 order by l.priority, p.code`,
    ),
    substituteOf: await rows(
      `select l.part_id, l.note, ${linked} from part_substitute l ${partOf('part_id')}
        where l.group_id = $1 and l.substitute_id = $2 and l.direction = 'two_way' order by l.priority, p.code`,
    ),
    bom: await rows(
      `select l.component_id, l.qty, l.cost_ratio, ${linked} from part_bom l ${partOf('component_id')}
        where l.group_id = $1 and l.parent_id = $2 order by l.id`,
    ),
    images: await rows('select id, file_name from part_image where group_id = $1 and part_id = $2 order by id'),
  }
}
