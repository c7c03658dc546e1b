import type { App } from '../kernel/http/bind'
import { bindOrganisations } from './organisation/routes'
import { bindPrintTemplates } from './print-template/routes'
import { bindRegistration } from './registration/routes'
import { bindRights } from './rights/routes'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { accessTasks } from './home-tasks'

/** The calls of organisation and access. */
export function bindAccess(app: App): void {
  bindRights(app)
  bindOrganisations(app)
  bindPrintTemplates(app.bind)
  bindRegistration(app)
  registerHomeTasks('access', accessTasks)
}
