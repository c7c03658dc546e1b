// What the rows of a file of cards refer to: types, holders, cars, and what packages hold.
import { noHolder } from '@chepu/contract/cards/card-voucher'
import { anyRole, partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { sql } from 'kysely'
import { takenNumbers, typesOfCards } from '../cards/public'
import { isMasked } from '../kernel/caller/mobile'
import { partnerScope } from '../kernel/caller/partner-scope'
import type { CallerTx } from '../kernel/db/tx'
import { finderOf } from '../kernel/master/spelling'
import { findParts } from './find-parts'
import type { PrepareOptions } from './importer'
import { someOf } from './lists'
import { type Owner, Owners } from './vehicle-references'

/** A row as far as it is looked at here. */
interface Named {
  row: number
  values: Record<'cardNo', string> & Record<'cardType' | 'partner' | 'mobile' | 'plate' | 'item', string | null>
}

type Type = Awaited<ReturnType<typeof typesOfCards>>[number]
type Item = { serviceItemId: number; partId: null } | { serviceItemId: null; partId: number }

export interface CardReferences {
  isTaken(cardNo: string): boolean
  type(name: string | null): Type | undefined
  /** Whose the card is; undefined where a fault was told. */
  owner(entry: Named): Owner | undefined
  /** The car of the holder; null where a fault was told. */
  car(entry: Named, owner: Owner | undefined): number | null
  item(text: string): Item | { message: string }
  /** Adds holders who are new, and answers the number of each. */
  saveOwners(): Promise<(owner: Owner) => number>
}

/** Reads all that the rows refer to, with a number of statements that does not depend on theirs. */
export async function cardReferences(
  tx: CallerTx,
  entries: readonly Named[],
  options: PrepareOptions,
): Promise<CardReferences> {
  const types = finderOf(await typesOfCards(tx), ({ name }) => name)
  const taken = await takenNumbers(
    tx,
    entries.map(({ values }) => values.cardNo),
  )
  const holders = await holdersOf(tx, entries, options)
  const { fault } = options
  return {
    ...holders,
    isTaken: (cardNo) => taken.has(cardNo),
    type: (name) => (name === null ? undefined : types(name)[0]),
    car: await carsOf(tx, entries, fault),
    item: await itemsOf(tx, entries),
  }
}

interface Holder {
  id: number
  code: string
  name: string
  mobile: string
}

/** Holders by their code, by their mobile alone, or as owners of cars are found: by name and mobile, and added where there is none. */
async function holdersOf(tx: CallerTx, entries: readonly Named[], options: PrepareOptions) {
  const texts = entries.flatMap(({ values: { partner } }) => (partner === null ? [] : [partner]))
  const mobiles = entries.flatMap(({ values: { partner, mobile } }) =>
    partner === null && mobile !== null ? [mobile] : [],
  )
  const rows = await tx.select(sql<Holder>`select p.id, p.code, p.name, p.mobile from partner p
    where p.group_id = ${tx.groupId} and p.is_active and (p.cus_flag & ${partnerRoles.customer}) <> 0 and ${partnerScope(tx.caller, anyRole)}
      and (p.code_key = any (${texts.map((text) => text.toLowerCase())}::text[]) or p.mobile <> '' and p.mobile = any (${mobiles}::text[])) order by p.id`)
  const coded = finderOf(rows, ({ code }) => code)
  const mobile = finderOf(rows, (each) => each.mobile)
  const named = entries.flatMap((entry) => {
    const { partner } = entry.values
    return partner === null || coded(partner).length > 0 ? [] : [ownedBy(entry, partner)]
  })
  const owners = await Owners.of(tx, named, options)
  const system = await systemPartners(tx)
  return {
    owner(entry: Named): Owner | undefined {
      const found = this.known(entry)
      if (!found || !('id' in found) || !system.has(found.id)) return found
      options.fault(entry.row, '客户名', noHolder)
      return undefined
    },
    known(entry: Named): Owner | undefined {
      const { partner, mobile: number } = entry.values
      const fault = (column: string, message: string) => options.fault(entry.row, column, message)
      if (partner !== null) {
        const [one] = coded(partner)
        return one ? { id: one.id } : owners.find(ownedBy(entry, partner))
      }
      const found = number === null ? [] : mobile(number)
      const [one, ...others] = found
      if (number === null) fault('客户名', '请填写客户名或手机')
      else if (isMasked(number) || !one) fault('手机', `没有手机为 ${number} 的客户，请填写客户名`)
      else if (others.length > 0)
        fault('手机', `有多个客户的手机是 ${number}：${someOf(found, ({ name }) => name)}，请填写客户名`)
      else return { id: one.id }
      return undefined
    },
    saveOwners: () => owners.save(),
  }
}

/** 零散客户 and sisters, who hold no cards. */
async function systemPartners(tx: CallerTx): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>({
    text: 'select id from partner where group_id = $1 and system_kind is not null',
    values: [tx.groupId],
  })
  return new Set(rows.map(({ id }) => id))
}

const ownedBy = ({ row, values: { mobile } }: Named, partner: string) => ({ row, values: { partner, mobile } })

/** Cars by their plates, which must be the holder's own and in use. */
async function carsOf(tx: CallerTx, entries: readonly Named[], fault: PrepareOptions['fault']) {
  const plates = entries.flatMap(({ values: { plate } }) => (plate === null ? [] : [plate]))
  const rows = await tx.query<{ id: number; plate: string; partnerId: number }>({
    text: 'select id, plate, partner_id from vehicle where group_id = $1 and is_active and plate = any ($2::text[])',
    values: [tx.groupId, plates],
  })
  const byPlate = new Map(rows.map((row) => [row.plate, row]))
  return ({ row, values: { plate } }: Named, owner: Owner | undefined): number | null => {
    const car = byPlate.get(plate ?? '')
    const isHis = car && owner && 'id' in owner && owner.id === car.partnerId
    if (isHis) return car.id
    if (owner) fault(row, '车牌', `车辆“${plate}”不是该客户的，或已停用；没有登记的请先导入车辆`)
    return null
  }
}

/** What a text calls: a service item by code or name, or a part. */
async function itemsOf(tx: CallerTx, entries: readonly Named[]) {
  const texts = [...new Set(entries.flatMap(({ values: { item } }) => (item === null ? [] : [item])))]
  const services = finderOf(
    await tx.query<{ id: number; code: string; name: string; isActive: boolean }>({
      text: 'select id, code, name, is_active from service_item where group_id = $1 order by id',
      values: [tx.groupId],
    }),
    ({ code }) => code,
    ({ name }) => name,
  )
  const partOf = await findParts(
    tx,
    texts.filter((text) => services(text).length === 0),
  )
  return (text: string): Item | { message: string } => {
    const [service, ...others] = services(text)
    if (others.length > 0) return { message: `有多个服务项目“${text}”，请改填编码` }
    if (service)
      return service.isActive ? { serviceItemId: service.id, partId: null } : { message: `服务项目“${text}”已停用` }
    const part = partOf(text)
    if ('item' in part && part.stopped === undefined) return { serviceItemId: null, partId: part.item.id }
    return { message: 'item' in part ? `配件“${text}”已停用` : `没有叫“${text}”的服务项目；${part.message}` }
  }
}
