import { SpreadsheetError } from './errors'

/** What an uploaded workbook may cost: the file, the file once inflated, rows below the header, characters a cell, time. */
export interface ReadLimits {
  bytes: number
  inflatedBytes: number
  rows: number
  cellChars: number
  milliseconds: number
  /** What the thread that reads may keep in memory. */
  memoryMb: number
}

const saveAs = '请在 Excel 或 WPS 中另存为 .xlsx 或 CSV 格式后再导入'

/** A part larger than this must not be packed tighter than `maxRatio`; sheets of real data stay below 1:60. */
const ratioFrom = 16 * 1024 * 1024
const maxRatio = 250
const maxEntries = 4000

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const zip64LocatorSignature = 0x07064b50
const zip64EndSignature = 0x06064b50
const wide = 0xffffffff

interface Entry {
  name: string
  encrypted: boolean
  packed: number
  inflated: number
}

/** @throws SpreadsheetError too_big */
export function checkSize(bytes: number, limits: ReadLimits): void {
  if (bytes > limits.bytes)
    throw new SpreadsheetError('too_big', `文件超过 ${megabytes(limits.bytes)} MB，请拆成几个文件分别导入`)
}

/** Whether a file begins as a workbook does; a text does not. */
export const isPackage = (file: Buffer): boolean => file.length >= 4 && file.readUInt32LE(0) === 0x04034b50

/**
 * Looks at the container alone, before anything is inflated, and refuses what is not an honest .xlsx: other formats,
 * password protection, truncation, and packages that declare more than the limits allow. The declared sizes can be relied on
 * afterwards, because the reader stops inflating a part at its declared size.
 * @throws SpreadsheetError not_xlsx, old_xls, encrypted, damaged, bomb
 */
export function checkContainer(file: Buffer, limits: ReadLimits): void {
  if (file.length >= 8 && file.readUInt32BE(0) === 0xd0cf11e0) throw compoundFileFault(file)
  if (!isPackage(file)) throw new SpreadsheetError('not_xlsx', `这不是 Excel 工作簿或 CSV 文件，${saveAs}`)
  checkEntries(listEntries(file), limits)
}

function checkEntries(entries: Entry[], limits: ReadLimits): void {
  const names = new Set(entries.map((entry) => entry.name))
  if (names.size !== entries.length) throw damaged()
  if (names.has('content.xml')) throw new SpreadsheetError('not_xlsx', `这是 .ods 文件，${saveAs}`)
  if (!names.has('[Content_Types].xml') || !names.has('_rels/.rels') || names.has('xl/workbook.bin'))
    throw new SpreadsheetError('not_xlsx', `这不是 .xlsx 工作簿，${saveAs}`)
  if (entries.some((entry) => entry.encrypted)) throw encrypted()
  // An empty part takes two bytes once packed; a longer one that claims to be empty hides its size.
  if (entries.some((entry) => entry.inflated === 0 && entry.packed > 16)) throw damaged()
  const inflated = entries.reduce((sum, entry) => sum + entry.inflated, 0)
  const tight = entries.some((entry) => entry.inflated > ratioFrom && entry.inflated > entry.packed * maxRatio)
  if (tight || inflated > limits.inflatedBytes)
    throw new SpreadsheetError(
      'bomb',
      `文件解压后过大（上限 ${megabytes(limits.inflatedBytes)} MB），请删除多余的格式、图片和空行，或拆成几个文件`,
    )
}

/** Both .xls and a password-protected .xlsx are OLE compound files; the latter has a stream named EncryptedPackage. */
function compoundFileFault(file: Buffer): SpreadsheetError {
  if (file.includes(Buffer.from('EncryptedPackage', 'utf16le'))) return encrypted()
  return new SpreadsheetError('old_xls', `这是旧版 .xls 文件，${saveAs}`)
}

function listEntries(file: Buffer): Entry[] {
  try {
    const { offset, count } = findDirectory(file)
    if (count > maxEntries) throw new SpreadsheetError('bomb', '文件内部的部件过多，请把数据复制到新的工作簿后再导入')
    const entries: Entry[] = []
    for (let at = offset; entries.length < count;) {
      if (file.readUInt32LE(at) !== entrySignature) throw damaged()
      const nameLength = file.readUInt16LE(at + 28)
      const extraLength = file.readUInt16LE(at + 30)
      entries.push(readEntry(file, at, nameLength, extraLength))
      at += 46 + nameLength + extraLength + file.readUInt16LE(at + 32)
    }
    return entries
  } catch (error) {
    if (error instanceof RangeError) throw damaged()
    throw error
  }
}

function readEntry(file: Buffer, at: number, nameLength: number, extraLength: number): Entry {
  const extra = file.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
  const [packed, inflated] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)]
  const sizes = packed === wide || inflated === wide ? wideSizes(extra, packed, inflated) : { packed, inflated }
  const name = file.toString('utf8', at + 46, at + 46 + nameLength)
  return { name, encrypted: (file.readUInt16LE(at + 8) & 1) === 1, ...sizes }
}

/** Sizes of a ZIP64 entry, which stand in its extra field; only those that overflow 32 bits are there, in this order. */
function wideSizes(extra: Buffer, packed: number, inflated: number): { packed: number; inflated: number } {
  let at = 0
  while (extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2)
  at += 4
  const next = () => {
    const size = Number(extra.readBigUInt64LE(at))
    at += 8
    return size
  }
  const wideInflated = inflated === wide ? next() : inflated
  return { inflated: wideInflated, packed: packed === wide ? next() : packed }
}

function findDirectory(file: Buffer): { offset: number; count: number } {
  const earliest = Math.max(0, file.length - 65557)
  for (let at = file.length - 22; at >= earliest; at -= 1) {
    if (file.readUInt32LE(at) !== endSignature) continue
    const [count, offset] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 16)]
    return count === 0xffff || offset === wide ? findWideDirectory(file, at) : { offset, count }
  }
  throw damaged()
}

function findWideDirectory(file: Buffer, end: number): { offset: number; count: number } {
  if (file.readUInt32LE(end - 20) !== zip64LocatorSignature) throw damaged()
  const at = Number(file.readBigUInt64LE(end - 12))
  if (file.readUInt32LE(at) !== zip64EndSignature) throw damaged()
  return { count: Number(file.readBigUInt64LE(at + 32)), offset: Number(file.readBigUInt64LE(at + 48)) }
}

/** The refusal for a file that is cut off or whose contents contradict each other. */
export const damaged = () =>
  new SpreadsheetError('damaged', '文件已损坏或不完整，请在 Excel 或 WPS 中打开并重新保存后再导入')

const encrypted = () => new SpreadsheetError('encrypted', '文件设置了打开密码，请去掉密码后再导入')
const megabytes = (bytes: number) => Math.round((bytes / 1024 / 1024) * 10) / 10
