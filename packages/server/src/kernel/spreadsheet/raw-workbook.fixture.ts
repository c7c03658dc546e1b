import { buffer } from 'node:stream/consumers'
import { packageParts } from './sheet-xml'
import { zip } from './zip'

async function* chunked(text: string | Iterable<string>) {
  for (const piece of typeof text === 'string' ? [text] : text) yield Buffer.from(piece)
}

/** A workbook of hand-written sheet contents (what stands inside `sheetData`), for files no honest program writes. */
export async function rawWorkbook(
  sheets: { rows: string | Iterable<string>; state?: 'hidden'; merges?: string[] }[],
  extra: Record<string, string | Iterable<string>> = {},
): Promise<Buffer> {
  async function* parts() {
    const shells = sheets.map((_, index) => ({ name: `表${index + 1}`, columns: 1, first: 1, last: 1 }))
    for (const [name, xml] of Object.entries(packageParts(shells))) {
      const hidden = xml.replace(/sheetId="(\d+)"/g, (text, id) =>
        sheets[Number(id) - 1]?.state ? `${text} state="hidden"` : text,
      )
      yield { name, data: chunked(hidden) }
    }
    for (const [name, text] of Object.entries(extra)) yield { name, data: chunked(text) }
    for (const [index, { rows, merges = [] }] of sheets.entries())
      yield { name: `xl/worksheets/sheet${index + 1}.xml`, data: chunked(sheetXml(rows, merges)) }
  }
  return buffer(zip(parts()))
}

function* sheetXml(rows: string | Iterable<string>, merges: readonly string[]) {
  yield '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
  yield* typeof rows === 'string' ? [rows] : rows
  yield '</sheetData>'
  if (merges.length > 0) yield `<mergeCells>${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
  yield '</worksheet>'
}
