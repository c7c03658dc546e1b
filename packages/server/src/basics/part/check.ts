import { pathBack } from './bom'
// What a part refers to must exist and fit; faults are named by field (business/basics 3).
import type { PartInput } from '@chepu/contract/basics/part'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { shanghaiDay } from '../../kernel/base/calendar'
import { twinRefusal } from '../../kernel/master/code-twins'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid } from '../../kernel/base/errors'
import type { MasterRow } from '../../kernel/master/master'
import { normNumber } from '../../kernel/query/part-filter'
import type { FittedCars } from '../car/fitted-cars'

export interface PartMaster extends MasterRow {
  code: string
  name: string
  unitId: number
  brandId: number
  categoryId: number
  taxRateId: number
  batchManaged: boolean
  mergedIntoId: number | null
}

interface PartUse {
  /** Stock has moved. */
  isStocked: boolean
  /** A document names the part. */
  isUsed: boolean
}

export async function usesOf(tx: CallerTx, partId: number): Promise<PartUse> {
  const row = await tx.one<PartUse>({
    name: 'part-uses',
    text: `select exists (select from stock_cost where group_id = $1 and part_id = $2) as is_stocked,
      exists (select from goods_document_line where group_id = $1 and part_id = $2) as is_used`,
    values: [tx.groupId, partId],
  })
  return row as PartUse
}

/** Refuses a part with faulty fields, all of them at once. */
export async function assertPart(
  tx: CallerTx,
  part: PartInput,
  before: PartMaster | undefined,
  cars: FittedCars,
): Promise<void> {
  const errors = [
    ...ownErrors(part),
    ...(await fitmentErrors(tx, part, cars)),
    ...(await referenceErrors(tx, part, before)),
    ...(await codeErrors(tx, part, before)),
  ]
  if (before) errors.push(...(await fixedErrors(tx, part, before)))
  errors.push(...(await linkErrors(tx, part)))
  if (errors.length > 0) invalid(errors)
}

function ownErrors(part: PartInput): FieldError[] {
  const errors: FieldError[] = []
  if (part.shelfLifeDays !== null && !part.batchManaged)
    errors.push({ path: 'shelfLifeDays', message: '启用批次管理后才能填写保质期' })
  const twice = (values: readonly (string | number)[]) => values.find((value, i) => values.indexOf(value) !== i)
  if (part.oes.some(({ oeNo }) => normNumber(oeNo) === '')) errors.push({ path: 'oes', message: 'OE号不能只有符号' })
  const oe = twice(part.oes.map(({ oeNo }) => normNumber(oeNo)))
  if (oe !== undefined) errors.push({ path: 'oes', message: `OE号 ${oe} 重复` })
  if (part.oes.filter(({ isPrimary }) => isPrimary).length > 1)
    errors.push({ path: 'oes', message: '主OE号只能有一个' })
  const barcode = twice(part.barcodes)
  if (barcode !== undefined) errors.push({ path: 'barcodes', message: `条码 ${barcode} 重复` })
  if (twice(part.auxUnits.map(({ unitId, usedFor }) => `${unitId}/${usedFor}`)) !== undefined)
    errors.push({ path: 'auxUnits', message: '同一用途的辅助单位重复' })
  if (part.auxUnits.some(({ unitId }) => unitId === part.unitId))
    errors.push({ path: 'auxUnits', message: '辅助单位不能与基本单位相同' })
  if (twice(part.substitutes.map(({ substituteId }) => substituteId)) !== undefined)
    errors.push({ path: 'substitutes', message: '替换件重复' })
  if (part.substitutes.some(({ substituteId }) => substituteId === part.id))
    errors.push({ path: 'substitutes', message: '替换件不能是自己' })
  if (twice(part.bom.map(({ componentId }) => componentId)) !== undefined)
    errors.push({ path: 'bom', message: '组成件重复' })
  if (part.fitments.some(({ yearFrom, yearTo }) => yearFrom !== null && yearTo !== null && yearFrom > yearTo))
    errors.push({ path: 'fitments', message: '适用年份起始不能大于结束' })
  return errors
}

/** Named cars are in 车型库; newly chosen ones are active, and no row is there twice. */
async function fitmentErrors(tx: CallerTx, { id, fitments }: PartInput, cars: FittedCars): Promise<FieldError[]> {
  const had = id === undefined ? [] : await namedCars(tx, id)
  const seen = new Set<string>()
  return fitments.flatMap((row, i) => {
    const fault = (message: string): FieldError[] => [{ path: 'fitments', message: `第${i + 1}行 ${message}` }]
    const key = [row.seriesId ?? row.modelText, row.modelId, row.yearFrom, row.yearTo, row.position].join('/')
    const isRepeated = seen.has(key)
    seen.add(key)
    if (isRepeated) return fault(`[${row.modelText}] 重复`)
    if (row.seriesId === null && row.modelId === null) return []
    const car = cars.of(row)
    if (!car) return fault('适用车型不在车型库中')
    const isKept = had.some(({ seriesId, modelId }) => seriesId === row.seriesId && modelId === row.modelId)
    return (car.isActive && car.modelIsActive) || isKept ? [] : fault(`[${row.modelText}] 已停用`)
  })
}

const namedCars = (tx: CallerTx, partId: number) =>
  tx.query<{ seriesId: number; modelId: number | null }>({
    text: 'select series_id, model_id from part_fitment where group_id = $1 and part_id = $2 and series_id is not null',
    values: [tx.groupId, partId],
  })

/** Brand, category, unit and tax rate exist; a newly chosen one is active, and the category is a leaf. */
async function referenceErrors(tx: CallerTx, part: PartInput, before: PartMaster | undefined): Promise<FieldError[]> {
  const found = await tx.one<{
    brand: boolean | null
    category: boolean | null
    isLeaf: boolean
    unit: number | null
    taxRate: boolean | null
  }>({
    name: 'part-references',
    text: `select (select is_active from brand where group_id = $1 and id = $2) as brand,
        (select is_active from part_category where group_id = $1 and id = $3) as category,
        not exists (select from part_category where group_id = $1 and parent_id = $3) as is_leaf,
        (select id from unit where group_id = $1 and id = $4) as unit,
        (select is_active and valid_from <= $6 from tax_rate where group_id = $1 and id = $5) as tax_rate`,
    values: [tx.groupId, part.brandId, part.categoryId, part.unitId, part.taxRateId, shanghaiDay()],
  })
  const errors: FieldError[] = []
  const fault = (path: string, message: string) => errors.push({ path, message })
  if (found?.brand === null) fault('brandId', '品牌不存在')
  else if (!found?.brand && before?.brandId !== part.brandId) fault('brandId', '品牌已停用')
  if (found?.category === null) fault('categoryId', '分类不存在')
  else if (!found?.category && before?.categoryId !== part.categoryId) fault('categoryId', '分类已停用')
  else if (!found?.isLeaf) fault('categoryId', '请选择最末级分类')
  if (found?.unit === null) fault('unitId', '单位不存在')
  if (found?.taxRate === null) fault('taxRateId', '税率不存在')
  else if (!found?.taxRate && before?.taxRateId !== part.taxRateId) fault('taxRateId', '税率已停用或还未到生效日期')
  return errors
}

/** A new code is not one that differs only in capitals; those that stand so already may stay. */
async function codeErrors(tx: CallerTx, part: PartInput, before: PartMaster | undefined): Promise<FieldError[]> {
  if (part.code === '' || part.code === before?.code) return []
  const message = await twinRefusal(tx, 'part', part)
  return message === undefined ? [] : [{ path: 'code', message }]
}

/** Unit and batch tracking stand once stock has moved, the code once a document names the part (business/basics 2). */
async function fixedErrors(tx: CallerTx, part: PartInput, before: PartMaster): Promise<FieldError[]> {
  const { isStocked, isUsed } = await usesOf(tx, before.id)
  const errors: FieldError[] = []
  if (isStocked && part.unitId !== before.unitId) errors.push({ path: 'unitId', message: '已有库存流水，不能修改单位' })
  if (isStocked && part.batchManaged !== before.batchManaged)
    errors.push({ path: 'batchManaged', message: '已有库存流水，不能修改批次管理' })
  if (isUsed && part.code !== '' && part.code !== before.code)
    errors.push({ path: 'code', message: '编码已被单据使用，不能修改' })
  return errors
}

/** Named parts exist, a two-way link is not stored from both sides, and no part is made of itself (business/basics 3). */
async function linkErrors(tx: CallerTx, part: PartInput): Promise<FieldError[]> {
  const substitutes = part.substitutes.map(({ substituteId }) => substituteId)
  const components = part.bom.map(({ componentId }) => componentId)
  if (substitutes.length + components.length === 0) return []
  const known = await tx.query<{ id: number }>({
    text: 'select id from part where group_id = $1 and id = any ($2::bigint[])',
    values: [tx.groupId, [...substitutes, ...components]],
  })
  const ids = new Set(known.map(({ id }) => id))
  const errors: FieldError[] = []
  if (substitutes.some((id) => !ids.has(id))) errors.push({ path: 'substitutes', message: '替换件不存在' })
  if (components.some((id) => !ids.has(id))) errors.push({ path: 'bom', message: '组成件不存在' })
  if (part.id !== undefined) errors.push(...(await circleErrors(tx, part.id, substitutes, components)))
  return errors
}

async function circleErrors(
  tx: CallerTx,
  partId: number,
  substitutes: readonly number[],
  components: readonly number[],
): Promise<FieldError[]> {
  const back = await tx.one<{ code: string }>({
    text: `select p.code from part_substitute s join part p on p.group_id = s.group_id and p.id = s.part_id
      where s.group_id = $1 and s.substitute_id = $2 and s.part_id = any ($3::bigint[]) and s.direction = 'two_way' limit 1`,
    values: [tx.groupId, partId, substitutes],
  })
  const path = await pathBack(tx, partId, components)
  return [
    ...(back ? [{ path: 'substitutes', message: `与 ${back.code} 的互换关系已在对方资料中维护` }] : []),
    ...(path ? [{ path: 'bom', message: `组成件中直接或间接含有本配件：${path}` }] : []),
  ]
}
