/** One action of a permission group: a button id, its key and its label (DOMAIN 10.2). */
export interface ButtonDef {
  id: number
  key: string
  label: string
}

/** A permission group: its page (query) id and its actions. Ids are never re-used or renumbered. */
export interface PermissionGroup {
  area: string
  key: string
  label: string
  pageId: number
  actions: readonly ButtonDef[]
}

const group = (area: string, key: string, label: string, pageId: number, actions: string): PermissionGroup => ({
  area,
  key,
  label,
  pageId,
  actions: actions.split('; ').map((text) => {
    const [, name = '', title = '', id = ''] = /^(\w+) (\S+) (\d+)$/.exec(text) ?? []
    return { id: Number.parseInt(id, 10), key: name, label: title }
  }),
})

/** Every permission of the product, in the order of DOMAIN 10.2. */
export const permissionGroups: readonly PermissionGroup[] = [
  group(
    '客户',
    'customer',
    '客户',
    387,
    'add 新增 1; delete 删除 2; update 修改 3; export 导出 4; import 导入 5; merge 合并 6; transfer_owner 转业务员 7; view_mobile 看完整手机号 8',
  ),
  group('客户', 'vehicle', '车辆', 388, 'add 新增 9; update 修改 10; delete 删除 11; transfer 过户 12'),
  group(
    '配件采购',
    'purchase_order',
    '采购订单',
    389,
    'add 新增 13; update 修改 14; submit 提交 15; approve 审核 16; unapprove 反审核 17; reverse 红冲 18; void 作废 19; close 关闭 20; print 打印 21; export 导出 22',
  ),
  group(
    '配件采购',
    'goods_receipt',
    '采购入库',
    390,
    'add 新增 23; update 修改 24; submit 提交 25; approve 审核 26; unapprove 反审核 27; reverse 红冲 28; void 作废 29; close 关闭 30; print 打印 31; export 导出 32',
  ),
  group(
    '配件采购',
    'purchase_return',
    '采购退货',
    391,
    'add 新增 33; update 修改 34; submit 提交 35; approve 审核 36; unapprove 反审核 37; reverse 红冲 38; void 作废 39; close 关闭 40; print 打印 41; export 导出 42',
  ),
  group(
    '配件价格',
    'price',
    '价格管理',
    392,
    'add 新增调价单 43; update 修改 44; approve 审核 45; void 作废 46; import 导入 47; export 导出 48; below_min 低于最低价 49; below_cost 低于成本价 50',
  ),
  group(
    '配件价格',
    'quotation',
    '销售报价',
    393,
    'add 新增 51; update 修改 52; submit 提交 53; approve 审核 54; unapprove 反审核 55; reverse 红冲 56; void 作废 57; close 关闭 58; print 打印 59; export 导出 60',
  ),
  group(
    '配件销售',
    'sales_order',
    '销售订单',
    394,
    'add 新增 61; update 修改 62; submit 提交 63; approve 审核 64; unapprove 反审核 65; reverse 红冲 66; void 作废 67; close 关闭 68; print 打印 69; export 导出 70',
  ),
  group(
    '配件销售',
    'order_confirm',
    '订单确认',
    395,
    'confirm 确认 71; reject 驳回 72; change_wh 换仓 73; credit_override 超信用放行 74',
  ),
  group(
    '配件销售',
    'sales_delivery',
    '销售出库',
    396,
    'add 新增 75; update 修改 76; submit 提交 77; approve 审核 78; unapprove 反审核 79; reverse 红冲 80; void 作废 81; close 关闭 82; print 打印 83; export 导出 84',
  ),
  group(
    '配件销售',
    'sales_return',
    '销售退货',
    397,
    'add 新增 85; update 修改 86; submit 提交 87; approve 审核 88; unapprove 反审核 89; reverse 红冲 90; void 作废 91; close 关闭 92; print 打印 93; export 导出 94',
  ),
  group(
    '配件销售',
    'direct_trade',
    '采购转销售',
    398,
    'add 新增 95; update 修改 96; submit 提交 97; approve 审核 98; unapprove 反审核 99; reverse 红冲 100; void 作废 101; close 关闭 102; print 打印 103; export 导出 104',
  ),
  group(
    '配件库存',
    'inbound',
    '入库确认',
    399,
    'post 确认入库 105; diff 差异处理 106; other_in 其他入库 107; unpost 反审核 108',
  ),
  group(
    '配件库存',
    'outbound',
    '出库确认',
    400,
    'post 确认出库 109; shortage 缺货退回 110; other_out 其他出库 111; unpost 反审核 112',
  ),
  group(
    '配件库存',
    'stock',
    '库存查询',
    401,
    'export 导出 113; label 打印标签 114; set_limit 设上下限 115; cost_adjust 成本调整 116; all_org 查看全集团 117',
  ),
  group(
    '配件盘点',
    'stock_count',
    '盘点',
    402,
    'add 新增 118; update 修改 119; submit 提交 120; approve 审核过账 121; unapprove 反审核 122; void 作废 123; print 打印 124; export 导出 125; see_book 盘点时看账面数 126',
  ),
  group(
    '配件拆装',
    'assembly',
    '组装',
    403,
    'add 新增 127; update 修改 128; submit 提交 129; approve 审核 130; unapprove 反审核 131; reverse 红冲 132; void 作废 133; close 关闭 134; print 打印 135; export 导出 136',
  ),
  group(
    '配件拆装',
    'disassembly',
    '拆分',
    404,
    'add 新增 137; update 修改 138; submit 提交 139; approve 审核 140; unapprove 反审核 141; reverse 红冲 142; void 作废 143; close 关闭 144; print 打印 145; export 导出 146',
  ),
  group(
    '配件调拨',
    'transfer_request',
    '调拨申请',
    405,
    'add 新增 147; update 修改 148; submit 提交 149; approve 供货方批准 150; void 作废 151; export 导出 152',
  ),
  group(
    '配件调拨',
    'transfer_order',
    '调拨单',
    406,
    'add 新增 153; update 修改 154; submit 提交 155; approve 审核 156; unapprove 反审核 157; reverse 红冲 158; void 作废 159; close 关闭 160; print 打印 161; export 导出 162',
  ),
  group('配件调拨', 'transfer_receipt', '调入确认', 407, 'post 收货 163; diff 差异处理 164; unpost 反审核 165'),
  group('配件调拨', 'location_move', '移位', 408, 'add 新增 166; approve 审核 167; void 作废 168'),
  group(
    '领料',
    'picking',
    '领料',
    409,
    'add 领料 169; over 超计划领料 170; unapprove 反审核 171; print 打印 172; export 导出 173',
  ),
  group('领料', 'picking_return', '退料', 410, 'add 新增 174; approve 审核 175; unapprove 反审核 176; export 导出 177'),
  group(
    '会员卡',
    'card',
    '会员卡',
    411,
    'open 开卡 178; recharge 充值 179; package 购套餐 180; replace 换卡 181; loss 挂失解挂 182; freeze 冻结 183; refund 退卡 184; grant 赠送 185; reset_pin 重置密码 186; export 导出 187',
  ),
  group('会员卡', 'card_package', '套餐与卡类型', 412, 'add 新增 188; update 修改 189; disable 停用 190'),
  group(
    '会员卡',
    'card_voucher',
    '办卡单',
    413,
    'approve 审核 191; reverse 红冲 192; print 打印 193; coupon 发券 194; export 导出 195',
  ),
  group(
    '维修',
    'reservation',
    '预约',
    414,
    'add 新增 196; update 修改 197; confirm 确认 198; cancel 取消 199; arrive 到店 200',
  ),
  group('维修', 'reception', '接车', 415, 'add 新增 201; update 修改 202; leave 离厂 203; print 打印 204'),
  group(
    '维修',
    'work_order',
    '工单',
    416,
    'add 新增 205; update 修改 206; confirm 客户确认 207; add_item 增项 208; cancel 取消 209; print 打印 210; export 导出 211; reopen 完工撤回 212; see_others 看他人工单 213',
  ),
  group(
    '维修',
    'dispatch',
    '派工',
    417,
    'assign 派工 214; reassign 改派 215; start 开工完工 216; check 质检 217; share 改分摊比例 218',
  ),
  group('维修', 'mat_valuation', '材料计价', 418, 'price 计价 219; payer 改付费方 220; batch 批量 221'),
  group(
    '维修',
    'repair_settlement',
    '费用结算',
    419,
    'settle 结算 222; unsettle 反结算 223; discount 整单优惠 224; on_credit 挂账 225; collect 收款 226; handover 交车 227; print 打印 228',
  ),
  group(
    '维修',
    'repair_refund',
    '维修退单',
    420,
    'add 新增 229; update 修改 230; submit 提交 231; approve 审核 232; unapprove 反审核 233; reverse 红冲 234; void 作废 235; close 关闭 236; print 打印 237; export 导出 238',
  ),
  group('维修', 'fast_repair', '快修', 421, 'add 开单 239; settle 结算收款 240; hold 挂单 241'),
  group('维修', 'goods_trade', '维修商品销售', 422, 'add 开单 242; settle 结算收款 243; refund 退货 244'),
  group(
    '三包',
    'warranty_bill',
    '三包单',
    423,
    'add 新增 245; update 修改 246; submit 提交 247; approve 审核 248; unapprove 反审核 249; reverse 红冲 250; void 作废 251; close 关闭 252; print 打印 253; export 导出 254',
  ),
  group(
    '三包',
    'warranty_claim',
    '索赔申报',
    424,
    'add 新增 255; update 修改 256; send 发送 257; withdraw 撤回 258; void 作废 259; export 导出 260',
  ),
  group(
    '三包',
    'claim_confirm',
    '厂家确认',
    425,
    'enter 录入 261; confirm 确认 262; over 超额确认 263; appeal 申诉 264; import 导入回执 265',
  ),
  group('三包', 'old_part', '旧件', 426, 'tag 打签 266; ship 返厂 267; result 录结果 268; scrap 报废 269'),
  group(
    '财务',
    'collection',
    '收款',
    427,
    'add 新增 270; update 修改 271; approve 审核 272; unapprove 反审核 273; reverse 红冲 274; discount 核销优惠 275; refund 退款 276; print 打印 277; export 导出 278',
  ),
  group(
    '财务',
    'payment',
    '付款',
    428,
    'add 新增 279; update 修改 280; approve 审核 281; unapprove 反审核 282; reverse 红冲 283; print 打印 284; export 导出 285',
  ),
  group('财务', 'write_off', '核销', 429, 'add 新增 286; undo 反核销 287; bad_debt 坏账 288; offset 应收抵应付 289'),
  group(
    '财务',
    'receivable',
    '应收账款',
    430,
    'statement 对账单 290; adjust 调整 291; opening 期初 292; export 导出 293',
  ),
  group('财务', 'payable', '应付账款', 431, 'statement 对账单 294; adjust 调整 295; opening 期初 296; export 导出 297'),
  group('财务', 'fund_transfer', '资金转账', 432, 'add 新增 298; approve 审核 299; reverse 红冲 300'),
  group('财务', 'other_money', '其他收支', 433, 'add 新增 301; approve 审核 302; reverse 红冲 303'),
  group('财务', 'settle_tabs', '结算页签', 434, 'collect 批量收款 304; pay 批量付款 305; export 导出 306'),
  group('财务', 'claims_money', '索赔款', 435, 'settle 生成结算 307; deduct 扣款 308'),
  group(
    '财务',
    'invoice',
    '票据',
    436,
    'issue 开票登记 309; receive 收票登记 310; red 红冲 311; void 作废 312; link 关联 313; export 导出 314',
  ),
  group('财务', 'period', '月结', 437, 'close 结账 315; reopen 反结账 316'),
  group('报表', 'report_repair', '维修统计', 438, 'export 导出 317'),
  group('报表', 'report_perf', '业绩统计', 439, 'export 导出 318; commission 看提成 319'),
  group('报表', 'report_worker', '技师业绩', 440, 'export 导出 320'),
  group('报表', 'report_adviser', '顾问业绩', 441, 'export 导出 321'),
  group('报表', 'report_stock', '进销存日报', 442, 'export 导出 322'),
  group('报表', 'report_account', '账款分析', 443, 'export 导出 323'),
  group(
    '基础资料',
    'part',
    '配件资料',
    444,
    'add 新增 324; update 修改 325; delete 删除 326; import 导入 327; export 导出 328; merge 合并 329',
  ),
  group('基础资料', 'product', '商品资料', 445, 'add 引入 330; update 修改 331; shelf 上下架 332; import 导入 333'),
  group('基础资料', 'brand', '品牌', 446, 'add 新增 334; update 修改 335; delete 删除 336'),
  group('基础资料', 'category', '配件分类', 447, 'add 新增 337; update 修改 338; delete 删除 339'),
  group('基础资料', 'tax', '税率', 448, 'add 新增 340; update 修改 341'),
  group('基础资料', 'car_model', '车型库', 449, 'add 新增 342; update 修改 343; delete 删除 344; import 导入 345'),
  group('基础资料', 'service_item', '服务项目', 450, 'add 新增 346; update 修改 347; delete 删除 348; import 导入 349'),
  group('基础资料', 'technician', '维修工与工种', 451, 'add 新增 350; update 修改 351; rate 改提成率 352'),
  group(
    '基础资料',
    'warehouse',
    '仓库与货位',
    452,
    'add 新增 353; update 修改 354; disable 停用 355; batch 批量货位 356',
  ),
  group('基础资料', 'dictionary', '字典', 453, 'add 新增 357; update 修改 358; delete 删除 359'),
  group(
    '基础资料',
    'partner',
    '供应商与往来单位',
    454,
    'add 新增 360; update 修改 361; delete 删除 362; credit 改信用额度 363',
  ),
  group(
    '系统',
    'user',
    '用户',
    455,
    'add 新增 364; update 修改 365; disable 停用 366; reset_pwd 重置密码 367; kick 强制下线 368',
  ),
  group('系统', 'role', '角色', 456, 'add 新增 369; update 修改 370; delete 删除 371; grant 授权 372'),
  group(
    '系统',
    'org',
    '企业与门店',
    457,
    'add 新增 373; update 修改 374; disable 停用 375; approve 审核 376; abdicate 管理员移交 377; config 参数 378',
  ),
  group(
    '系统',
    'store_account',
    '门店账户',
    458,
    'add 新增 379; update 修改 380; disable 停用 381; see_balance 看余额 382',
  ),
  group(
    '系统',
    'data_auth',
    '数据/仓库/字段权限',
    459,
    'warehouse 仓库权限 383; data 数据权限 384; field 字段权限 385; user_grant 用户授权 386',
  ),
  group('系统', 'print_template', '打印模板', 460, 'add 新增 530; update 修改 531'),
  group('系统', 'log', '操作日志', 461, 'export 导出 532'),
  group('系统', 'announcement', '公告', 462, 'add 发布 533; withdraw 撤回 534'),
  group('基础资料', 'team', '班组', 520, 'add 新增 522; update 修改 523; delete 删除 524'),
  group('基础资料', 'position', '职位', 521, 'add 新增 525; update 修改 526; delete 删除 527'),
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
