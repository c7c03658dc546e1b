// The ledgers alone, without documents: what tests of posting rules write to and look at.
import { createGroup } from '../src/access/provision'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { Database } from '../src/kernel/db/db'
import type { Tx } from '../src/kernel/db/tx'
import { checkInvariants } from '../src/kernel/invariants'
import { type DocumentRef, periodOf } from '../src/kernel/ledgers/types'
import { freshDatabase } from './database'
import { knowKinds } from './kinds'
import { one, stockShop } from './stage'

/** A fresh group with one org whose ledgers are empty. */
export async function openLedgers() {
  const database = await freshDatabase()
  const db = new Database(database.appUrl, { max: 4 })
  await knowKinds(db)
  const groupId = await createGroup(db, '测试集团')
  const tenant = <Result>(work: (tx: Tx) => Promise<Result>) => db.tenant(groupId, work)
  const shop = await tenant((tx) => stockShop(tx, {}))
  let lastId = 0

  /** A document that nobody has entered; its rows stand in the ledgers all the same. */
  const doc = (kind = 'trial'): DocumentRef => {
    lastId += 1
    const bizDate = shanghaiDay()
    const billNo = `T${lastId}`
    return { orgId: shop.orgId, kind, id: lastId, billNo, bizDate, period: periodOf(bizDate), departmentId: null }
  }

  const warehouse = (code: string, orgId = shop.orgId) =>
    tenant(async (tx) => {
      const warehouseId = await one(tx, 'warehouse', { org_id: orgId, code, name: code })
      return { warehouseId, locationId: await one(tx, 'location', { warehouse_id: warehouseId, code: '默认' }) }
    })

  /** The organisation's own place of goods on their way. */
  const transit = () =>
    tenant(async (tx) => {
      const place = await tx.one<{ warehouseId: number; locationId: number }>({
        text: `select w.id as warehouse_id, l.id as location_id from warehouse w
          join location l on l.group_id = w.group_id and l.warehouse_id = w.id where w.group_id = $1 and w.kind = 'transit'`,
        values: [groupId],
      })
      if (!place) throw new Error('no place for goods on their way')
      return place
    })

  /** Ends the file: every invariant that speaks of the ledgers alone must hold. */
  const close = async () => {
    const findings = await tenant((tx) => checkInvariants(tx))
    const broken = findings.filter(({ name, violations }) => ofLedgers.test(name) && violations.length > 0)
    if (broken.length > 0) throw new Error(`the ledgers do not agree: ${JSON.stringify(broken, null, 2)}`)
    await db.close()
    await database.drop()
  }
  return { ...shop, db, groupId, tenant, doc, warehouse, transit, close }
}
export type Ledgers = Awaited<ReturnType<typeof openLedgers>>

const ofLedgers = /^(i0[1-6]|i12|i1[89]|i2[01]|i31|i39|i96)-/
