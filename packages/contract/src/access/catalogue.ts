// Longer than other files since it is one table: every permission of the product stands in it.

/** One action of a permission group: a button id, its key and its label (business/access 5). */
interface ButtonDef {
  id: number
  key: string
  label: string
}

/** A permission group: its page (query) id and its actions. Ids are never re-used or renumbered. */
interface PermissionGroup {
  area: string
  key: string
  label: string
  pageId: number
  actions: readonly ButtonDef[]
}

/** What an action of the key is called unless its group says otherwise. */
const usualLabels = {
  add: '新增',
  delete: '删除',
  update: '修改',
  export: '导出',
  import: '导入',
  merge: '合并',
  submit: '提交',
  approve: '审核',
  unapprove: '反审核',
  reverse: '红冲',
  void: '作废',
  close: '关闭',
  print: '打印',
  confirm: '确认',
  diff: '差异处理',
  unpost: '反审核',
  disable: '停用',
  cancel: '取消',
  settle: '结算收款',
  withdraw: '撤回',
  statement: '对账单',
  adjust: '调整',
  opening: '期初',
}
type UsualAction = keyof typeof usualLabels

/** Id of each action by its key, with a label where that is not the usual one. */
type Actions = Readonly<Record<string, number | readonly [id: number, label: string]>>

const group = (area: string, key: string, label: string, pageId: number, actions: Actions): PermissionGroup => ({
  area,
  key,
  label,
  pageId,
  actions: Object.entries(actions).map(([name, action]) =>
    typeof action === 'number'
      ? { id: action, key: name, label: usualLabels[name as UsualAction] }
      : { id: action[0], key: name, label: action[1] },
  ),
})

/** Every permission of the product, in the order of business/access 5. */
export const permissionGroups: readonly PermissionGroup[] = [
  group('客户', 'customer', '客户', 387, {
    add: 1,
    delete: 2,
    update: 3,
    export: 4,
    import: 5,
    merge: 6,
    transfer_owner: [7, '转业务员'],
    view_mobile: [8, '看完整手机号'],
  }),
  group('客户', 'vehicle', '车辆', 388, { add: 9, update: 10, delete: 11, transfer: [12, '过户'] }),
  group('配件采购', 'purchase_order', '采购订单', 389, {
    add: 13,
    update: 14,
    submit: 15,
    approve: 16,
    unapprove: 17,
    reverse: 18,
    void: 19,
    close: 20,
    print: 21,
    export: 22,
  }),
  group('配件采购', 'goods_receipt', '采购入库', 390, {
    add: 23,
    update: 24,
    submit: 25,
    approve: 26,
    unapprove: 27,
    reverse: 28,
    void: 29,
    close: 30,
    print: 31,
    export: 32,
  }),
  group('配件采购', 'purchase_return', '采购退货', 391, {
    add: 33,
    update: 34,
    submit: 35,
    approve: 36,
    unapprove: 37,
    reverse: 38,
    void: 39,
    close: 40,
    print: 41,
    export: 42,
  }),
  group('配件价格', 'price', '价格管理', 392, {
    add: [43, '新增调价单'],
    update: 44,
    approve: 45,
    void: 46,
    import: 47,
    export: 48,
    below_min: [49, '低于最低价'],
    below_cost: [50, '低于成本价'],
  }),
  group('配件价格', 'quotation', '销售报价', 393, {
    add: 51,
    update: 52,
    submit: 53,
    approve: 54,
    unapprove: 55,
    reverse: 56,
    void: 57,
    close: 58,
    print: 59,
    export: 60,
  }),
  group('配件销售', 'sales_order', '销售订单', 394, {
    add: 61,
    update: 62,
    submit: 63,
    approve: 64,
    unapprove: 65,
    reverse: 66,
    void: 67,
    close: 68,
    print: 69,
    export: 70,
  }),
  group('配件销售', 'order_confirm', '订单确认', 395, {
    confirm: 71,
    reject: [72, '驳回'],
    change_wh: [73, '换仓'],
    credit_override: [74, '超信用放行'],
  }),
  group('配件销售', 'sales_delivery', '销售出库', 396, {
    add: 75,
    update: 76,
    submit: 77,
    approve: 78,
    unapprove: 79,
    reverse: 80,
    void: 81,
    close: 82,
    print: 83,
    export: 84,
  }),
  group('配件销售', 'sales_return', '销售退货', 397, {
    add: 85,
    update: 86,
    submit: 87,
    approve: 88,
    unapprove: 89,
    reverse: 90,
    void: 91,
    close: 92,
    print: 93,
    export: 94,
  }),
  group('配件销售', 'direct_trade', '采购转销售', 398, {
    add: 95,
    update: 96,
    submit: 97,
    approve: 98,
    unapprove: 99,
    reverse: 100,
    void: 101,
    close: 102,
    print: 103,
    export: 104,
  }),
  group('配件库存', 'inbound', '入库确认', 399, {
    post: [105, '确认入库'],
    diff: 106,
    other_in: [107, '其他入库'],
    unpost: 108,
  }),
  group('配件库存', 'outbound', '出库确认', 400, {
    post: [109, '确认出库'],
    shortage: [110, '缺货退回'],
    other_out: [111, '其他出库'],
    unpost: 112,
  }),
  group('配件库存', 'stock', '库存查询', 401, {
    export: 113,
    label: [114, '打印标签'],
    set_limit: [115, '设上下限'],
    cost_adjust: [116, '成本调整'],
    all_org: [117, '查看全集团'],
  }),
  group('配件盘点', 'stock_count', '盘点', 402, {
    add: 118,
    update: 119,
    submit: 120,
    approve: [121, '审核过账'],
    unapprove: 122,
    void: 123,
    print: 124,
    export: 125,
    see_book: [126, '盘点时看账面数'],
  }),
  group('配件拆装', 'assembly', '组装', 403, {
    add: 127,
    update: 128,
    submit: 129,
    approve: 130,
    unapprove: 131,
    reverse: 132,
    void: 133,
    close: 134,
    print: 135,
    export: 136,
  }),
  group('配件拆装', 'disassembly', '拆分', 404, {
    add: 137,
    update: 138,
    submit: 139,
    approve: 140,
    unapprove: 141,
    reverse: 142,
    void: 143,
    close: 144,
    print: 145,
    export: 146,
  }),
  group('配件调拨', 'transfer_request', '调拨申请', 405, {
    add: 147,
    update: 148,
    submit: 149,
    approve: [150, '供货方批准'],
    void: 151,
    export: 152,
  }),
  group('配件调拨', 'transfer_order', '调拨单', 406, {
    add: 153,
    update: 154,
    submit: 155,
    approve: 156,
    unapprove: 157,
    reverse: 158,
    void: 159,
    close: 160,
    print: 161,
    export: 162,
  }),
  group('配件调拨', 'transfer_receipt', '调入确认', 407, { post: [163, '收货'], diff: 164, unpost: 165 }),
  group('配件调拨', 'location_move', '移位', 408, { add: 166, approve: 167, void: 168 }),
  group('领料', 'picking', '领料', 409, {
    add: [169, '领料'],
    over: [170, '超计划领料'],
    unapprove: 171,
    print: 172,
    export: 173,
  }),
  group('领料', 'picking_return', '退料', 410, { add: 174, approve: 175, unapprove: 176, export: 177 }),
  group('会员卡', 'card', '会员卡', 411, {
    open: [178, '开卡'],
    recharge: [179, '充值'],
    package: [180, '购套餐'],
    replace: [181, '换卡'],
    loss: [182, '挂失解挂'],
    freeze: [183, '冻结'],
    refund: [184, '退卡'],
    grant: [185, '赠送'],
    reset_pin: [186, '重置密码'],
    export: 187,
  }),
  group('会员卡', 'card_package', '套餐与卡类型', 412, { add: 188, update: 189, disable: 190 }),
  group('会员卡', 'card_voucher', '办卡单', 413, {
    approve: 191,
    reverse: 192,
    print: 193,
    coupon: [194, '发券'],
    export: 195,
  }),
  group('维修', 'reservation', '预约', 414, {
    add: 196,
    update: 197,
    confirm: 198,
    cancel: 199,
    arrive: [200, '到店'],
  }),
  group('维修', 'reception', '接车', 415, { add: 201, update: 202, leave: [203, '离厂'], print: 204 }),
  group('维修', 'work_order', '工单', 416, {
    add: 205,
    update: 206,
    confirm: [207, '客户确认'],
    add_item: [208, '增项'],
    cancel: 209,
    print: 210,
    export: 211,
    reopen: [212, '完工撤回'],
    see_others: [213, '看他人工单'],
  }),
  group('维修', 'dispatch', '派工', 417, {
    assign: [214, '派工'],
    reassign: [215, '改派'],
    start: [216, '开工完工'],
    check: [217, '质检'],
    share: [218, '改分摊比例'],
  }),
  group('维修', 'mat_valuation', '材料计价', 418, {
    price: [219, '计价'],
    payer: [220, '改付费方'],
    batch: [221, '批量'],
  }),
  group('维修', 'repair_settlement', '费用结算', 419, {
    settle: [222, '结算'],
    unsettle: [223, '反结算'],
    discount: [224, '整单优惠'],
    on_credit: [225, '挂账'],
    collect: [226, '收款'],
    handover: [227, '交车'],
    print: 228,
  }),
  group('维修', 'repair_refund', '维修退单', 420, {
    add: 229,
    update: 230,
    submit: 231,
    approve: 232,
    unapprove: 233,
    reverse: 234,
    void: 235,
    close: 236,
    print: 237,
    export: 238,
  }),
  group('维修', 'fast_repair', '快修', 421, { add: [239, '开单'], settle: 240, hold: [241, '挂单'] }),
  group('维修', 'goods_trade', '维修商品销售', 422, { add: [242, '开单'], settle: 243, refund: [244, '退货'] }),
  group('三包', 'warranty_bill', '三包单', 423, {
    add: 245,
    update: 246,
    submit: 247,
    approve: 248,
    unapprove: 249,
    reverse: 250,
    void: 251,
    close: 252,
    print: 253,
    export: 254,
    policy: [548, '维护三包政策'],
  }),
  group('三包', 'warranty_claim', '索赔申报', 424, {
    add: 255,
    update: 256,
    send: [257, '发送'],
    withdraw: 258,
    void: 259,
    export: 260,
  }),
  group('三包', 'claim_confirm', '厂家确认', 425, {
    enter: [261, '录入'],
    confirm: 262,
    over: [263, '超额确认'],
    appeal: [264, '申诉'],
    import: [265, '导入回执'],
  }),
  group('三包', 'old_part', '旧件', 426, {
    tag: [266, '打签'],
    ship: [267, '返厂'],
    result: [268, '录结果'],
    scrap: [269, '报废'],
  }),
  group('财务', 'collection', '收款', 427, {
    add: 270,
    update: 271,
    approve: 272,
    unapprove: 273,
    reverse: 274,
    discount: [275, '核销优惠'],
    refund: [276, '退款'],
    print: 277,
    export: 278,
  }),
  group('财务', 'payment', '付款', 428, {
    add: 279,
    update: 280,
    approve: 281,
    unapprove: 282,
    reverse: 283,
    print: 284,
    export: 285,
  }),
  group('财务', 'write_off', '核销', 429, {
    add: 286,
    undo: [287, '反核销'],
    bad_debt: [288, '坏账'],
    offset: [289, '应收抵应付'],
  }),
  group('财务', 'receivable', '应收账款', 430, { statement: 290, adjust: 291, opening: 292, export: 293 }),
  group('财务', 'payable', '应付账款', 431, { statement: 294, adjust: 295, opening: 296, export: 297 }),
  group('财务', 'fund_transfer', '资金转账', 432, { add: 298, approve: 299, reverse: 300 }),
  group('财务', 'other_money', '其他收支', 433, { add: 301, approve: 302, reverse: 303 }),
  group('财务', 'settle_tabs', '结算页签', 434, { collect: [304, '批量收款'], pay: [305, '批量付款'], export: 306 }),
  group('财务', 'claims_money', '索赔款', 435, { settle: [307, '生成结算'], deduct: [308, '扣款'] }),
  group('财务', 'invoice', '票据', 436, {
    issue: [309, '开票登记'],
    receive: [310, '收票登记'],
    red: [311, '红冲'],
    void: 312,
    link: [313, '关联'],
    export: 314,
  }),
  group('财务', 'period', '月结', 437, { close: [315, '结账'], reopen: [316, '反结账'] }),
  group('财务', 'bank', '银行对账', 540, {
    import: [541, '导入流水'],
    match: [542, '勾对'],
    unmatch: [543, '取消勾对'],
    export: 544,
  }),
  group('财务', 'books', '账簿凭证', 545, { export: 546, settings: [547, '科目设置'] }),
  group('报表', 'report_repair', '维修统计', 438, { export: 317 }),
  group('报表', 'report_perf', '业绩统计', 439, { export: 318, commission: [319, '看提成'] }),
  group('报表', 'report_worker', '技师业绩', 440, { export: 320 }),
  group('报表', 'report_adviser', '顾问业绩', 441, { export: 321 }),
  group('报表', 'report_stock', '进销存日报', 442, { export: 322 }),
  group('报表', 'report_account', '账款分析', 443, { export: 323 }),
  group('基础资料', 'part', '配件资料', 444, {
    add: 324,
    update: 325,
    delete: 326,
    import: 327,
    export: 328,
    merge: 329,
  }),
  group('基础资料', 'product', '商品资料', 445, {
    add: [330, '引入'],
    update: 331,
    shelf: [332, '上下架'],
    import: 333,
  }),
  group('基础资料', 'brand', '品牌', 446, { add: 334, update: 335, delete: 336 }),
  group('基础资料', 'category', '配件分类', 447, { add: 337, update: 338, delete: 339 }),
  group('基础资料', 'tax', '税率', 448, { add: 340, update: 341 }),
  group('基础资料', 'car_model', '车型库', 449, { add: 342, update: 343, delete: 344, import: 345 }),
  group('基础资料', 'service_item', '服务项目', 450, { add: 346, update: 347, delete: 348, import: 349 }),
  group('基础资料', 'technician', '维修工与工种', 451, { add: 350, update: 351, rate: [352, '改提成率'] }),
  group('基础资料', 'warehouse', '仓库与货位', 452, { add: 353, update: 354, disable: 355, batch: [356, '批量货位'] }),
  group('基础资料', 'dictionary', '字典', 453, { add: 357, update: 358, delete: 359 }),
  group('基础资料', 'partner', '供应商与往来单位', 454, {
    add: 360,
    update: 361,
    delete: 362,
    credit: [363, '改信用额度'],
  }),
  group('系统', 'user', '用户', 455, {
    add: 364,
    update: 365,
    disable: 366,
    reset_pwd: [367, '重置密码'],
    kick: [368, '强制下线'],
  }),
  group('系统', 'role', '角色', 456, { add: 369, update: 370, delete: 371, grant: [372, '授权'] }),
  group('系统', 'org', '企业与门店', 457, {
    add: 373,
    update: 374,
    disable: 375,
    approve: 376,
    abdicate: [377, '管理员移交'],
    config: [378, '参数'],
  }),
  group('系统', 'store_account', '门店账户', 458, {
    add: 379,
    update: 380,
    disable: 381,
    see_balance: [382, '看余额'],
  }),
  group('系统', 'data_auth', '数据/仓库/字段权限', 459, {
    warehouse: [383, '仓库权限'],
    data: [384, '数据权限'],
    field: [385, '字段权限'],
    user_grant: [386, '用户授权'],
  }),
  group('系统', 'print_template', '打印模板', 460, { add: 530, update: 531 }),
  group('系统', 'log', '操作日志', 461, { export: 532 }),
  group('系统', 'announcement', '公告', 462, { add: [533, '发布'], withdraw: 534 }),
  group('基础资料', 'team', '班组', 520, { add: 522, update: 523, delete: 524 }),
  group('基础资料', 'position', '职位', 521, { add: 525, update: 526, delete: 527 }),
]

const byKey = new Map(permissionGroups.map((each) => [each.key, each]))

/** The page id of a group. Throws for an unknown key, so that a typo fails at start. */
export function pageOf(key: string): number {
  const found = byKey.get(key)
  if (!found) throw new Error(`no permission group ${key}`)
  return found.pageId
}

/** The button id of an action, `button('goods_receipt', 'approve')`. Throws for unknown names. */
export function button(groupKey: string, actionKey: string): number {
  const found = byKey.get(groupKey)?.actions.find((action) => action.key === actionKey)
  if (!found) throw new Error(`no button ${groupKey}.${actionKey}`)
  return found.id
}

/** All button and page ids of some groups, or only of the named actions. */
export const buttonsOf = (groupKey: string, actions?: readonly string[]): number[] => {
  const found = byKey.get(groupKey)
  if (!found) throw new Error(`no permission group ${groupKey}`)
  const chosen = found.actions.filter((action) => !actions || actions.includes(action.key))
  return [found.pageId, ...chosen.map((action) => action.id)]
}
