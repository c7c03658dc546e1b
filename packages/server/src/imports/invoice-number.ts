import { besideImport, invoiceNumberHeadings } from '@chepu/contract/imports/import-headings'
import { code, day, signedAmount } from '@chepu/contract/kernel/scalars'
import { planNumbers } from '../finance/public'
import { shanghaiDay } from '../kernel/base/calendar'
import { importer, type Plan } from './importer'

const columns = [
  {
    key: 'billNo',
    ...invoiceNumberHeadings.billNo,
    required: true,
    schema: code(40),
    note: '开票单的单号，即导出模板里的发票流水号',
    example: 'XP012611280001',
  },
  {
    key: 'invoiceNo',
    ...invoiceNumberHeadings.invoiceNo,
    schema: code(20),
    note: '数电票20位号码，与数电发票号码填一个',
    example: '26112000000012345678',
  },
  {
    key: 'digitalNo',
    ...invoiceNumberHeadings.digitalNo,
    schema: code(20),
    note: '电子税务局的清单里另有这一列时，以它为准',
    example: '26112000000012345678',
  },
  {
    key: 'bizDate',
    ...invoiceNumberHeadings.bizDate,
    kind: 'date',
    schema: day,
    note: '空白为今天；带时间的也可以',
    example: shanghaiDay(),
  },
  {
    key: 'taxed',
    ...invoiceNumberHeadings.taxed,
    kind: 'number',
    schema: signedAmount,
    note: '填了就与开票单的价税合计核对，不同的不登记',
    example: '113.00',
  },
] as const

/** Titles of the fields by which a number says what is wrong with it. */
const titles = { billNo: '发票流水号', invoiceNo: '发票号码', bizDate: '开票日期', taxed: '价税合计' } as const

/** Numbers that the tax bureau gave to drafts of invoices: each draft is registered with its own (business/invoices 6). */
export const invoiceNumberImporter = importer({
  title: '发票号码',
  headings: invoiceNumberHeadings,
  beside: besideImport.invoice_number,
  columns: () => columns,
  examples: () => Promise.resolve({}),
  async prepare(tx, entries, { lock, fault, pass }): Promise<Plan> {
    const given = entries.flatMap(({ row, values: { billNo, invoiceNo, digitalNo, bizDate, taxed } }) => {
      const number = digitalNo ?? invoiceNo
      if (number === null) fault(row, titles.invoiceNo, '发票号码不能为空')
      else if (invoiceNo !== null && invoiceNo !== number) fault(row, titles.invoiceNo, `与数电发票号码 ${number} 不同`)
      else return [{ row, billNo, invoiceNo: number, bizDate: bizDate ?? shanghaiDay(), taxed }]
      return []
    })
    const { faults, done, count, write } = await planNumbers(tx, given, { lock })
    for (const { row, field, message } of faults) fault(row, titles[field], message)
    for (const row of done) pass(row, '已登记')
    return {
      added: 0,
      updated: count,
      write: async () => {
        await write()
        return []
      },
    }
  },
})
