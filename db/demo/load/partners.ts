import type { Tx } from '../../../packages/server/src/kernel/db/tx'
import { pinyinOf } from '../../../packages/server/src/kernel/master/pinyin'
import { orgs } from '../organisations'
import { partners } from '../partners'
import type { DemoPartner } from '../partner-types'
import { type Book, insertAll } from './book'

/** Partners with their contacts, addresses and what each org agreed with them. Those of the system exist already. */
export async function loadPartners(tx: Tx, book: Book): Promise<void> {
  for (const { code, orgCode, sisterOrgCode } of partners.filter(({ isSystem }) => isSystem)) {
    const kind = sisterOrgCode === null ? 'walk_in' : 'sister_org'
    book.set('partner', code, await systemPartner(tx, kind, book.id('org', (sisterOrgCode ?? orgCode) as string)))
  }
  const others = partners.filter(({ isSystem }) => !isSystem)
  const ids = await insertAll(
    tx,
    'partner',
    others.map((partner) => partnerRow(partner, book)),
  )
  others.forEach((partner, i) => book.set('partner', partner.code, ids[i] as number))
  await insertAll(
    tx,
    'partner_contact',
    others.flatMap((partner) =>
      partner.contacts.map((contact) => ({
        partnerId: book.id('partner', partner.code),
        ...contact,
        tel: contact.tel ?? '',
      })),
    ),
  )
  await insertAll(
    tx,
    'partner_address',
    others.flatMap((partner) =>
      partner.addresses.map((address) => ({
        partnerId: book.id('partner', partner.code),
        ...address,
        ...placed(address),
      })),
    ),
  )
  await insertAll(
    tx,
    'partner_org',
    others.flatMap((partner) => agreements(partner, book)),
  )
}

async function systemPartner(tx: Tx, kind: 'walk_in' | 'sister_org', orgId: number): Promise<number> {
  const row = await tx.one<{ id: number }>({
    text: `select id from partner where group_id = $1 and system_kind = $2 and system_org_id = $3`,
    values: [tx.groupId, kind, orgId],
  })
  return row?.id as number
}

const priceLevels = {
  retail: 'retail',
  wholesale_1: 'wholesale1',
  wholesale_2: 'wholesale2',
  wholesale_3: 'wholesale3',
  transfer: 'retail',
}

/** The demo writes addresses in full; stored apart are the region and what follows it. */
const placed = ({ regionCode, address }: { regionCode: string | null; address: string | null }) => {
  const region = /^.+?省.+?市.+?区/.exec(address ?? '')?.[0] ?? ''
  return { regionCode: regionCode ?? '', region, address: (address ?? '').slice(region.length) }
}

function partnerRow(partner: DemoPartner, book: Book): Record<string, unknown> {
  return {
    code: partner.code,
    name: partner.name,
    ...pinyinOf(partner.name, partner.kind === 'person' ? 'person' : 'thing'),
    kind: partner.kind,
    cusFlag: partner.cusFlag,
    level: partner.level,
    category: partner.category,
    mobile: partner.mobile ?? '',
    tel: partner.tel ?? '',
    ...placed(partner),
    priceLevel: priceLevels[partner.priceLevel],
    discountRate: partner.discountRate,
    settlementMethodId: book.id('settlementMethod', partner.settlementMethodCode),
    creditDays: partner.creditDays,
    creditPolicy: partner.creditPolicy,
    taxNo: partner.taxNo ?? '',
    invoiceTitle: partner.invoiceTitle ?? '',
    bankName: partner.bankName ?? '',
    bankAccount: partner.bankAccount ?? '',
    defaultInvoiceKind: partner.defaultInvoiceKind,
    source: partner.source ?? '',
    gender: partner.gender ?? '',
  }
}

/** Credit and responsible people: at the partner's own org, or at all of them for suppliers and the like. */
function agreements(partner: DemoPartner, book: Book): Record<string, unknown>[] {
  const places = partner.orgCode === null ? orgs.map((org) => org.code) : [partner.orgCode]
  const ownPerson = (empNo: string | null, orgCode: string) =>
    empNo?.startsWith(orgCode) ? book.id('employee', empNo) : null
  return places.map((orgCode) => ({
    orgId: book.id('org', orgCode),
    partnerId: book.id('partner', partner.code),
    creditLimit: partner.creditLimit,
    salespersonId: ownPerson(partner.salespersonEmpNo, orgCode),
    buyerId: ownPerson(partner.buyerEmpNo, orgCode),
  }))
}
