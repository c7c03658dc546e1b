import { bindAccess } from '../access/routes'
import { bindBasics } from '../basics/routes'
import { bindCards } from '../cards/routes'
import { bindCustomers } from '../customers/routes'
import { bindFinance } from '../finance/routes'
import { bindImports } from '../imports/routes'
import type { AnyRoute } from '../kernel/http/bind'
import { bindLinks } from '../kernel/links/routes'
import { bindPicking } from '../picking/routes'
import { bindPurchasing } from '../purchasing/routes'
import { bindRepair } from '../repair/routes'
import { bindSales } from '../sales/routes'
import { bindShell, bindSigningIn } from '../shell/routes'
import { bindStatistics } from '../statistics/routes'
import { bindWarehouse } from '../warehouse/routes'
import { bindWarranty } from '../warranty/routes'
import type { App } from './http'

/** The calls of one area, as the description of the calls shows them together. */
export interface Section {
  name: string
  about: string
  routes: readonly AnyRoute[]
}

const areas: { name: string; about: string; bind: (app: App) => void }[] = [
  { name: '登录', about: '登录的各种方式、验证码、选择企业和注册', bind: bindSigningIn },
  { name: '系统', about: '菜单、首页、通知、附件、公告和站点', bind: bindShell },
  { name: '权限', about: '用户、角色、企业与门店、员工、打印模板', bind: bindAccess },
  { name: '基础资料', about: '配件、商品、品牌、仓库与货位、地区，以及制单时的选择', bind: bindBasics },
  { name: '导入', about: '按模板导入配件、商品、往来单位、车型、服务项目、地区和期初数据', bind: bindImports },
  { name: '往来单位', about: '客户、供应商及其他往来单位', bind: bindCustomers },
  { name: '采购', about: '采购订单、采购入库、采购退货', bind: ({ bind }) => bindPurchasing(bind) },
  { name: '销售', about: '销售报价、销售订单、订单确认、销售出库、销售退货', bind: bindSales },
  { name: '客户链接', about: '不用登录、凭链接查看和确认，以及生成和撤销链接', bind: bindLinks },
  {
    name: '维修',
    about: '工单、派工、结算，服务项目、维修工与工种、业务类型、工位，以及维修开单时的选择',
    bind: bindRepair,
  },
  { name: '三包', about: '三包单，厂家三包政策、厂家工时定额，以及车辆和配件在不在保', bind: bindWarranty },
  { name: '领料', about: '维修领料、退料及其查询', bind: ({ bind }) => bindPicking(bind) },
  {
    name: '会员卡',
    about: '卡类型、套餐、会员卡、办卡单、支付密码、代金券、会员卡统计，以及办卡时的选择',
    bind: bindCards,
  },
  { name: '财务', about: '收款、付款、核销、应收应付、门店账户、下载中心', bind: bindFinance },
  { name: '统计', about: '账目核对', bind: bindStatistics },
  { name: '仓库', about: '入库、出库、其他出入库、库存查询', bind: ({ bind }) => bindWarehouse(bind) },
]

/** Binds every area's calls and answers which are whose. */
export const bindAreas = (app: App): Section[] =>
  areas.map(({ name, about, bind }) => {
    const before = app.routes.length
    bind(app)
    return { name, about, routes: app.routes.slice(before) }
  })
