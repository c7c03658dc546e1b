// What the tests of imports share: a company whose people send files.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { imports, type ImportResult, importResult, type ImportType } from '@chepu/contract/imports/import'
import { type Client, openShop } from '../../test/shop'
import { keepFilesIn } from '../kernel/base/file-folder'
import { readRows } from '../kernel/spreadsheet/read'
import { workbook } from '../kernel/spreadsheet/write'

/** A workbook of one sheet, every cell a text. */
export const xlsx = (header: string[], ...rows: (string | null)[][]): Promise<Buffer> =>
  buffer(workbook([{ sheet: '数据', columns: header.map((title) => ({ title, kind: 'text' })), rows }]))

export const partHeader = ['编码', '名称*', '品牌*', '分类*', '单位*', '厂家件号', 'OE号', '条码', '适用车型', '规格']
/** A row under these headings. */
export const part = (code: string | null, name: string, ...more: (string | null)[]) => [
  code,
  name,
  '博世',
  '机滤',
  '个',
  ...more,
]

/** Changes cells of an exported sheet as a spreadsheet program would, and gives it back as a file. */
export async function retyped(file: Buffer, change: (row: Map<string, string>) => void): Promise<Buffer> {
  const { rows } = await readRows(file)
  const [header = [], ...body] = rows.map((row) =>
    row.map((cell) => (typeof cell === 'object' ? (cell?.text ?? '') : cell)),
  )
  const changed = body.map((cells) => {
    const row = new Map(header.map((title, i) => [title, cells[i] ?? '']))
    change(row)
    return header.map((title) => row.get(title) ?? '')
  })
  return xlsx(header, ...changed, ['合计', ...header.slice(1).map(() => '9')])
}

interface Reply {
  status: number
  msg: string
  data: ImportResult
}
type Told = Record<string, string>

/** A shop, its owner, and the files that they send. */
export async function openImports() {
  const folder = await mkdtemp(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  const shop = await openShop()
  const owner = await shop.signIn('owner')

  async function send(path: string, file: Buffer, client = owner, key?: string): Promise<Reply> {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(file)]), '文件.xlsx')
    const headers = { token: client.token, ...(key && { 'idempotency-key': key }) }
    const response = await fetch(`${shop.origin}/api-main${path}`, { method: 'POST', headers, body })
    const reply = { status: response.status, ...((await response.json()) as Omit<Reply, 'status'>) }
    if (reply.status === 200) importResult.parse(reply.data)
    return reply
  }
  const columnsOf = (told: Told) => `columns=${encodeURIComponent(JSON.stringify(told))}`

  return {
    shop,
    owner,
    folder,
    send,

    /** 检查: what a file would do. */
    check: (type: ImportType, file: Buffer, client = owner, told: Told = {}) =>
      send(`${imports[type].check.path}?${columnsOf(told)}`, file, client),

    /** 导入. */
    run: (type: ImportType, file: Buffer, { overwrite = false, client = owner, key = '', told = {} as Told } = {}) =>
      send(`${imports[type].run.path}?overwrite=${String(overwrite)}&${columnsOf(told)}`, file, client, key),

    /** The template of a kind, as somebody downloads it. */
    template: (type: ImportType, client: Client): Promise<Response> =>
      fetch(`${shop.origin}${imports[type].template.path}`, { headers: { token: client.token } }),

    /** Regions are the installation's; its keeper may import everything. */
    async signInKeeper(): Promise<Client> {
      const client = await shop.signIn(['owner', 'admin'])
      await shop.db.shared({
        text: `update shared.login set is_platform = true, access_version = access_version + 1
          where id = (select max(id) from shared.login)`,
      })
      return client
    },

    /** What stands in the tables of the catalogue and of the partners, without what counts changes or is made of the rest. */
    async catalogue(): Promise<object[]> {
      const tables = ['part', 'product', 'partner', 'partner_org', 'partner_contact', 'partner_address', 'vehicle']
      const lists = ['part_oe', 'part_barcode', 'part_fitment']
      const found = []
      for (const table of [...tables, ...lists])
        found.push(
          await shop.sql(
            `select '${table}' as source, row from (select to_jsonb(t) - array['version', 'updated_at', 'pinyin', 'initials', 'search_text', 'search_version'${lists.includes(table) ? `, 'id'` : ''}] as row
              from ${table} t where group_id = $1) s order by row::text`,
          ),
        )
      return found.flat()
    },

    async close(): Promise<void> {
      await shop.close()
      await rm(folder, { recursive: true })
    },
  }
}
export type Imports = Awaited<ReturnType<typeof openImports>>
