import { faults } from './axe'
import { expect, test } from './story'

test('登录页对读屏和低视力用户可用', async ({ desk }) => {
  await desk.page.goto('/login')
  await desk.login.isThere()
  expect(await faults(desk.page)).toEqual([])
  await desk.login.opensTab('短信登录')
  expect(await faults(desk.page)).toEqual([])
  await desk.page.keyboard.press('Shift+Tab')
  await expect(desk.page.getByRole('tab', { name: '短信登录' })).toBeFocused()
  await desk.page.keyboard.press('ArrowLeft')
  await desk.page.keyboard.press('Enter')
  await expect(desk.login.username()).toBeFocused()
})

test('企业注册页对读屏和低视力用户可用，填错的地方也读得出', async ({ desk }) => {
  await desk.page.goto('/register/company')
  await desk.page.getByRole('button', { name: '下一步' }).click()
  await expect(desk.page.getByText('请输入正确的手机号')).toBeVisible()
  expect(await faults(desk.page)).toEqual([])
})

/** Screens that a story visits one after another in the same window: `ready` is seen when the page is there. */
const rounds: [title: string, user: string, visits: [path: string, ready: string][]][] = [
  [
    '每天用的各页',
    'boss01',
    [
      ['/dashboard', '近30天'],
      ['/purchase', '已过账合计'],
      ['/purchase?new=1', '价税合计'],
      ['/sale', '批量审核'],
      ['/sale?new=1', '价税合计'],
      ['/stockInquiry', '本页合计'],
      ['/receivableAccount', '对账单'],
      ['/collection?new=1', '收款方式'],
      ['/parts', '机油滤清器'],
      ['/booksCheck', '全部对得上'],
      ['/editPwd/index', '确认新密码'],
      ['/storeAccount', '当前余额'],
      ['/reportConfigAdd', '明细列与列宽'],
    ],
  ],
  [
    '组织与权限各页',
    'boss01',
    [
      ['/user', 'buyer01'],
      ['/roleManagement', '收银'],
      ['/rolePermissions', '按钮权限'],
      ['/Privilege', '角色继承'],
      ['/belongCompany?q=buyer01', 'buyer01'],
      ['/warehousePermissions', '盘点'],
      ['/dataPermission', '恢复默认'],
      ['/organization', '鼎程城东维修店'],
      ['/companyorganization', '新增部门'],
      ['/newShop', '联系与位置'],
      ['/announcement', '发布公告'],
      ['/reportConfig', '采购入库单 财务联'],
    ],
  ],
  [
    '基础资料各页',
    'boss01',
    [
      ['/storeManagement', '鼎程城东维修店'],
      ['/storeTypes', '旗舰店'],
      ['/orgTypes', '三包服务站'],
      ['/companies', '一般纳税人'],
      ['/team', '列设置'],
      ['/position', '总经理'],
      ['/dictionaries', '客户类别'],
      ['/regions', '北京市'],
      ['/brands', '博世'],
      ['/partCategories', '保养件'],
      ['/products', 'P000001'],
      ['/warehouseInfo', '主仓'],
      ['/goodsAllocation', 'A-01-01-01'],
      ['/importExcel/index', '下载配件模板'],
      ['/changeOrg/index', '记住企业'],
    ],
  ],
  [
    '往来、采购、销售各页',
    'boss01',
    [
      ['/customer', 'K00001'],
      ['/customerAdd', '信用与价格'],
      ['/customerEdit?id=18', '信用与价格'],
      ['/suppliers', 'B00001'],
      ['/purchaseOrder', '已审核合计'],
      ['/purchaseOrder?new=1', '价税合计'],
      ['/purchaseBack', '已过账合计'],
      ['/purchaseBack?new=1', '价税合计'],
      ['/queryPurOrder', '合计'],
      ['/purQueryBySupplier', '合计'],
      ['/purQueryByParts', '合计'],
      ['/saleQueryByProduct', '合计'],
      ['/saleOrder', '批量审核'],
      ['/saleOrder?new=1', '价税合计'],
      ['/orderConfirm', '列设置'],
      ['/saleBack', '已过账合计'],
      ['/saleBack?new=1', '价税合计'],
      ['/parts?new=1', '适用车型'],
    ],
  ],
  [
    '仓库、财务各页',
    'boss01',
    [
      ['/purWareHous', '采购入库'],
      ['/outWareHous', '销售出库'],
      ['/otherIn', '列设置'],
      ['/otherIn?new=1', '价税合计'],
      ['/otherOut', '列设置'],
      ['/otherOut?new=1', '数量合计'],
      ['/inOutBillSearch', '合计'],
      ['/collection', '已过账合计'],
      ['/payment', '已过账合计'],
      ['/payment?new=1', '付款方式'],
      ['/payableAccount', '对账单'],
      ['/receivableAccount?new=1', '往来调整单'],
      ['/receipts', '合计'],
      ['/writeOff', '已过账合计'],
      ['/writeOff?new=1', '未结单据'],
      ['/downloadCenter', '文件保留 7 天'],
    ],
  ],
  [
    '平台管理各页',
    'admin01',
    [
      ['/sysPermission', '新增目录'],
      ['/orgApproval', '列设置'],
      ['/smsOutbox', '短信内容'],
      ['/editShop?id=2', '联系与位置'],
    ],
  ],
]
for (const [title, user, visits] of rounds) {
  test(`${title}对读屏和低视力用户可用`, async ({ desk, boss }) => {
    // The lists of purchases and of stock have a row to look at.
    await boss.stock(await boss.newPart(), '1')
    const [[first = ''] = []] = visits
    // One row has the faults of the next one; fifty take axe longer.
    await desk.page.route(
      (url) => url.searchParams.get('rows') === '50',
      (route) => route.continue({ url: route.request().url().replace('rows=50', 'rows=10') }),
    )
    await desk.enter(user, first)
    const found: string[] = []
    for (const [at, [path, ready]] of visits.entries()) {
      if (at > 0) await desk.shell.goes(path)
      await expect(desk.list.here().getByText(ready).first(), path).toBeVisible()
      found.push(...(await faults(desk.page)).map((fault) => `${path}: ${fault}`))
      if (at % 4 === 3) await desk.shell.closesOthers()
    }
    expect(found).toEqual([])
  })
}

test('站点配置对读屏和低视力用户可用', async ({ desk }) => {
  await desk.enter('admin01', '/siteConfig')
  await expect(desk.page.getByRole('button', { name: '上传logo' })).toBeVisible()
  expect(await faults(desk.page)).toEqual([])
})
