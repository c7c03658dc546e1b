import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  announcement: { page: () => import('./announcement/list') },
  sysPermission: { page: () => import('./permission-points/sys-permission') },
  dashboard: { page: () => import('./dashboard/dashboard') },
  siteConfig: { page: () => import('./site-config') },
  smsOutbox: { page: () => import('./sms-outbox') },
}
