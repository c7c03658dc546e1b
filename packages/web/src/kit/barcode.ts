/** CODE 128 barcode of a text as an SVG string without its text; the library is loaded when the first one is drawn. */
export async function barcodeSvg(text: string): Promise<string> {
  const { default: JsBarcode } = await import('jsbarcode')
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  JsBarcode(svg, text, { format: 'CODE128', displayValue: false, margin: 0, width: 2, height: 60 })
  // Without the fixed size and with this attribute the bars fill the box that the paper gives them.
  svg.setAttribute('viewBox', `0 0 ${Number.parseInt(svg.getAttribute('width') ?? '200', 10)} 60`)
  svg.setAttribute('preserveAspectRatio', 'none')
  svg.removeAttribute('width')
  svg.removeAttribute('height')
  svg.removeAttribute('style')
  return svg.outerHTML
}
