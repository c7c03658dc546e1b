import type { ComponentType } from 'react'
import './documents'

type Load = () => Promise<{ default: ComponentType }>

/**
 * A screen: its page, and for documents the editor that opens instead when the deep link has `id` or `new`
 * (`/purchase?id=12`). Both are default exports, loaded when first shown.
 */
export interface Screen {
  page: Load
  editor?: Load
}

/**
 * Screen key of the server's menu -> lazy page. An unknown key yields nothing (SPEC 2). One line a screen, by area.
 * A screen's path is its key with a slash in front.
 */
export const screens: Record<string, Screen> = {
  announcement: { page: () => import('../access/announcement/list') },
  Privilege: { page: () => import('../access/privilege') },
  belongCompany: { page: () => import('../access/belong-company') },
  dataPermission: { page: () => import('../access/data-permission') },
  roleManagement: { page: () => import('../access/roles') },
  rolePermissions: { page: () => import('../access/role-permissions') },
  sysPermission: { page: () => import('../access/sys-permission') },
  user: { page: () => import('../access/users') },
  warehousePermissions: { page: () => import('../access/warehouse-permissions') },
  booksCheck: { page: () => import('../statistics/books-check') },
  brands: { page: () => import('../basics/brands') },
  companies: { page: () => import('../access/organisation/companies') },
  companyorganization: { page: () => import('../access/organisation/company-organization') },
  Empty: { page: () => import('./empty') },
  dictionaries: { page: () => import('../basics/dictionaries') },
  editShop: { page: () => import('../access/organisation/shop-editor') },
  newShop: { page: () => import('../access/organisation/shop-editor') },
  organization: { page: () => import('../access/organisation/organization') },
  orgTypes: { page: () => import('../access/organisation/org-types') },
  position: { page: () => import('../access/organisation/position') },
  regions: { page: () => import('../basics/regions') },
  storeManagement: { page: () => import('../access/organisation/store-management') },
  storeTypes: { page: () => import('../access/organisation/store-types') },
  team: { page: () => import('../access/organisation/team') },
  changeOrg: { page: () => import('./choose-org') },
  collection: {
    page: () => import('../finance/collection/list'),
    editor: () => import('../finance/collection/editor'),
  },
  customer: { page: () => import('../customers/customer-list') },
  customerAdd: { page: () => import('../customers/partner/editor') },
  customerEdit: { page: () => import('../customers/partner/editor') },
  dashboard: { page: () => import('../dashboard/dashboard') },
  downloadCenter: { page: () => import('../finance/download-center/list') },
  editPwd: { page: () => import('./edit-password') },
  goodsAllocation: { page: () => import('../basics/goods-allocation') },
  importExcel: { page: () => import('../basics/import/import-excel') },
  partCategories: { page: () => import('../basics/part-categories') },
  parts: { page: () => import('../basics/part/list'), editor: () => import('../basics/part/editor') },
  payableAccount: {
    page: () => import('../finance/accounts/payable'),
    editor: () => import('../finance/accounts/adjustment-editor'),
  },
  payment: {
    page: () => import('../finance/payment/list'),
    editor: () => import('../finance/payment/editor'),
  },
  products: { page: () => import('../basics/products') },
  purchase: {
    page: () => import('../purchasing/goods-receipt/list'),
    editor: () => import('../purchasing/goods-receipt/editor'),
  },
  receipts: { page: () => import('../finance/receipts/receipts') },
  receivableAccount: {
    page: () => import('../finance/accounts/receivable'),
    editor: () => import('../finance/accounts/adjustment-editor'),
  },
  reportConfig: {
    page: async () => {
      await import('./print-kinds')
      return import('../access/print-template/list')
    },
  },
  reportConfigAdd: {
    page: async () => {
      await import('./print-kinds')
      return import('../access/print-template/editor')
    },
  },
  orgApproval: { page: () => import('../access/org-approval') },
  orderConfirm: { page: () => import('../sales/order-confirm/list') },
  outWareHous: { page: () => import('../warehouse/outbound/list') },
  sale: {
    page: () => import('../sales/sales-delivery/list'),
    editor: () => import('../sales/sales-delivery/editor'),
  },
  saleBack: {
    page: () => import('../sales/sales-return/list'),
    editor: () => import('../sales/sales-return/editor'),
  },
  saleOrder: {
    page: () => import('../sales/sales-order/list'),
    editor: () => import('../sales/sales-order/editor'),
  },
  storeAccount: { page: () => import('../finance/store-account/list') },
  suppliers: { page: () => import('../customers/supplier-list') },
  warehouseInfo: { page: () => import('../basics/warehouse-info') },
  siteConfig: { page: () => import('../shell/site-config') },
  writeOff: {
    page: () => import('../finance/write-off/list'),
    editor: () => import('../finance/write-off/editor'),
  },
  otherIn: {
    page: () => import('../warehouse/other-in/list'),
    editor: () => import('../warehouse/other-in/editor'),
  },
  otherOut: {
    page: () => import('../warehouse/other-out/list'),
    editor: () => import('../warehouse/other-out/editor'),
  },
  purchaseOrder: {
    page: () => import('../purchasing/purchase-order/list'),
    editor: () => import('../purchasing/purchase-order/editor'),
  },
  purchaseBack: {
    page: () => import('../purchasing/purchase-return/list'),
    editor: () => import('../purchasing/purchase-return/editor'),
  },
  queryPurOrder: { page: () => import('../purchasing/order-query/query') },
  purWareHous: { page: () => import('../warehouse/inbound/board') },
  smsOutbox: { page: () => import('../access/sms-outbox') },
  stockInquiry: { page: () => import('../warehouse/stock-inquiry/query') },
  inOutBillSearch: { page: () => import('../warehouse/movements/query') },
}
