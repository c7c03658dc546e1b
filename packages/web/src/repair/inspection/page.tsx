import { serviceItemButtons } from '@chepu/contract/repair/buttons'
import { useSession } from '../../kit/base/session'
import { MasterTabs } from '../../kit/form/master-tabs'
import { Inspections } from './list'
import { InspectionTemplates } from './templates'

/** 检车报告, and the templates by which cars are looked at for who keeps 服务项目 (business/repair 12). */
export default function InspectionsPage() {
  const { has } = useSession()
  const reports = { key: 'reports', label: '检车报告', children: <Inspections /> }
  const templates = { key: 'templates', label: '检车模板', children: <InspectionTemplates /> }
  return <MasterTabs tabs={has(serviceItemButtons.view) ? [reports, templates] : [reports]} />
}
