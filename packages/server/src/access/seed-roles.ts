import { button, buttonsOf, permissionGroups } from '@chepu/contract/access/catalogue'
import { type Scope, type ScopeArea, scopeAreas } from '@chepu/contract/kernel/scope-areas'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { fieldKeys } from '@chepu/contract/kernel/fields'
import type { HiddenField } from '../kernel/caller/caller'

/** A role that every new group starts with (business/access 10.1). */
interface SeedRole {
  code: string
  name: string
  buttons: number[]
  fields: HiddenField[]
  scopes: Partial<Record<ScopeArea, Scope>>
  allWarehouses: boolean
  /** Null has no limit. */
  discountLimit: Decimal | null
  orderDiscountLimit: Decimal | null
  settleDiscountLimit: Decimal | null
  purchaseApproveLimit: Decimal | null
  paymentApproveLimit: Decimal | null
}

const entry = ['add', 'update', 'submit', 'void', 'close', 'print', 'export']
const query: string[] = []

const all = (...groups: string[]) => groups.flatMap((group) => buttonsOf(group))
const some = (actions: string[], ...groups: string[]) =>
  groups.flatMap((group) => {
    const own = permissionGroups.find((each) => each.key === group)?.actions.map((action) => action.key) ?? []
    return buttonsOf(
      group,
      actions.filter((action) => own.includes(action)),
    )
  })

const business = permissionGroups.filter((group) => group.area !== '系统').map((group) => group.key)
const settings = ['user', 'role', 'org', 'store_account', 'data_auth', 'print_template', 'log', 'announcement']
const masters = [
  'part',
  'product',
  'brand',
  'category',
  'tax',
  'car_model',
  'service_item',
  'technician',
  'warehouse',
  'dictionary',
  'partner',
  'team',
  'position',
]

/** What reaches beyond the organisations of a 店长 (ADR 0066, 0380). */
const ofTheGroup = [button('org', 'approve'), button('books', 'settings')]

const everywhere = (scope: Scope) => Object.fromEntries(Object.keys(scopeAreas).map((area) => [area, scope]))

const unlimited = {
  discountLimit: null,
  orderDiscountLimit: null,
  settleDiscountLimit: null,
  purchaseApproveLimit: null,
  paymentApproveLimit: null,
}
const none = {
  discountLimit: '0',
  orderDiscountLimit: '0',
  settleDiscountLimit: '0',
  purchaseApproveLimit: '0',
  paymentApproveLimit: '0',
}

/** Seed roles of business/access 10. The owner does everything in his orgs; 店长 has limits and decides about no new shops (ADR 0066); the others
 * have one desk each. */
export const seedRoles: readonly SeedRole[] = [
  {
    code: 'owner',
    name: '老板',
    buttons: all(...business, ...settings),
    fields: [...fieldKeys],
    scopes: everywhere(4),
    allWarehouses: true,
    ...unlimited,
  },
  {
    code: 'manager',
    name: '店长',
    buttons: all(...business, ...settings).filter((id) => !ofTheGroup.includes(id)),
    fields: [...fieldKeys],
    scopes: everywhere(3),
    allWarehouses: true,
    discountLimit: '0.3',
    orderDiscountLimit: '200',
    settleDiscountLimit: '200',
    purchaseApproveLimit: null,
    paymentApproveLimit: null,
  },
  {
    code: 'buyer',
    name: '采购员',
    buttons: [
      ...some([...entry, 'approve'], 'purchase_order', 'goods_receipt'),
      ...some(entry, 'purchase_return', 'direct_trade'),
      ...some(['add', 'update', 'submit', 'void'], 'transfer_request'),
      ...some(['export', 'label', 'set_limit', 'all_org'], 'stock'),
      ...some(['add', 'update', 'delete'], 'partner'),
      ...some(['statement', 'export'], 'payable'),
      ...some(['add', 'update', 'import', 'export'], 'part', 'product', 'brand'),
      ...some(query, 'inbound', 'category', 'warehouse'),
    ],
    fields: ['cost_price', 'purchase_price', 'doc_price', 'mobile_full'],
    scopes: everywhere(3),
    allWarehouses: false,
    ...none,
    discountLimit: null,
    orderDiscountLimit: null,
    purchaseApproveLimit: '20000',
  },
  {
    code: 'salesperson',
    name: '销售员',
    buttons: [
      ...some(['add', 'update', 'export', 'view_mobile'], 'customer'),
      ...some([...entry, 'approve'], 'quotation', 'sales_delivery'),
      ...some(entry, 'sales_order', 'sales_return', 'direct_trade'),
      ...some(query, 'order_confirm', 'price', 'outbound', 'part', 'brand', 'category'),
      ...some(['label', 'all_org'], 'stock'),
      ...some(['statement'], 'receivable'),
    ],
    fields: ['doc_price', 'wholesale_price', 'min_sale_price', 'mobile_full', 'credit_limit', 'ar_balance'],
    scopes: { ...everywhere(3), customer: 1, sales: 1, finance: 1 },
    allWarehouses: false,
    ...none,
    discountLimit: '0.1',
    orderDiscountLimit: '50',
  },
  {
    code: 'warehouse_keeper',
    name: '仓管',
    buttons: [
      ...all('inbound', 'outbound', 'transfer_order', 'transfer_receipt', 'location_move', 'picking', 'picking_return'),
      ...some([...entry, 'see_book'], 'stock_count', 'assembly', 'disassembly'),
      ...some(['add', 'update', 'submit', 'approve', 'void'], 'transfer_request'),
      ...some(['export', 'label', 'all_org'], 'stock'),
      ...some(['update', 'batch', 'add'], 'warehouse'),
      ...some(query, 'part', 'product', 'brand', 'category'),
    ],
    fields: [],
    scopes: everywhere(3),
    allWarehouses: false,
    ...none,
  },
  {
    code: 'adviser',
    name: '服务顾问',
    buttons: [
      ...some(['add', 'update', 'export', 'view_mobile'], 'customer', 'vehicle'),
      ...all('reservation', 'reception', 'dispatch', 'mat_valuation', 'fast_repair', 'goods_trade'),
      ...some(['add', 'update', 'confirm', 'add_item', 'cancel', 'print', 'export'], 'work_order'),
      ...some(['settle', 'discount', 'collect', 'handover', 'print'], 'repair_settlement'),
      ...some(['add', 'update', 'submit', 'print'], 'repair_refund', 'warranty_bill'),
      ...some(['open', 'recharge', 'package', 'replace', 'loss'], 'card'),
      // Who takes the money hands over the card.
      ...some(['approve', 'print'], 'card_voucher'),
      // What an order lacks he asks for; who buys sees what it costs.
      ...some(['add', 'update', 'submit'], 'purchase_order', 'transfer_request'),
      ...some(['all_org'], 'stock'),
      ...some(query, 'part', 'service_item', 'car_model', 'card_package'),
    ],
    fields: ['doc_price', 'min_sale_price', 'mobile_full'],
    scopes: everywhere(2),
    allWarehouses: false,
    ...none,
    discountLimit: '0.1',
    orderDiscountLimit: '20',
  },
  {
    code: 'warranty_clerk',
    name: '三包员',
    buttons: [
      // What he enters 店长 looks at, who gives a bill up as well.
      ...some(['add', 'update', 'submit', 'void', 'print', 'export', 'policy'], 'warranty_bill'),
      ...some(['enter', 'confirm', 'appeal', 'import'], 'claim_confirm'),
      ...all('warranty_claim', 'old_part'),
      // Another part, or his money, for who brings one back; who sells approves it.
      ...some(['add', 'update', 'submit', 'void', 'print'], 'sales_delivery', 'sales_return'),
      ...some(query, 'customer', 'vehicle', 'work_order', 'stock', 'claims_money'),
      // What policies and quotas name.
      ...some(query, 'part', 'brand', 'category', 'car_model', 'service_item'),
    ],
    fields: ['doc_price', 'purchase_price', 'mobile_full', 'ar_balance'],
    scopes: everywhere(3),
    allWarehouses: true,
    ...none,
  },
  {
    code: 'technician',
    name: '技师',
    buttons: [...some(['start', 'check'], 'dispatch'), ...some(query, 'work_order', 'picking')],
    fields: [],
    scopes: everywhere(1),
    allWarehouses: false,
    ...none,
  },
  {
    code: 'cashier_accountant',
    name: '收银/财务',
    buttons: [
      ...all(
        'collection',
        'payment',
        'write_off',
        'receivable',
        'payable',
        'fund_transfer',
        'other_money',
        'settle_tabs',
        'claims_money',
        'invoice',
        'bank',
      ),
      ...some(['close'], 'period'),
      ...some(['export'], 'books'),
      ...all('report_repair', 'report_perf', 'report_worker', 'report_adviser', 'report_stock', 'report_account'),
      ...some(['settle', 'collect', 'print'], 'repair_settlement'),
      ...some(['open', 'recharge', 'package', 'replace', 'loss', 'refund'], 'card'),
      ...some(['approve', 'print'], 'card_voucher'),
      ...some(['settle'], 'fast_repair', 'goods_trade'),
      ...some(
        ['print', 'export'],
        'purchase_order',
        'goods_receipt',
        'purchase_return',
        'sales_order',
        'sales_delivery',
        'sales_return',
      ),
      ...some(['reverse'], 'goods_receipt'),
      ...some(['approve', 'print', 'export', 'see_book'], 'stock_count'),
      ...some(['export'], 'stock'),
      ...some(['see_balance'], 'store_account'),
      ...some(['credit'], 'partner'),
      ...some(['export'], 'customer'),
      ...some(query, 'part', 'product', 'brand', 'category', 'tax', 'card_package'),
    ],
    fields: [
      'cost_price',
      'gross_profit',
      'purchase_price',
      'wholesale_price',
      'doc_price',
      'mobile_full',
      'credit_limit',
      'ar_balance',
      'account_balance',
      'commission',
    ],
    scopes: everywhere(3),
    allWarehouses: true,
    ...none,
    settleDiscountLimit: '500',
    paymentApproveLimit: '5000',
  },
  {
    code: 'admin',
    name: '系统管理员',
    buttons: all(...settings, ...masters),
    fields: ['mobile_full'],
    scopes: everywhere(4),
    allWarehouses: false,
    ...none,
  },
]
