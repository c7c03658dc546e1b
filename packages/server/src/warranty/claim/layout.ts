import {
  type ClaimLayout,
  defaultLayout,
  layoutFields,
  lineFields,
  type saveLayout as route,
} from '@chepu/contract/warranty/claim-layout'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { invalid, notFound, stale } from '../../kernel/base/errors'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'

type Standing = ClaimLayout & { version: number }

/** Roles of a partner of whom something is claimed. */
const claimedOf = partnerRoles.manufacturer | partnerRoles.supplier

/** The layout of a manufacturer's sheets; the usual one, version 0, where he has none of his own, with the code of the caller's organisation (business/three-guarantees 4.3). */
export async function layoutOf(tx: CallerTx, manufacturerId: number): Promise<Standing> {
  const own = await tx.one<Standing>({
    name: 'layout-of-manufacturer',
    text: `select name, sheet_name, rows_of, coalesce(stations ->> $3, '') as station_code, columns, version from claim_layout
      where group_id = $1 and manufacturer_id = $2`,
    values: [tx.groupId, manufacturerId, String(tx.caller.orgId)],
  })
  return own ?? { ...defaultLayout, version: 0 }
}

/** The same with the manufacturer's name. @throws Failure notFound */
export async function readLayout(
  tx: CallerTx,
  manufacturerId: number,
): Promise<Standing & { manufacturerName: string }> {
  const [maker, layout] = await Promise.all([makerOf(tx, manufacturerId, ''), layoutOf(tx, manufacturerId)])
  return { ...layout, manufacturerName: maker?.name ?? notFound('厂家') }
}

const makerOf = (tx: CallerTx, id: number, tail: '' | 'for key share'): Promise<{ name: string } | undefined> =>
  tx.one({
    text: `select name from partner where group_id = $1 and id = $2 and cus_flag & ${claimedOf} <> 0 ${tail}`,
    values: [tx.groupId, id],
  })

/** Writes the layout of a manufacturer. @throws Failure invalid, or stale where somebody has changed it since */
export async function saveLayout(tx: CallerTx, body: BodyOf<typeof route>): Promise<{ version: number }> {
  const { manufacturerId, version, ...layout } = body
  if (!(await makerOf(tx, manufacturerId, 'for key share')))
    invalid([{ path: 'manufacturerId', message: '厂家不存在' }])
  const ofLine = layout.columns.findIndex(({ field }) => layout.rowsOf === 'bill' && lineFields.includes(field))
  if (ofLine >= 0) {
    const field = layout.columns[ofLine]?.field ?? 'lineNo'
    invalid([
      { path: `columns.${ofLine}.field`, message: `第${ofLine + 1}列「${layoutFields[field]}」只能用于每条明细一行` },
    ])
  }
  const values = [
    tx.groupId,
    manufacturerId,
    layout.name,
    layout.sheetName,
    layout.rowsOf,
    JSON.stringify(layout.columns),
    JSON.stringify({ [tx.caller.orgId]: layout.stationCode }),
  ]
  const written = await tx.one<{ version: number }>(
    version === 0
      ? {
          name: 'add-claim-layout',
          text: `insert into claim_layout (group_id, manufacturer_id, name, sheet_name, rows_of, columns, stations) values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb)
            on conflict (group_id, manufacturer_id) do nothing returning version`,
          values,
        }
      : {
          name: 'change-claim-layout',
          text: `update claim_layout set name = $3, sheet_name = $4, rows_of = $5, columns = $6::jsonb, stations = stations || $7::jsonb,
              version = version + 1
            where group_id = $1 and manufacturer_id = $2 and version = $8 returning version`,
          values: [...values, version],
        },
  )
  if (!written) stale()
  await audit(tx, {
    entity: 'claim_layout',
    entityId: manufacturerId,
    action: version === 0 ? 'add' : 'update',
    detail: layout,
  })
  return written
}
