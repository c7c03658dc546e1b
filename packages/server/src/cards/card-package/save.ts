import { cardPackageButtons } from '@chepu/contract/cards/buttons'
import type { cardPackageRoutes } from '@chepu/contract/cards/card-package'
import { allocatePackage } from '@chepu/contract/cards/package-shares'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { forbidden, refuse } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import { audit } from '../../kernel/db/audit'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { assertUnitQuantities } from '../../kernel/goods/unit-quantities'
import type { BodyOf } from '../../kernel/http/bind'
import { addMaster, freshCodes, lockMaster, type MasterRow, replaceRows } from '../../kernel/master/master'
import { type NamedMaster, saveNamed } from '../../kernel/master/named'
import { assertOwnCode } from '../../kernel/master/own-code'
import { pinyinOf } from '../../kernel/master/pinyin'
import { assertReferences, type Reference } from '../../kernel/master/references'
import { foldedName } from '../../kernel/master/spelling'
import { readCardPackage } from './list'

type Body = BodyOf<typeof cardPackageRoutes.save>
type Line = Body['lines'][number]

const cardPackage: NamedMaster = { table: 'card_package', title: '套餐' }

interface CardPackage extends MasterRow {
  code: string
  name: string
  state: 'draft' | 'active' | 'disabled'
}

/**
 * Saves a package with its lines, and what each is worth of the price. A blank code becomes KTC and 4 digits, or
 * stays the one it has. With `activate` it is sold from now on, of which all lines must still be done.
 */
export async function saveCardPackage(tx: CallerTx, { lines, activate, ...body }: Body): Promise<SavedRow> {
  if (activate && !mayPress(tx.caller, cardPackageButtons.enable)) forbidden()
  return onViolation({ card_package_code_key: `套餐编码 ${body.code} 已存在` }, async () => {
    const row = { ...body, ...(activate && { state: 'active' }), ...pinyinOf(body.name) }
    const saved = await saveNamed<CardPackage>(tx, cardPackage, cardPackageButtons, row, async (before) => {
      const isSold = activate || before?.state === 'active'
      await assertReferences(tx, namedIn(lines), before && !isSold ? await namedBefore(tx, before.id) : [])
      const quantities = lines.map(({ partId, times }) => ({ partId, qty: times }))
      await assertUnitQuantities(tx, 'lines', quantities, 'times')
      const code = body.code || before?.code || (await freshCode(tx))
      await assertOwnCode(tx, 'card_package', { code, id: body.id })
      return { code }
    })
    await writeLines(tx, saved.id, body.salePrice, lines)
    return saved
  })
}

const freshCode = async (tx: CallerTx) => (await freshCodes(tx, 'card_package', 'KTC', 4))[0] as string

function writeLines(tx: CallerTx, id: number, price: string, lines: readonly Line[]): Promise<void> {
  const shares = allocatePackage(price, lines)
  const rows = lines.map(({ serviceItemId, partId, times, listPrice, carTypeId }, i) => ({
    lineNo: i + 1,
    kind: partId === null ? 'labour' : 'part',
    serviceItemId,
    partId,
    times,
    listPrice,
    carTypeId,
    allocPrice: shares[i]?.allocPrice,
    allocTotal: shares[i]?.allocTotal,
  }))
  return replaceRows(tx, 'card_package_line', { column: 'package_id', id }, rows)
}

type Named = Pick<Line, 'serviceItemId' | 'partId' | 'carTypeId'>

const namedIn = (lines: readonly Named[]): Reference[] =>
  lines.flatMap(({ serviceItemId, partId, carTypeId }, i): Reference[] => {
    const at = (field: string, title: string) => ({ path: `lines.${i}.${field}`, title: `第${i + 1}行${title}` })
    return [
      { to: 'serviceItem', id: serviceItemId, ...at('serviceItemId', '服务项目') },
      { to: 'part', id: partId, ...at('partId', '配件') },
      { to: 'carType', id: carTypeId, ...at('carTypeId', '车辆类型') },
    ]
  })

const linesBefore = (tx: CallerTx, id: number): Promise<Named[]> =>
  tx.query({
    text: 'select service_item_id, part_id, car_type_id from card_package_line where group_id = $1 and package_id = $2 order by line_no',
    values: [tx.groupId, id],
  })

const namedBefore = async (tx: CallerTx, id: number) => namedIn(await linesBefore(tx, id))

/**
 * 启用, of which all lines must still be done, or 停用: a package that is switched off is sold no more, and what stands on cards stays good.
 * @throws Failure stale, refusal of what is so already, invalid by line
 */
export async function enableCardPackage(
  tx: CallerTx,
  id: number,
  { isActive, version }: { isActive: boolean; version: number },
): Promise<{ id: number }> {
  const before = await lockMaster<CardPackage>(tx, cardPackage, id, version)
  if (isActive === (before.state === 'active')) refuse(isActive ? '套餐已经启用' : '套餐没有启用')
  if (isActive) await assertReferences(tx, await namedBefore(tx, id))
  const state = isActive ? 'active' : 'disabled'
  await tx.query({
    text: 'update card_package set state = $3, version = version + 1 where group_id = $1 and id = $2',
    values: [tx.groupId, id, state],
  })
  const action = isActive ? 'enable' : 'disable'
  await audit(tx, { entity: 'card_package', entityId: id, action, fromState: before.state, toState: state })
  return { id }
}

/** Begins another package with the lines of this one, as a draft under a code and a name of its own. */
export async function copyCardPackage(tx: CallerTx, id: number): Promise<SavedRow> {
  const { id: _id, code: _code, state: _state, version: _version, lines, ...fields } = await readCardPackage(tx, id)
  const name = await freeName(tx, fields.name)
  const saved = await addMaster(tx, cardPackage, { ...fields, name, code: await freshCode(tx), ...pinyinOf(name) })
  await writeLines(tx, saved.id, fields.salePrice, lines)
  return saved
}

/** The name with 复制 behind it, and a number where that is taken; no longer than a name may be. */
async function freeName(tx: CallerTx, name: string): Promise<string> {
  const taken = await tx.query<{ nameKey: string }>({
    text: 'select name_key from card_package where group_id = $1',
    values: [tx.groupId],
  })
  const keys = new Set(taken.map(({ nameKey }) => nameKey))
  for (let i = 1; ; i += 1) {
    const candidate = `${name.slice(0, 50)}-复制${i > 1 ? i : ''}`
    if (!keys.has(foldedName(candidate))) return candidate
  }
}
