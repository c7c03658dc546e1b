import type { ReleaseNote } from '@chepu/contract/shell/releases'

/** What every release brings its users, the newest first. A release that is not told of here is not announced. */
export const notes: readonly ReleaseNote[] = [
  {
    version: '3.0.0',
    day: '2026-11-21',
    title: '配件进销存上线',
    items: [
      '采购、销售、仓库、财务单据从录入到过账一气呵成，键盘和扫码枪都能开单。',
      '库存、成本、往来和资金随时对得上，统计里的“对得上”逐项给出证明。',
      '铃铛里看通知、待办和消息，单据待您审核、审核结果、导出完成都会及时提醒。',
      '角色、用户授权、数据权限和仓库权限调整后即时生效，不必重新登录。',
    ],
  },
]
