import { setDefaultTemplate, templateRoutes } from '@chepu/contract/access/print-template'
import { templatesOfKind } from '@chepu/contract/kernel/print-template'
import type { Bind } from '../../kernel/http/bind'
import { templatesInUse } from './in-use'
import {
  defaultTemplate,
  enableTemplate,
  listTemplates,
  readTemplate,
  saveTemplate,
  templateTotals,
} from './print-template'

/** Calls of 打印模板配置, and what the print dialog of every document asks. */
export function bindPrintTemplates(bind: Bind): void {
  bind(templateRoutes.list, (tx, { query }) => listTemplates(tx, query))
  bind(templateRoutes.totals, (tx, { query }) => templateTotals(tx, query))
  bind(templateRoutes.read, (tx, { params }) => readTemplate(tx, params.id))
  bind(templateRoutes.save, (tx, { body }) => saveTemplate(tx, body))
  bind(templateRoutes.enable, (tx, { params, body }) => enableTemplate(tx, params.id, body))
  bind(setDefaultTemplate, (tx, { params, body }) => defaultTemplate(tx, params.id, body))
  bind(templatesOfKind, async (tx, { params }) => ({ rows: await templatesInUse(tx, params.kind) }))
}
