import { imports, type ImportResult, importProducts, type ImportType } from '@chepu/contract/imports/import'
import { mediaTypes } from '@chepu/contract/kernel/route'
import type { FastifyReply } from 'fastify'
import type { App } from '../kernel/http/bind'
import type { Caller } from '../kernel/caller/caller'
import type { Database } from '../kernel/db/db'
import { own } from '../kernel/base/own'
import { makeTemplate } from '../kernel/spreadsheet/template'
import type { Upload } from '../kernel/http/upload'
import type { Importer } from './importer'
import { countResultImporter } from './count-result'
import { carModelImporter } from './car-model'
import { claimAnswerImporter } from './claim-answer'
import { cardImporter } from './card'
import { invoiceNumberImporter } from './invoice-number'
import { labourQuotaImporter } from './labour-quota'
import { openingBalanceImporter } from './opening-balance'
import { openingStockImporter } from './opening-stock'
import { partImporter } from './part'
import { partnerImporter } from './partner'
import { productImporter } from './product'
import { regionImporter } from './region'
import { serviceItemImporter } from './service-item'
import { vehicleImporter } from './vehicle'
import { importFile } from './run'

const importers: Record<ImportType, Importer> = {
  part: partImporter,
  product: productImporter,
  partner: partnerImporter,
  vehicle: vehicleImporter,
  region: regionImporter,
  count_result: countResultImporter,
  car_model: carModelImporter,
  service_item: serviceItemImporter,
  labour_quota: labourQuotaImporter,
  invoice_number: invoiceNumberImporter,
  claim_answer: claimAnswerImporter,
  card: cardImporter,
  opening_balance: openingBalanceImporter,
  opening_stock: openingStockImporter,
}

interface Call {
  db: Database
  caller: Caller | null
  query: { overwrite: boolean; columns?: Readonly<Record<string, string>> | undefined }
  upload?: Upload | undefined
  key?: string | undefined
}

/** Templates, checks and imports of every kind of file; reading and checking a file needs no transaction of its own. */
export function bindImports({ bindOpen, bindKeyed }: App): void {
  for (const type of Object.keys(imports) as ImportType[]) {
    const routes = imports[type]
    const importer = importers[type]
    bindOpen(routes.template, ({ db, caller, reply }) => sendTemplate(db, importer, caller as Caller, reply))
    bindOpen(routes.check, (call) => take(importer, call, false))
    bindKeyed(routes.run, (call) => take(importer, call, true))
  }
  bindKeyed(importProducts, (call) => take(productImporter, call, true))
}

async function sendTemplate(db: Database, importer: Importer, caller: Caller, reply: FastifyReply): Promise<void> {
  importer.assertAllowed?.(caller)
  const known = await db.as(caller, (tx) => importer.examples(tx))
  const columns = importer
    .columns(caller)
    .map((column) => ({ ...column, example: own(known, column.key) ?? column.example }))
  await reply
    .header('content-type', mediaTypes.xlsx)
    .header(
      'content-disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(`${importer.title}导入模板.xlsx`)}`,
    )
    .send(await makeTemplate(importer.title, columns))
}

function take(importer: Importer, call: Call, confirmed: boolean): Promise<ImportResult> {
  const { db, caller, query, key, upload } = call
  return importFile(db, caller as Caller, importer, {
    file: (upload as Upload).content,
    overwrite: query.overwrite,
    columns: query.columns ?? {},
    confirmed,
    key,
  })
}
