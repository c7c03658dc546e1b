import { type ActionDef, sideOf } from './document'

/** What somebody may do in a warehouse (business/access 6). */
export const warehouseFlags = {
  view: '查看',
  in: '入库',
  out: '出库',
  count: '盘点',
  transfer: '调拨',
  cost: '成本',
} as const
export type WarehouseFlag = keyof typeof warehouseFlags
/** All of them, in the order in which they are shown. */
export const everyWarehouseFlag = Object.keys(warehouseFlags) as WarehouseFlag[]

/** What decides about flags of a kind of document, and of one of its steps. */
type Flagged = { readonly flags?: readonly WarehouseFlag[] }

const toEnter: readonly WarehouseFlag[] = ['view']

/** Warehouses of a document: its own, and of one between two sides the other side's. A document of money has none. */
export interface Places {
  warehouseId?: number | null | undefined
  toWarehouseId?: number | null | undefined
}

/** The flags that somebody holds at a warehouse of the organisation in which he works; none anywhere else. */
export type FlagsAt = (warehouseId: number) => ReadonlySet<WarehouseFlag> | undefined

/**
 * The first flag that somebody lacks for a step with a document, with the warehouse of his side where he lacks it; undefined when he lacks
 * none. A step that names no flags wants those of its kind, and 查看 where that names none; a side without a warehouse asks for none. Server
 * and lists ask alike (business/access 6).
 */
export function missingFlag(
  def: Flagged,
  step: Pick<ActionDef, 'by' | 'flags'>,
  { warehouseId, toWarehouseId }: Places,
  flagsAt: FlagsAt,
): { warehouseId: number; flag: WarehouseFlag } | undefined {
  const place = sideOf(step) === 'owner' ? warehouseId : toWarehouseId
  if (place == null) return undefined
  const flag = (step.flags ?? def.flags ?? toEnter).find((each) => !flagsAt(place)?.has(each))
  return flag && { warehouseId: place, flag }
}
