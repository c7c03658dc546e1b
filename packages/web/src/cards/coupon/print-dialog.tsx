import { Button, Segmented } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../kit/base/session'
import { barcodeSvg } from '../../kit/print/barcode'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { couponPages, couponPapers, type PaperCoupon } from './coupon-paper'

type Paper = keyof typeof couponPapers

const paperKey = 'chepu.print.coupon'

/** The paper of the last print on this computer. */
const savedPaper = (): Paper => (localStorage.getItem(paperKey) === 'a4' ? 'a4' : 'receipt')

interface Print {
  title: string
  coupons: readonly PaperCoupon[]
}

/** Coupons on paper before they are printed, each with its number to be scanned. */
export function CouponPrintDialog({ input: { title, coupons }, onDone }: DialogProps<Print, true>) {
  const { orgName } = useSession()
  const [paper, setPaper] = useState(savedPaper)
  const barcodes = useBarcodes(coupons)
  const frame = useRef<HTMLIFrameElement>(null)
  const html = barcodes && couponPages(coupons, paper, { organisation: orgName, barcodes })
  const choose = (next: Paper) => {
    localStorage.setItem(paperKey, next)
    setPaper(next)
  }
  return (
    <PageModal
      open
      title={title}
      width="min(1000px, 96vw)"
      onCancel={() => onDone()}
      footer={[
        <Button key="close" onClick={() => onDone()}>
          关闭
        </Button>,
        <Button
          key="print"
          type="primary"
          disabled={html === undefined}
          onClick={() => frame.current?.contentWindow?.print()}
        >
          打印
        </Button>,
      ]}
    >
      <div className="lp-bar">
        <Segmented
          size="small"
          value={paper}
          options={Object.entries(couponPapers).map(([value, label]) => ({ value: value as Paper, label }))}
          onChange={choose}
        />
      </div>
      <iframe ref={frame} title="打印预览" className="kit-print" srcDoc={html ?? ''} />
    </PageModal>
  )
}

/** Barcodes by number, once they are drawn. */
function useBarcodes(coupons: readonly PaperCoupon[]): ReadonlyMap<string, string> | undefined {
  const [barcodes, setBarcodes] = useState<ReadonlyMap<string, string>>()
  useEffect(() => {
    let wanted = true
    const drawn = coupons.map(async ({ couponNo }) => [couponNo, await barcodeSvg(couponNo)] as const)
    void Promise.all(drawn).then((pairs) => {
      if (wanted) setBarcodes(new Map(pairs))
    })
    return () => {
      wanted = false
    }
  }, [coupons])
  return barcodes
}
