import { useQuery } from '@tanstack/react-query'
import { call } from '../../kit/base/call'
import type { PrintData } from '../../kit/print/document-sheet'
import type { PrintKind } from '../../kit/print/print-kinds'
import { useSession } from '../../kit/base/session'

export interface Sample {
  data: PrintData
  /** Number of the document that is shown; nothing for made-up figures. */
  billNo?: string
}

const line = (partCode: string, partName: string, qty: string, price: string, taxed: string) => ({
  partCode,
  partName,
  qty,
  price,
  taxed,
  brandName: '博世',
  spec: '标准',
  unitName: '个',
  oeNo: '04152-31090',
  fitment: '卡罗拉',
  locationCode: 'A-01-02',
  discountRate: '1',
  taxRate: '0.13',
  untaxed: taxed,
  tax: '0.00',
  unitCost: price,
  costAmount: taxed,
})

/** What stands on the paper when there is no document yet, or none that the user may see. */
const madeUp = {
  header: {
    billNo: 'SAMPLE0001',
    partnerName: '示例往来单位',
    bizDate: '2026-01-08',
    warehouseName: '主仓',
    partnerMobile: '13800000000',
    partnerAddress: '示例路 1 号',
    creatorName: '制单人',
    purpose: 'trade',
    total: '178.00',
    totalTaxed: '178.00',
    remark: '示例数据',
  },
  lines: [
    line('04152-YZZA1', '机油滤清器', '2.0000', '29.0000', '58.00'),
    line('04465-02220', '前制动片', '1.0000', '120.0000', '120.00'),
  ],
  tenders: [{ accountName: '现金', amount: '178.00' }],
  items: [
    {
      sourceKind: '',
      billNo: 'SAMPLE0002',
      bizDate: '2026-01-05',
      amount: '178.00',
      discount: '0.00',
      side: 'AR',
      remark: '',
    },
  ],
}

/** The newest document of a kind that the user may see, for a preview; made-up figures when there is none. */
export function useSample(kind: PrintKind | undefined): Sample | undefined {
  const { has, orgId } = useSession()
  const found = useQuery({
    queryKey: ['print-sample', kind?.document.kind],
    enabled: kind !== undefined,
    retry: false,
    staleTime: 60_000,
    queryFn: async (): Promise<Sample> => {
      if (!kind || !has(kind.document.buttons.view)) return { data: madeUp }
      const routes = kind.document.routes
      const { rows } = await call(routes.list, { query: { rows: 20 }, quiet: true })
      const newest = rows.find((row) => row.orgId === orgId) ?? rows[0]
      if (!newest) return { data: madeUp }
      return { data: await call(routes.read, { params: { id: newest.id }, quiet: true }), billNo: newest.billNo }
    },
  })
  return found.isError ? { data: madeUp } : found.data
}
