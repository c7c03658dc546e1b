/** A page of the shell that is no part of the server's menu (business/frame 2.2). */
interface FixedPage {
  path: string
  /** Screen key, and the name of its tab. */
  name: string
  title: string
  /** A page with a type cannot be favourited. */
  type?: string
  affix?: boolean
  noCache?: boolean
  breadcrumb?: boolean
}

/** Fixed routes that live in a tab; everybody signed in may open them. */
export const fixedPages: readonly FixedPage[] = [
  { path: '/dashboard', name: 'dashboard', title: '首页', type: 'hidden', affix: true },
  { path: '/editPwd/index', name: 'editPwd', title: '密码修改', noCache: true },
  { path: '/changeOrg/index', name: 'changeOrg', title: '切换企业', noCache: true },
  {
    path: '/transToSalesferOrder/index',
    name: 'transToSalesferOrder',
    title: '采购转销售查询',
    noCache: true,
    breadcrumb: false,
  },
  { path: '/importExcel/index', name: 'importExcel', title: '批量导入', noCache: true },
]
