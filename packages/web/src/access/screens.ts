import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  Privilege: { page: () => import('./rights/privilege') },
  belongCompany: { page: () => import('./rights/belong-company') },
  dataPermission: { page: () => import('./rights/data-permission') },
  roleManagement: { page: () => import('./rights/roles') },
  rolePermissions: { page: () => import('./rights/role-permissions') },
  user: { page: () => import('./rights/users') },
  warehousePermissions: { page: () => import('./rights/warehouse-permissions') },
  companies: { page: () => import('./organisation/companies') },
  companyorganization: { page: () => import('./organisation/company-organization') },
  editShop: { page: () => import('./organisation/shop-editor') },
  newShop: { page: () => import('./organisation/shop-editor') },
  organization: { page: () => import('./organisation/organization') },
  orgTypes: { page: () => import('./organisation/org-types') },
  position: { page: () => import('./organisation/position') },
  storeManagement: { page: () => import('./organisation/store-management') },
  storeTypes: { page: () => import('./organisation/store-types') },
  team: { page: () => import('./organisation/team') },
  orgApproval: { page: () => import('./registration/org-approval') },
}
