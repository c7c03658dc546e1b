import { inspectionRoutes } from '@chepu/contract/repair/inspection'
import { inspectionTemplateRoutes } from '@chepu/contract/repair/inspection-template'
import type { Bind } from '../../kernel/http/bind'
import {
  finishInspection,
  inspectionTotals,
  listInspections,
  readInspection,
  saveInspection,
  startInspection,
  templatesToChoose,
} from './inspection'
import { quotePoint } from './quote'
import { enableTemplate, listTemplates, readTemplate, removeTemplate, saveTemplate, templateTotals } from './template'

/** 检车报告 and the templates by which cars are looked at. */
export function bindInspections(bind: Bind): void {
  bind(inspectionRoutes.list, (tx, { query }) => listInspections(tx, query))
  bind(inspectionRoutes.totals, (tx, { query }) => inspectionTotals(tx, query))
  bind(inspectionRoutes.templates, async (tx, { query }) => ({ rows: await templatesToChoose(tx, query) }))
  bind(inspectionRoutes.read, (tx, { params }) => readInspection(tx, params.id))
  bind(inspectionRoutes.start, (tx, { body }) => startInspection(tx, body))
  bind(inspectionRoutes.save, (tx, { params, body }) => saveInspection(tx, params.id, body))
  bind(inspectionRoutes.finish, (tx, { params, body }) => finishInspection(tx, params.id, body))
  bind(inspectionRoutes.quote, (tx, { params, body }) => quotePoint(tx, params.id, body.pointId))

  bind(inspectionTemplateRoutes.list, (tx, { query }) => listTemplates(tx, query))
  bind(inspectionTemplateRoutes.totals, (tx, { query }) => templateTotals(tx, query))
  bind(inspectionTemplateRoutes.read, (tx, { params }) => readTemplate(tx, params.id))
  bind(inspectionTemplateRoutes.save, (tx, { body }) => saveTemplate(tx, body))
  bind(inspectionTemplateRoutes.enable, (tx, { params, body }) => enableTemplate(tx, params.id, body))
  bind(inspectionTemplateRoutes.remove, (tx, { params }) => removeTemplate(tx, params.id))
}
