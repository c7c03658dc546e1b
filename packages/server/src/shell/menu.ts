import { button, pageOf } from '@chepu/contract/access/catalogue'
import { advanceTab, settleTabs } from '@chepu/contract/finance/settle-tabs'
import { tillAccess } from '@chepu/contract/finance/till'
import { imports } from '@chepu/contract/imports/import'
import { keeperAccess } from '@chepu/contract/warehouse/keeper-desk'
import { type Caller, mayPress } from '../kernel/caller/caller'

/** A screen of the program, as its own catalogue has it. */
export interface ScreenEntry {
  /** Screen key; the path is the key with a slash in front. */
  key: string
  title: string
  /** Page ids of which one is enough; null is open to every signed-in user; the platform's keeper has pages of his own. */
  page: number | number[] | 'platform' | null
  /** Reached from other pages only. */
  hidden?: boolean
}

/** A folder of the side menu. */
interface Area {
  name: string
  title: string
  icon: string
  screens: ScreenEntry[]
}

const screen = (key: string, title: string, ...groups: string[]): ScreenEntry => ({
  key,
  title,
  page: groups.length === 0 ? null : groups.map(pageOf),
})
const platformScreen = (key: string, title: string): ScreenEntry => ({ key, title, page: 'platform' })
const hiddenScreen = (...args: Parameters<typeof screen>): ScreenEntry => ({ ...screen(...args), hidden: true })

/** Tabs of open items that stand in the menu; each leads to the others. */
const chiefTabs = new Set<string>(['purchase', 'sale', 'repair', 'insurance', 'warranty', 'other'])
const settleScreens = [
  ...Object.entries(settleTabs).map(([tab, { screen: key, title }]) =>
    (chiefTabs.has(tab) ? screen : hiddenScreen)(key, title, 'settle_tabs'),
  ),
  screen(advanceTab.screen, advanceTab.title, 'settle_tabs'),
]

/** The right to any of the files that 批量导入 takes. */
const importButtons = Object.values(imports).flatMap(({ access }) => (typeof access === 'string' ? [] : access))

/** Areas and screens of the side menu, each behind the page id of its permission group (business/access 5). */
export const areas: readonly Area[] = [
  {
    name: 'customers',
    title: '客户',
    icon: 'customer',
    screens: [
      screen('customer', '客户管理', 'customer'),
      screen('moreQuestion', '客户综合查询', 'customer'),
      screen('followUp', '客户回访', 'customer'),
      hiddenScreen('customerDetail', '客户详情', 'customer'),
      hiddenScreen('customerAdd', '新增客户', 'customer', 'partner'),
      hiddenScreen('customerEdit', '修改客户', 'customer', 'partner'),
    ],
  },
  {
    name: 'purchasing',
    title: '采购',
    icon: 'purchase',
    screens: [
      screen('purchaseOrder', '采购订单', 'purchase_order'),
      screen('queryPurOrder', '采购订单查询', 'purchase_order'),
      screen('purchase', '采购入库', 'goods_receipt'),
      screen('purchaseBack', '采购退货', 'purchase_return'),
      screen('purQueryBySupplier', '采购查询-按供应商', 'goods_receipt'),
      screen('purQueryByOrder', '采购查询-按单据', 'goods_receipt'),
      screen('purQueryByParts', '采购查询-按配件', 'goods_receipt'),
      screen('purBackQueryBySupplier', '采购退货查询-按供应商', 'purchase_return'),
      screen('purBackQueryByOrder', '采购退货查询-按单据', 'purchase_return'),
      screen('purBackQueryByParts', '采购退货查询-按配件', 'purchase_return'),
      screen('suppliers', '供应商管理', 'partner'),
    ],
  },
  {
    name: 'sales',
    title: '销售',
    icon: 'sale',
    screens: [
      screen('priceSheet', '销售报价单', 'quotation'),
      screen('saleOrder', '销售订单', 'sales_order'),
      screen('orderConfirm', '订单确认', 'order_confirm'),
      screen('sale', '销售出库', 'sales_delivery'),
      screen('saleBack', '销售退货', 'sales_return'),
      screen('price', '价格管理', 'price'),
      screen('purchaseAndSale', '采购转销售', 'direct_trade'),
      screen('saleQueryByProduct', '销售查询-按商品', 'sales_delivery'),
      screen('saleQueryByOrder', '销售查询-按单据', 'sales_delivery'),
      screen('saleBackQueryByProduct', '销售退货查询-按商品', 'sales_return'),
      screen('saleBackQueryByOrder', '销售退货查询-按单据', 'sales_return'),
      screen(
        'TabFormerSearch',
        '前单查询',
        'quotation',
        'sales_order',
        'sales_delivery',
        'purchase_order',
        'goods_receipt',
      ),
    ],
  },
  {
    name: 'workshop',
    title: '维修',
    icon: 'repair',
    screens: [
      screen('repairReservation', '预约管理', 'reservation'),
      hiddenScreen('repairReservationOperate', '预约登记', 'reservation'),
      hiddenScreen('repairReservationDetail', '预约详情', 'reservation'),
      screen('fastRepair', '快修快保', 'fast_repair'),
      screen('repairGoodsTrade', '维修商品销售', 'goods_trade'),
      screen('reception', '接车登记', 'reception'),
      screen('repairBilling', '维修开单', 'work_order'),
      screen('repair', '维修工单', 'work_order'),
      hiddenScreen('insuranceCase', '保险案件', 'work_order', 'claims_money'),
      screen('inspection', '检车报告', 'work_order'),
      screen('businessScheduling', '派工调度', 'dispatch'),
      screen('maintenanceProgressQuery', '维修进度', 'work_order'),
      { key: 'myWork', title: '我的任务', page: button('dispatch', 'start') },
      screen('matValuation', '材料计价', 'mat_valuation'),
      screen('costSettlement', '费用结算', 'repair_settlement'),
      screen('refundOrder', '维修退单', 'repair_refund'),
      screen('recordsRepair', '维修记录', 'work_order'),
    ],
  },
  {
    name: 'warranty',
    title: '三包',
    icon: 'warranty',
    screens: [
      screen('threePackage', '三包单', 'warranty_bill'),
      screen('claim', '索赔申报', 'warranty_claim'),
      screen('confirm', '厂家确认', 'claim_confirm'),
      hiddenScreen('claimConfirmation', '厂家确认单', 'claim_confirm'),
      screen('oldPart', '旧件库', 'old_part'),
      hiddenScreen('oldPartReturn', '旧件返厂单', 'old_part'),
      hiddenScreen('warrantySettlement', '三包结算单', 'claims_money'),
      screen('threeByBill', '三包查询-按单据', 'warranty_bill'),
      screen('threeByItem', '三包查询-按项目', 'warranty_bill'),
      screen('threeByManufacturer', '三包查询-按厂家', 'warranty_bill'),
      screen('threeByParts', '三包查询-按配件', 'warranty_bill'),
      screen('manufacturerPolicy', '厂家三包政策', 'warranty_bill'),
      screen('labourQuota', '厂家工时定额', 'warranty_bill'),
    ],
  },
  {
    name: 'issuing',
    title: '领料',
    icon: 'picking',
    screens: [
      screen('picking', '维修领料', 'picking'),
      screen('pickingByNumber', '按单号领料', 'picking'),
      screen('pickingByParts', '按配件领料', 'picking'),
      screen('pickingReturn', '维修退料', 'picking_return'),
      screen('pickingNumberQuery', '领料查询-按单号', 'picking'),
      screen('pickingPartsQuery', '领料查询-按配件', 'picking'),
      screen('pickingReturnNumberQuery', '退料查询-按单号', 'picking_return'),
      screen('pickingReturnPartsQuery', '退料查询-按配件', 'picking_return'),
    ],
  },
  {
    name: 'cards',
    title: '会员卡',
    icon: 'card',
    screens: [
      screen('card', '会员卡管理', 'card'),
      screen('cardPackage', '套餐管理', 'card_package'),
      screen('makeCardVoucher', '办卡单', 'card_voucher'),
      hiddenScreen('cardPackageAdd', '新增套餐', 'card_package'),
      hiddenScreen('makeCardVoucherDetail', '办卡单详情', 'card_voucher', 'card'),
      screen('cardReport', '会员卡统计', 'report_perf'),
    ],
  },
  {
    name: 'stock',
    title: '仓库',
    icon: 'stock',
    screens: [
      { key: 'warehouse', title: '仓库工作台', page: [...keeperAccess] },
      screen('purWareHous', '入库管理', 'inbound'),
      screen('outWareHous', '出库管理', 'outbound'),
      hiddenScreen('otherIn', '其他入库单', 'inbound'),
      hiddenScreen('otherOut', '其他出库单', 'outbound'),
      screen('InventoryWarning', '库存预警', 'stock'),
      screen('stockInquiry', '库存查询', 'stock'),
      { key: 'costAdjustment', title: '成本调整单', page: button('stock', 'cost_adjust'), hidden: true },
      screen('inventoryListByOrder', '盘点单', 'stock_count'),
      screen('inventoryListByPart', '盘点查询', 'stock_count'),
      hiddenScreen('countGain', '盘盈单', 'stock_count'),
      hiddenScreen('countLoss', '盘亏单', 'stock_count'),
      hiddenScreen('partMerge', '配件合并单', 'stock'),
      screen('allocation', '调拨管理', 'transfer_request', 'transfer_order', 'transfer_receipt', 'location_move'),
      screen('requestForm', '调拨申请单', 'transfer_request'),
      screen('transferOrder', '调拨单', 'transfer_order'),
      screen('transferInto', '调入确认', 'transfer_receipt'),
      screen('transferSearch', '调拨查询', 'transfer_order'),
      hiddenScreen('locationMove', '移位单', 'location_move'),
      screen('assembly', '组装单', 'assembly'),
      screen('disassembly', '拆分单', 'disassembly'),
      screen('inOutBillSearch', '出入库单据查询', 'stock'),
    ],
  },
  {
    name: 'finance',
    title: '财务',
    icon: 'finance',
    screens: [
      screen('collection', '收款单', 'collection'),
      screen('payment', '付款单', 'payment'),
      screen('receivableAccount', '应收账款', 'receivable'),
      screen('payableAccount', '应付账款', 'payable'),
      screen('receipts', '收付单据查询', 'collection', 'payment'),
      { key: 'till', title: '日结交款', page: tillAccess },
      screen('writeOff', '往来核销', 'write_off'),
      screen('transfers', '资金转账', 'fund_transfer'),
      screen('otherIncomeExpense', '其他收支', 'other_money'),
      hiddenScreen('otherExpense', '其他支出', 'other_money'),
      screen('bankReconcile', '银行对账', 'bank'),
      ...settleScreens,
      screen('claims', '索赔款管理', 'claims_money'),
      screen('periodClose', '月结', 'period'),
      screen('accountBooks', '账簿凭证', 'books'),
      screen('ticketManage', '票据管理', 'invoice'),
      screen('taxMoney', '税金管理', 'invoice'),
      hiddenScreen('invoiceIssued', '开票单', 'invoice'),
      hiddenScreen('invoiceReceived', '收票单', 'invoice'),
      screen('downloadCenter', '下载中心'),
    ],
  },
  {
    name: 'statistics',
    title: '统计',
    icon: 'statistics',
    screens: [screen('booksCheck', '对得上', 'period')],
  },
  {
    name: 'basics',
    title: '基础资料',
    icon: 'basics',
    screens: [
      screen('parts', '配件资料', 'part'),
      screen('products', '商品资料', 'product'),
      screen('brands', '品牌管理', 'brand'),
      screen('partCategories', '配件分类', 'category'),
      screen('cars', '车型库', 'car_model'),
      screen('serviceItems', '服务项目', 'service_item'),
      screen('repairWorkers', '维修工', 'technician'),
      screen('workerTypes', '工种', 'technician'),
      screen('businessTypes', '业务类型', 'dictionary'),
      screen('carType', '车辆类型', 'car_model'),
      screen('carColor', '车身颜色', 'car_model'),
      screen('taxSettings', '税率设置', 'tax'),
      screen('settlementMethods', '结算方式', 'dictionary'),
      screen('expenseCategories', '收支类别', 'dictionary'),
      screen('warehouseInfo', '仓库资料', 'warehouse'),
      screen('goodsAllocation', '货位管理', 'warehouse'),
      screen('storeManagement', '门店管理', 'org'),
      hiddenScreen('newShop', '新建门店', 'org'),
      hiddenScreen('editShop', '编辑门店', 'org'),
      screen('storeTypes', '门店类型', 'org'),
      screen('orgTypes', '组织类型', 'org'),
      screen('companies', '公司主体', 'org'),
      screen('team', '班组', 'team'),
      screen('position', '职位', 'position'),
      screen('dictionaries', '数据字典', 'dictionary'),
      screen('regions', '地区管理', 'dictionary'),
      // Open to whoever may import anything.
      { key: 'importExcel', title: '批量导入', page: importButtons },
      platformScreen('siteConfig', '站点配置'),
    ],
  },
  {
    name: 'access',
    title: '组织与权限',
    icon: 'access',
    screens: [
      screen('user', '用户管理', 'user'),
      screen('organization', '企业管理', 'org'),
      screen('orgApproval', '企业审核', 'org'),
      screen('companyorganization', '部门架构', 'org', 'user'),
      screen('roleManagement', '角色管理', 'role'),
      screen('rolePermissions', '角色权限', 'role'),
      screen('Privilege', '用户授权', 'data_auth'),
      screen('belongCompany', '所属企业', 'user'),
      screen('warehousePermissions', '仓库权限', 'data_auth'),
      screen('dataPermission', '数据权限', 'data_auth'),
      screen('storeAccount', '门店账户', 'store_account'),
      screen('reportConfig', '打印模板配置', 'print_template'),
      hiddenScreen('reportConfigAdd', '新增模板', 'print_template'),
      screen('announcement', '公告管理', 'announcement'),
      platformScreen('sysPermission', '系统权限'),
      platformScreen('smsOutbox', '短信发件箱'),
    ],
  },
]

const byKey = new Map(areas.flatMap((area) => area.screens).map((entry) => [entry.key, entry]))

/** A screen of the program by its key. */
export const screenOf = (key: string): ScreenEntry | undefined => byKey.get(key)

/** Whether the caller holds what the program itself asks for a screen, whatever the menu's rows say. */
export function mayOpen(caller: Caller, { page }: ScreenEntry): boolean {
  if (page === null) return true
  return page === 'platform' ? caller.isPlatform : mayPress(caller, page)
}
