/** Bytes of a kilobyte. */
export const kilobyte = 1024
/** Bytes of a megabyte. */
export const megabyte = 1024 * kilobyte

/** How many bytes a file of one use may have. */
interface FileLimit {
  /** What the file is called where it is refused. */
  label: string
  maxBytes: number
}

/** A limit of bytes as people say it, in whole numbers: 512KB, 5MB. */
export const sizeLimit = (bytes: number): string =>
  bytes < megabyte ? `${Math.floor(bytes / kilobyte)}KB` : `${Math.floor(bytes / megabyte)}MB`

/** The refusal of a file that is larger, the same from page and server: 图片不能超过5MB. */
export const fileTooLarge = ({ label, maxBytes }: FileLimit): string => `${label}不能超过${sizeLimit(maxBytes)}`

/** What a spreadsheet may be that is imported: bytes of the file, and rows beside the headings. */
export const sheetLimit = { bytes: 20 * megabyte, rows: 30_000 }
