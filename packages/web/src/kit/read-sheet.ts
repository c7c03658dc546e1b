/** A sheet in the browser is at most this large; larger imports go through 批量导入 on the server. */
const maxBytes = 2 * 1024 * 1024

/** Cells of the first sheet of an .xlsx file, or of a text file with tabs or commas, as text. Throws in Chinese. */
export async function readSheet(file: File): Promise<string[][]> {
  if (file.size > maxBytes) throw new Error('文件不能超过 2 MB')
  if (!/\.xlsx$/i.test(file.name)) return readText(await file.text())
  const { readXlsx } = await import('hucre/xlsx')
  const workbook = await readXlsx(new Uint8Array(await file.arrayBuffer())).catch(() => {
    throw new Error('文件已损坏或不是 Excel 工作簿(.xlsx)')
  })
  const sheet = workbook.sheets[0]
  if (!sheet) throw new Error('工作簿里没有工作表')
  return sheet.rows.map((row) => row.map((cell) => (cell == null ? '' : String(cell).trim())))
}

const readText = (text: string): string[][] =>
  text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(line.includes('\t') ? '\t' : ',').map((cell) => cell.trim()))
