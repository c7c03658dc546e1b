import type { PartInput } from '@chepu/contract/basics/part'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import {
  enableMaster,
  addMaster,
  changeMaster,
  freshCodes,
  lockMaster,
  type Master,
  removeMaster,
  replaceRows,
} from '../../kernel/master/master'
import { invalid } from '../../kernel/base/errors'
import { normNumber } from '../../kernel/query/part-filter'
import { fittedCars, keptFitment } from '../car/fitted-cars'
import { assertPart, type PartMaster } from './check'
import { derivePart } from './search-text'
import { ownTables } from './tables'

export const partMaster: Master = { table: 'part', title: '配件' }

interface SavedPart {
  id: number
  code: string
  version: number
}

/**
 * Saves a part with all its tabs. A blank code becomes P and 6 digits; pinyin, normalised numbers and the search text
 * follow from the fields; a new part without 三包期 or 税收分类编码 takes those of its category, the code else of its tax rate (business/basics 3).
 */
export async function savePart(tx: CallerTx, typed: PartInput): Promise<SavedPart> {
  const cars = await fittedCars(tx, typed.fitments)
  const part = { ...typed, fitments: typed.fitments.map((row) => keptFitment(row, cars)) }
  const before =
    part.id === undefined ? undefined : await lockMaster<PartMaster>(tx, partMaster, part.id, part.version ?? 0)
  await assertPart(tx, part, before, cars)
  const code = part.code || before?.code || ((await freshCodes(tx, 'part', 'P', 6))[0] as string)
  const row = { ...(await partColumns(tx, { ...part, code }, before === undefined)) }
  return onViolation(violations(part), async () => {
    const saved = before
      ? await changeMaster(tx, partMaster, before, { ...row, updatedAt: new Date() })
      : await addMaster(tx, partMaster, { ...row, createdBy: tx.caller.userId })
    await writeTabs(tx, saved.id, part)
    return { id: saved.id, code, version: saved.version }
  })
}

const violations = (part: PartInput): Record<string, string> => ({
  part_group_id_code_key: `配件编码 ${part.code} 已存在`,
  part_code_key: `配件编码 ${part.code} 已存在`,
  part_factory_no: `该品牌下已有厂家件号 ${part.factoryNo} 的配件`,
  part_barcode_group_id_barcode_key: '条码已被其他配件使用',
})

async function partColumns(tx: CallerTx, part: PartInput, isNew: boolean) {
  const { id: _, version: _v, oes, barcodes, auxUnits: _a, fitments, substitutes: _s, bom: _b, ...fields } = part
  const models = fitments.map(({ modelText }) => modelText)
  const derived = derivePart({ ...fields, oeNos: oes.map(({ oeNo }) => oeNo), barcodes, fitments: models })
  const defaults = isNew ? await newPartDefaults(tx, part) : undefined
  const hasTerm = part.warrantyMonths !== null || part.warrantyKm !== null
  return {
    ...fields,
    ...derived,
    warrantyKm: fields.warrantyKm || null,
    warrantyMonths: hasTerm ? part.warrantyMonths : (defaults?.warrantyMonths ?? null),
    taxClassCode: part.taxClassCode || (defaults?.taxClassCode ?? ''),
    oeNo: (oes.find(({ isPrimary }) => isPrimary) ?? oes[0])?.oeNo ?? '',
    fitment: [...new Set(models)].join('；'),
  }
}

const newPartDefaults = (tx: CallerTx, part: PartInput) =>
  tx.one<{ warrantyMonths: number | null; taxClassCode: string }>({
    text: `select c.warranty_months, coalesce(nullif(c.tax_class_code, ''), t.tax_class_code) as tax_class_code
      from part_category c join tax_rate t on t.group_id = c.group_id and t.id = $3 where c.group_id = $1 and c.id = $2`,
    values: [tx.groupId, part.categoryId, part.taxRateId],
  })

async function writeTabs(tx: CallerTx, partId: number, part: PartInput): Promise<void> {
  const owner = { column: 'part_id', id: partId }
  const hasPrimary = part.oes.some(({ isPrimary }) => isPrimary)
  const oes = part.oes.map((oe, i) => ({
    oeNo: oe.oeNo,
    oeNorm: normNumber(oe.oeNo),
    isPrimary: hasPrimary ? oe.isPrimary : i === 0,
  }))
  await replaceRows(tx, 'part_oe', owner, oes)
  await replaceRows(
    tx,
    'part_barcode',
    owner,
    part.barcodes.map((barcode) => ({ barcode })),
  )
  await replaceRows(tx, 'part_aux_unit', owner, part.auxUnits)
  await replaceRows(tx, 'part_fitment', owner, part.fitments)
  await replaceRows(tx, 'part_substitute', owner, part.substitutes)
  await replaceRows(tx, 'part_bom', { column: 'parent_id', id: partId }, part.bom)
}

export const enablePart = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster<PartMaster>(tx, partMaster, id, change)

/** Deletes a part that no document, stock or product names. */
export async function removePart(tx: CallerTx, id: number): Promise<{ id: number }> {
  return removeMaster(tx, partMaster, await lockMaster<PartMaster>(tx, partMaster, id), ownTables)
}

/** Moves parts into another category, a leaf (批量改分类). */
export async function classifyParts(
  tx: CallerTx,
  ids: readonly number[],
  categoryId: number,
): Promise<{ count: number }> {
  const leaf = await tx.one({
    text: `select id from part_category c where group_id = $1 and id = $2 and is_active
      and not exists (select from part_category b where b.group_id = $1 and b.parent_id = c.id)`,
    values: [tx.groupId, categoryId],
  })
  if (!leaf) invalid([{ path: 'categoryId', message: '请选择启用的最末级分类' }])
  let count = 0
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    const before = await lockMaster<PartMaster>(tx, partMaster, id)
    if (before.categoryId === categoryId) continue
    await changeMaster(tx, partMaster, before, { categoryId, updatedAt: new Date() })
    count += 1
  }
  return { count }
}
