import { couponScopes } from '@chepu/contract/cards/words'
import { isZero } from '@chepu/contract/kernel/decimal'
import { moneyText } from '../../kit/base/format'
import { escapeHtml, page } from '../../kit/print/print-template'

/** What stands on the paper of a coupon. */
export interface PaperCoupon {
  couponNo: string
  batchName: string
  /** Yuan with 2 decimals. */
  face: string
  threshold: string
  scope: keyof typeof couponScopes
  partnerName: string | null
  validFrom: string
  validTo: string
  isStackable: boolean
  isCrossOrg: boolean
}

/** Papers of coupons: the till's strip, one coupon a cut, or sheets of A4 to be cut up. */
export const couponPapers = { receipt: '80mm小票', a4: 'A4' } as const

/** Coupons on a sheet of A4: two columns of five. */
const perSheet = 10

const css = `*{box-sizing:border-box}body{margin:0;color:#000;font:9pt/1.35 "Noto Sans CJK SC","Microsoft YaHei",sans-serif}
.coupon{display:flex;flex-direction:column;align-items:center;overflow:hidden;text-align:center}
.coupon p,.coupon h2{margin:0;max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.coupon h2{font-size:11pt}.coupon strong{font-size:18pt;line-height:1.15}
.coupon svg{display:block;flex:none;width:56mm;height:10mm;margin-top:auto}
.coupon b{font-weight:400;letter-spacing:.3mm;font-variant-numeric:tabular-nums}`

const receiptCss = `${css}
@page{size:80mm 62mm;margin:0}.coupon{width:80mm;height:62mm;padding:3mm 4mm 2mm;break-after:page}.coupon:last-child{break-after:auto}
@media screen{body{background:#8a93a0;padding:3mm 0}.coupon{background:#fff;margin:0 auto 3mm}}`

const sheetCss = `${css}
@page{size:210mm 297mm;margin:0}
.sheet{width:210mm;height:297mm;padding:8mm;display:grid;grid-template-columns:1fr 1fr;grid-auto-rows:56.2mm;break-after:page}
.sheet:last-child{break-after:auto}.coupon{padding:2.5mm 4mm 2mm;border:.2mm dashed #888}
@media screen{body{background:#8a93a0;padding:3mm 0}.sheet{background:#fff;margin:0 auto 3mm}}`

const inFours = (couponNo: string): string => couponNo.replaceAll(/\d{4}(?=\d)/g, '$& ')

/** One coupon; `barcode` is its number as SVG. */
function couponHtml(coupon: PaperCoupon, organisation: string, barcode: string): string {
  const { threshold, scope, isStackable, isCrossOrg, partnerName } = coupon
  const condition = isZero(threshold) ? '无门槛' : `满 ${moneyText(threshold)} 元可用`
  const where = scope === 'all' ? '工时、材料均可用' : `仅限${couponScopes[scope]}`
  const lines = [
    `${condition}　${where}`,
    `${isCrossOrg ? '各门店通用' : '限本店使用'}　${isStackable ? '可叠加使用' : '不与其他券同用'}`,
    `有效期 ${coupon.validFrom} 至 ${coupon.validTo}`,
    partnerName === null ? '' : `持券人 ${partnerName}`,
  ]
  const text = lines.filter((line) => line !== '').map((line) => `<p>${escapeHtml(line)}</p>`)
  return `<section class="coupon"><p>${escapeHtml(organisation)}</p><h2>${escapeHtml(coupon.batchName)}</h2>
<strong>代金券 ￥${moneyText(coupon.face)}</strong>${text.join('')}${barcode}<b>${inFours(escapeHtml(coupon.couponNo))}</b></section>`
}

/** The pages of coupons on a paper; barcodes are SVG by number. */
export function couponPages(
  coupons: readonly PaperCoupon[],
  paper: keyof typeof couponPapers,
  { organisation, barcodes }: { organisation: string; barcodes: ReadonlyMap<string, string> },
): string {
  const drawn = coupons.map((coupon) => couponHtml(coupon, organisation, barcodes.get(coupon.couponNo) ?? ''))
  if (paper === 'receipt') return page('代金券', receiptCss, drawn.join('\n'))
  const sheets = Array.from({ length: Math.ceil(drawn.length / perSheet) }, (_, i) =>
    drawn.slice(i * perSheet, (i + 1) * perSheet).join('\n'),
  )
  return page('代金券', sheetCss, sheets.map((sheet) => `<div class="sheet">${sheet}</div>`).join('\n'))
}
