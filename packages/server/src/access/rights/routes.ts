import type { App } from '../../app/http'

/** Users, roles and rights (DOMAIN 2.2, 10). */
export function bindRights(_app: App): void {}
