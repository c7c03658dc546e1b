/** Why a spreadsheet cannot be read. The message beside it is ready to be shown. */
export type SpreadsheetFault =
  | 'not_xlsx'
  | 'old_xls'
  | 'encrypted'
  | 'damaged'
  | 'too_big'
  | 'bomb'
  | 'too_many_rows'
  | 'too_slow'
  | 'no_sheet'
  | 'template'

/** A fault of the user's file, never of the program. `message` is Chinese and says what to do next. */
export class SpreadsheetError extends Error {
  override readonly name = 'SpreadsheetError'
  constructor(
    readonly fault: SpreadsheetFault,
    message: string,
  ) {
    super(message)
  }
}

export const tooManyRows = ({ rows }: { rows: number }): SpreadsheetError =>
  new SpreadsheetError('too_many_rows', `数据超过 ${rows} 行，请删除下方的多余内容，或拆成几个文件分别导入`)
