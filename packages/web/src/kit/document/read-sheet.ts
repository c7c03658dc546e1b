import { csvRows, decodeText, isBlank } from '@chepu/contract/kernel/delimited'

/** A sheet in the browser is at most this large; larger imports go through 批量导入 on the server. */
const maxBytes = 2 * 1024 * 1024

const saveAs = '请在 Excel 或 WPS 中另存为 .xlsx 或 CSV 后再选择'
const notBook = `文件已损坏或不是 Excel 工作簿(.xlsx)，${saveAs}`

/**
 * Cells of the first sheet of an .xlsx file, or of a text file (CSV: UTF-8 or GBK, commas, semicolons or tabs). Throws in Chinese, also where
 * nothing stands in it.
 */
export async function readSheet(file: File): Promise<string[][]> {
  if (file.size > maxBytes) throw new Error('文件不能超过 2 MB')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const table = bytes.length === 0 ? [] : await cellsOf(file.name, bytes)
  if (table.every(isBlank)) throw new Error('文件是空的，第一张工作表里没有内容')
  return table
}

async function cellsOf(name: string, bytes: Uint8Array): Promise<string[][]> {
  if (isZip(bytes)) return readBook(bytes)
  if (/\.xlsx$/i.test(name)) throw new Error(notBook)
  return readText(bytes)
}

async function readBook(bytes: Uint8Array): Promise<string[][]> {
  const { readXlsx } = await import('hucre/xlsx')
  const workbook = await readXlsx(bytes).catch(() => {
    throw new Error(notBook)
  })
  const sheet = workbook.sheets[0]
  if (!sheet) throw new Error('工作簿里没有工作表')
  return sheet.rows.map((row) => row.map((cell) => (cell == null ? '' : String(cell).trim())))
}

/** Every .xlsx is a zip and begins like one. */
const isZip = ([first, second]: Uint8Array) => first === 0x50 && second === 0x4b

function readText(bytes: Uint8Array): string[][] {
  const text = decodeText(bytes)
  if (text === undefined) throw new Error(`不支持这种文件（如旧版 .xls），${saveAs}`)
  return csvRows(text)
}
