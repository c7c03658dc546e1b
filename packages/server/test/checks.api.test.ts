// What a column may hold is said by the contract; where the schema says it again, both say the same.
import {
  cardKinds,
  cardStates,
  couponScopes,
  couponStates,
  deductRules,
  packageLineKinds,
  packageStates,
} from '@chepu/contract/cards/words'
import { payeePapers } from '@chepu/contract/cards/payee'
import { brandKinds } from '@chepu/contract/basics/brand'
import { carFuels, modelYears } from '@chepu/contract/basics/car-model'
import { moneyDirections } from '@chepu/contract/basics/words'
import { priceSources } from '@chepu/contract/basics/price-list'
import { auxUnitUses, gradeLabels, substituteDirections } from '@chepu/contract/basics/part'
import { maxCategoryLevel } from '@chepu/contract/basics/part-category'
import { settlementKinds } from '@chepu/contract/basics/settlement-method'
import { taxKinds } from '@chepu/contract/basics/tax-rate'
import { maxRegionLevel } from '@chepu/contract/basics/region'
import { countScopes } from '@chepu/contract/warehouse/stock-count'
import { outcomes } from '@chepu/contract/warehouse/transfer-receipt'
import { warehouseKinds } from '@chepu/contract/basics/warehouse'
import { orgStatuses, taxpayerKinds } from '@chepu/contract/access/org'
import { mostCallsPerMinute } from '@chepu/contract/access/program-key'
import { registrationStates } from '@chepu/contract/access/registration'
import { scopeNames } from '@chepu/contract/kernel/scope-areas'
import { genders } from '@chepu/contract/access/staff'
import { followUpOutcomes } from '@chepu/contract/customers/follow-up'
import { creditPolicyLabels, partnerKindLabels, priceLevelLabels } from '@chepu/contract/customers/partner'
import { vehicleUsages } from '@chepu/contract/customers/vehicle'
import { matchWays } from '@chepu/contract/finance/bank'
import { accountKinds } from '@chepu/contract/finance/store-account'
import { tillStates } from '@chepu/contract/finance/till'
import { exportStates } from '@chepu/contract/kernel/export-job'
import { exportFormats } from '@chepu/contract/kernel/export-route'
import { goodsHeader } from '@chepu/contract/kernel/goods-document'
import { otherMoneyPurposes } from '@chepu/contract/finance/other-money'
import { accountSides, sideLabels } from '@chepu/contract/kernel/money-document'
import { itemTabs } from '@chepu/contract/kernel/item-tabs'
import { owingTypes, payerTypes } from '@chepu/contract/kernel/payer-types'
import { providers } from '@chepu/contract/kernel/providers'
import { invoiceKindLabels } from '@chepu/contract/kernel/scalars'
import { pricingModes } from '@chepu/contract/kernel/pricing-modes'
import { commissionModes } from '@chepu/contract/repair/service-item'
import { invoiceIssued } from '@chepu/contract/finance/invoice'
import { invoiceSorts } from '@chepu/contract/finance/invoice-rules'
import { levels } from '@chepu/contract/repair/inspection'
import { policyKinds } from '@chepu/contract/repair/insurance-case'
import { pauseKinds } from '@chepu/contract/repair/work-order'
import { repairSectionNames } from '@chepu/contract/kernel/repair-document'
import { technicianLevels } from '@chepu/contract/repair/technician'
import { confirmStates } from '@chepu/contract/sales/sales-order'
import { disposals } from '@chepu/contract/sales/sales-return'
import { pointKinds } from '@chepu/contract/shell/permission-point'
import { claimSectionNames } from '@chepu/contract/warranty/claim-document'
import { handlings } from '@chepu/contract/warranty/warranty-bill'
import { oldPartResults } from '@chepu/contract/warranty/old-part-return'
import { oldPartStates } from '@chepu/contract/warranty/old-part'
import { restBearers } from '@chepu/contract/warranty/claim-confirmation'
import { layoutRows } from '@chepu/contract/warranty/claim-layout'
import { partPriceRules } from '@chepu/contract/warranty/claim-price'
import { policyScopes } from '@chepu/contract/warranty/policy'
import pg from 'pg'
import { expect, it } from 'vitest'
import type { CommissionEntry, PnlEntry, WriteOffEntry } from '../src/kernel/ledgers/types'
import type { Notification } from '../src/kernel/notify/notify'
import type { SmsPurpose } from '../src/shell/sign-in/sms-code'
import type { TicketKind } from '../src/shell/sign-in/tickets'
import { freshDatabase } from './database'

/** Names of a type that the server alone knows; the compiler refuses one too many or too few. */
const namesOf = <Name extends string>(names: Record<Name, true>) => Object.keys(names)

/** Values of each column that the schema lists, by the names that the program has for them. */
const lists: Record<string, readonly string[]> = {
  'bank_match.way': Object.keys(matchWays),
  'brand.kind': Object.keys(brandKinds),
  'business_type.default_payer': Object.keys(payerTypes),
  'card.state': Object.keys(cardStates),
  'card_item.kind': Object.keys(packageLineKinds),
  'card_package.state': Object.keys(packageStates),
  'card_package_line.kind': Object.keys(packageLineKinds),
  'card_type.deduct_rule': Object.keys(deductRules),
  'card_type.kind': Object.keys(cardKinds),
  'coupon.state': Object.keys(couponStates),
  'coupon_batch.scope': Object.keys(couponScopes),
  'car_model.fuel': Object.keys(carFuels),
  'commission_entry.role': namesOf<CommissionEntry['role']>({ technician: true, adviser: true, material: true }),
  'company.taxpayer_kind': Object.keys(taxpayerKinds),
  'employee.gender': Object.keys(genders),
  'expense_category.direction': Object.keys(moneyDirections),
  'export_job.format': Object.keys(exportFormats),
  'export_job.state': Object.keys(exportStates),
  'follow_up.outcome': Object.keys(followUpOutcomes),
  'dispatch.role': ['lead', 'assistant'],
  'dispatch_pause.kind': [...Object.keys(pauseKinds), 'other'],
  'goods_document.confirm_state': Object.keys(confirmStates),
  'goods_document.disposal': Object.keys(disposals),
  'goods_document.freight_payer': goodsHeader.shape.freightPayer.unwrap().options,
  'goods_document.invoice_kind': Object.keys(invoiceKindLabels),
  'goods_document.outcome': Object.keys(outcomes),
  'goods_document.purchase_invoice_kind': Object.keys(invoiceKindLabels),
  'manufacturer_policy.scope': Object.keys(policyScopes),
  'manufacturer_policy_term.part_price_rule': Object.keys(partPriceRules),
  'money_slip.payee_paper': Object.keys(payeePapers),
  'money_slip.side': Object.keys(sideLabels),
  'notification.kind': namesOf<Notification['kind']>({ notice: true, news: true }),
  'open_item.payer_type': owingTypes,
  'open_item.side': accountSides,
  'open_item.tab': itemTabs,
  'partner_statement.side': accountSides,
  'statement_dispute.side': accountSides,
  'recurring_money.direction': Object.keys(moneyDirections),
  'recurring_money.purpose': Object.keys(otherMoneyPurposes),
  'repair_document.handling': Object.keys(handlings),
  'claim_layout.rows_of': Object.keys(layoutRows),
  'claim_line.deduction': ['old_part', 'sampling', 'other'],
  'claim_line.rest': Object.keys(restBearers),
  'claim_line.result': Object.keys(oldPartResults),
  'claim_line.section': claimSectionNames,
  'old_part.state': Object.keys(oldPartStates),
  'org.status': Object.keys(orgStatuses),
  'org.taxpayer_kind': Object.keys(taxpayerKinds),
  'inspection.state': ['open', 'done'],
  'invoice.sheet_kind': Object.keys(invoiceSorts),
  'invoice.state': Object.keys(invoiceIssued.states),
  'inspection_point.level': Object.keys(levels),
  'part.grade': Object.keys(gradeLabels),
  'part_aux_unit.used_for': Object.keys(auxUnitUses),
  'part_substitute.direction': Object.keys(substituteDirections),
  'partner.credit_policy': Object.keys(creditPolicyLabels),
  'partner.default_invoice_kind': Object.keys(invoiceKindLabels),
  'partner.kind': Object.keys(partnerKindLabels),
  'partner.price_level': Object.keys(priceLevelLabels),
  'partner_balance.account': Object.keys(sideLabels),
  'partner_ledger.account': Object.keys(sideLabels),
  'partner_period.account': Object.keys(sideLabels),
  'pnl_ledger.kind': namesOf<PnlEntry['kind']>({
    revenue_part: true,
    revenue_labour: true,
    revenue_other: true,
    revenue_internal: true,
    warranty_revenue: true,
    warranty_diff: true,
    discount: true,
    cogs_part: true,
    cogs_outsource: true,
    internal_expense: true,
    stock_variance: true,
    stock_loss: true,
    stock_gain: true,
    other_income: true,
    other_expense: true,
    card_breakage: true,
  }),
  'pnl_ledger.payer_type': Object.keys(payerTypes),
  'price_history.source': Object.keys(priceSources),
  'service_item.commission_mode': Object.keys(commissionModes),
  'service_item.pricing_mode': Object.keys(pricingModes),
  'settlement_method.kind': Object.keys(settlementKinds),
  'shared.identity.provider': Object.keys(providers),
  'shared.permission_point.kind': Object.keys(pointKinds),
  // A first step that the second has not followed yet is nobody's to decide about.
  'shared.registration.state': ['open', ...Object.keys(registrationStates)],
  'shared.sign_in_ticket.kind': namesOf<TicketKind>({ state: true, bind: true, code: true }),
  'shared.sms_code.purpose': namesOf<SmsPurpose>({ login: true, register: true, bind: true, own: true }),
  'stock_count.scope': Object.keys(countScopes),
  'quality_check.step': ['self', 'team'],
  'repair_document.order_kind': ['normal', 'fast', 'goods'],
  'repair_document.pause_kind': Object.keys(pauseKinds),
  'repair_document.policy_kind': Object.keys(policyKinds),
  'repair_line.agreement': ['open', 'agreed', 'declined'],
  'repair_line.payer': Object.keys(payerTypes),
  'repair_line.pricing_mode': Object.keys(pricingModes),
  'repair_line.section': [...repairSectionNames],
  'repair_line.work_state': ['waiting', 'working', 'paused', 'finished', 'passed'],
  'store_account.kind': Object.keys(accountKinds),
  'tax_rate.kind': Object.keys(taxKinds),
  'technician.level': Object.keys(technicianLevels),
  'till_day.state': Object.keys(tillStates),
  'vehicle.usage': Object.keys(vehicleUsages),
  'warehouse.kind': [...Object.keys(warehouseKinds), 'transit'],
  'write_off_line.tender': namesOf<WriteOffEntry['tender']>({
    money: true,
    advance: true,
    opposite: true,
    bad_debt: true,
    card_principal: true,
    card_gift: true,
  }),
}

/** Least and most of each column that the schema bounds on both sides. */
const bounds: Record<string, readonly [number, number]> = {
  'recurring_money.day': [1, 31],
  'car_model.year': modelYears,
  'inspection_template.month_from': [1, 12],
  'inspection_template.month_to': [1, 12],
  'repair_document.fuel_level': [0, 8],
  'repair_document.at_fault': [0, 100],
  'part_category.level': [1, maxCategoryLevel],
  'role_scope.scope': [1, Object.keys(scopeNames).length],
  'shared.program_key.calls_per_minute': [1, mostCallsPerMinute],
  'shared.region.level': [1, maxRegionLevel],
  'user_scope.scope': [1, Object.keys(scopeNames).length],
}

/** Said by the schema alone: units and the program's own partners come with the program. */
const schemaAlone = new Set(['partner.system_kind', 'unit.decimals'])

/** What the constraints of the live schema say of single columns; shards of a distributed database repeat those of their table. */
async function constraintsOf(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ table: string; said: string }>(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as said from pg_constraint
      where contype = 'c' and connamespace in ('public'::regnamespace, 'shared'::regnamespace)
        and conrelid::regclass::text !~ '_\\d{6}$'`,
  )
  await client.end()
  return rows
}

it('what the schema lets columns hold is what the program knows', async () => {
  const database = await freshDatabase()
  try {
    const constraints = await constraintsOf(database.ownerUrl)
    const listed = constraints.flatMap(({ table, said }) => {
      const [, column, values] = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(said) ?? []
      return column && values ? [[`${table}.${column}`, [...values.matchAll(/'(\w+)'/g)].map(([, name]) => name)]] : []
    })
    const bounded = constraints.flatMap(({ table, said }) => {
      const [, column, least, most] = /^CHECK \(\(\((\w+) >= (\d+)\) AND \(\1 <= (\d+)\)\)\)$/.exec(said) ?? []
      return column ? [[`${table}.${column}`, [Number.parseInt(least ?? '', 10), Number.parseInt(most ?? '', 10)]]] : []
    })
    const repeated = (pairs: unknown[][]) =>
      Object.fromEntries(
        pairs
          .filter(([name]) => !schemaAlone.has(name as string))
          .map(([name, held]) => [name, (held as unknown[]).toSorted()]),
      )
    expect(repeated(listed)).toEqual(repeated(Object.entries(lists)))
    expect(repeated(bounded)).toEqual(repeated(Object.entries(bounds)))
  } finally {
    await database.drop()
  }
})

/** Tables whose rows drafts lose and get anew with every save. */
const rewritten = ['goods_document_line', 'repair_line', 'money_slip_item', 'money_slip_tender']

it('what refers to lines that drafts lose is found by an index', async () => {
  const database = await freshDatabase()
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select c.conrelid::regclass || ' ' || c.conname as name from pg_constraint c
        where c.contype = 'f' and c.confrelid::regclass::text = any ($1::text[])
          and not exists (select from pg_index i where i.indrelid = c.conrelid and (i.indkey::int2[])[0:1] @> c.conkey[1:2])`,
      [rewritten],
    )
    expect(rows).toEqual([])
  } finally {
    await client.end()
    await database.drop()
  }
})
