import { markPath } from '../base/qr'
import { type Mark, markWidth } from './barcode'
import { escapeHtml, page } from './print-template'

/** Sizes of stickers: 60x40 mm of parts, places and boxes, 50x30 mm of old parts; `dots` is the width at 203 dpi. */
const sizes = {
  usual: { dots: 480, css: '' },
  small: {
    dots: 400,
    css: `@page{size:50mm 30mm}body{font-size:7pt}.label{width:50mm;height:30mm;padding:1.5mm 2mm}h1{font-size:8.5pt}p:first-child{-webkit-line-clamp:1}
.bars{margin:auto -2mm 0}.bars svg{height:9mm}.square svg{margin:0 -2mm -1.5mm 0}.long b{font-size:6pt}`,
  },
} as const
export type LabelSize = keyof typeof sizes
export const dotsOf = (size: LabelSize): number => sizes[size].dots

/** A sticker: of a part (code, name, spec), of a goods location, of a box or of an old part. */
export interface LabelText {
  /** Large first line, two at most. */
  title: string
  /** Smaller lines, at most two; the first may take two rows. */
  lines: readonly string[]
  /** What its mark says, and in signs below or beside it. */
  code: string
  /** How many of them; one by default. */
  copies?: number
}

// What may be cut ends in …; the code never is.
const css = `@page{size:60mm 40mm;margin:0}
*{box-sizing:border-box}body{margin:0;color:#000;font:8.5pt/1.25 "Noto Sans CJK SC","Microsoft YaHei",sans-serif}
.label{width:60mm;height:40mm;padding:2mm 2.5mm;display:flex;flex-direction:column;overflow:hidden;break-after:page;contain:strict}
.label:last-child{break-after:auto}
h1,p{margin:0;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:1;overflow:hidden;overflow-wrap:anywhere}
h1{margin-bottom:.5mm;font-size:11pt;line-height:1.15;-webkit-line-clamp:2;flex:none}
p:first-child{-webkit-line-clamp:2}
svg{display:block;flex:none}
.bars{margin:auto -2.5mm 0;text-align:center}.bars svg{height:11mm;margin:0 auto}
.bars b{padding:0 2.5mm}
b{display:block;font-weight:400;overflow-wrap:anywhere;line-height:1.15}
.long b{font-size:7pt}
.square{display:flex;gap:1mm;flex:1;min-height:0;align-items:flex-end;justify-content:space-between}
.square div{flex:1;align-self:stretch;display:flex;flex-direction:column}.square b{margin-top:auto}
.square svg{margin:0 -2.5mm -2mm 0}
@media screen{body{background:#8a93a0;padding:3mm 0}.label{background:#fff;margin:0 auto 3mm}}`

/** A page for stickers of a size, one a page; `labelHtml` makes what goes into it. */
export const labelPage = (size: LabelSize = 'usual'): string => page('标签', css + sizes[size].css, '')

/** Longer codes are set smaller, so that they take two lines below the bars at most. */
const longCode = 24

/** One sticker with its mark. */
export function labelHtml({ title, lines, code }: LabelText, mark: Mark): string {
  const width = markWidth(mark)
  const size = mark.kind === 'bars' ? `width:${width}mm` : `width:${width}mm;height:${width}mm`
  const box = `0 0 ${mark.rows[0]?.length ?? 0} ${mark.rows.length}`
  const svg = `<svg style="${size}" viewBox="${box}" preserveAspectRatio="none"><path d="${markPath(mark)}"/></svg>`
  const text = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  const shown = `<b>${escapeHtml(code)}</b>`
  const long = code.length > longCode ? ' long' : ''
  const body =
    mark.kind === 'bars'
      ? `<div>${text}</div><div class="bars">${svg}${shown}</div>`
      : `<div class="square"><div>${text}${shown}</div>${svg}</div>`
  return `<section class="label${long}"><h1>${escapeHtml(title)}</h1>${body}</section>`
}
