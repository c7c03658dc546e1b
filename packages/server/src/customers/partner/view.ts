import type { PartnerView } from '@chepu/contract/customers/partner'
import { sql } from 'kysely'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { notFound } from '../../kernel/base/errors'
import { readableRoles } from './access'
import { maskedMobile } from '../../kernel/caller/mobile'
import { partnerScope } from '../../kernel/caller/partner-scope'

/** Refuses a partner outside the caller's roles and scope, as one that does not exist (business/access 7). */
export async function assertVisible(tx: CallerTx, ids: readonly number[]): Promise<void> {
  const rows = await tx.select<{ id: number }>(
    sql<{
      id: number
    }>`select p.id from partner p where p.group_id = ${tx.groupId} and ${partnerScope(tx.caller, readableRoles(tx.caller))}
      and p.id = any (${[...ids]}::bigint[])`,
  )
  if (rows.length < new Set(ids).size) notFound('往来单位')
}

/** True when a document or a ledger names the partner. */
export async function isUsed(tx: CallerTx, id: number): Promise<boolean> {
  const row = await tx.one<{ isUsed: boolean }>({
    name: 'partner-used',
    text: `select exists (select from goods_document where group_id = $1 and partner_id = $2)
      or exists (select from money_slip where group_id = $1 and partner_id = $2)
      or exists (select from partner_balance where group_id = $1 and partner_id = $2) as is_used`,
    values: [tx.groupId, id],
  })
  return row?.isUsed ?? false
}

type Fields = Omit<PartnerView, 'contacts' | 'addresses' | 'isUsed'>

/** A partner with all tabs; mobiles masked and credit absent without the field permission. */
export async function readPartner(tx: CallerTx, id: number): Promise<PartnerView> {
  await assertVisible(tx, [id])
  const rows = <Row>(text: string) => tx.query<Row>({ text, values: [tx.groupId, id] })
  const partner = await tx.one<Fields>({
    text: `select p.id, p.version, p.code, p.name, p.kind, p.cus_flag, p.level, p.category, p.mobile, p.tel, p.region_code, p.address,
        p.price_level, p.discount_rate, p.settlement_method_id, p.tax_no, p.invoice_title, p.bank_name, p.bank_account,
        p.default_invoice_kind, p.source, p.birthday, p.gender, p.is_blacklisted, p.remark, p.is_active,
        p.system_kind is not null as is_system, p.credit_days, p.credit_policy, own.salesperson_id, own.buyer_id
        ${sees(tx.caller, 'credit_limit') ? ', own.credit_limit' : ''}
      from partner p
      left join partner_org own on own.group_id = p.group_id and own.partner_id = p.id and own.org_id = $3
      where p.group_id = $1 and p.id = $2`,
    values: [tx.groupId, id, tx.caller.orgId],
  })
  const masked = <Row extends { mobile: string }>(row: Row): Row => ({
    ...row,
    mobile: maskedMobile(tx.caller, row.mobile),
  })
  const contacts = await rows<PartnerView['contacts'][number]>(
    `select name, mobile, tel, title, is_default from partner_contact where group_id = $1 and partner_id = $2 order by id`,
  )
  const addresses = await rows<PartnerView['addresses'][number]>(
    `select receiver, mobile, region_code, address, is_default from partner_address
      where group_id = $1 and partner_id = $2 order by id`,
  )
  return {
    ...masked(partner as Fields),
    isUsed: await isUsed(tx, id),
    contacts: contacts.map(masked),
    addresses: addresses.map(masked),
  }
}
