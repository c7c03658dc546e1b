/** White around a QR code, in modules: readers need it. */
const quietModules = 4

/** Modules of a QR code (level M, UTF-8) in rows, '1' black and '0' white, with the quiet zone. */
export async function qrRows(text: string): Promise<string[]> {
  const { Byte, Charset, Encoder, Numeric } = await import('@nuintun/qrcode')
  // Signs beyond ASCII name their encoding: readers that guess take short Chinese texts for Japanese.
  const content = /^\d+$/.test(text)
    ? new Numeric(text)
    : /^[ -~]+$/.test(text)
      ? new Byte(text)
      : new Byte(text, Charset.UTF_8)
  const code = new Encoder({ level: 'M' }).encode(content)
  const quiet = '0'.repeat(quietModules)
  const line = (y: number) => Array.from({ length: code.size }, (_, x) => code.get(x, y)).join('')
  const blank = Array.from({ length: quietModules }, () => '0'.repeat(code.size + 2 * quietModules))
  return [...blank, ...Array.from({ length: code.size }, (_, y) => quiet + line(y) + quiet), ...blank]
}

/** The black modules as an SVG path, one unit a module; bars are one unit high. */
export const markPath = ({ rows }: { rows: readonly string[] }): string =>
  rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('')
