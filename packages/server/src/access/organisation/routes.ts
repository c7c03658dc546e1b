import type { App } from '../../app/http'

/** Organisations, departments, employees and their masters (DOMAIN 2.2, 2.12, 3.9). */
export function bindOrganisations(_app: App): void {}
