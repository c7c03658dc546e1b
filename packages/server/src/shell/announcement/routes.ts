import { announcementRoutes } from '@chepu/contract/shell/announcement'
import type { App } from '../../kernel/http/bind'
import {
  announcementTotals,
  announcementPlaces,
  listAnnouncements,
  publishAnnouncement,
  readAnnouncement,
  withdrawAnnouncement,
} from './announcement'

/** 公告管理 (business/notifications 2). */
export function bindAnnouncements({ bind }: App): void {
  bind(announcementRoutes.list, (tx, { query }) => listAnnouncements(tx, query))
  bind(announcementRoutes.totals, (tx, { query }) => announcementTotals(tx, query))
  bind(announcementRoutes.places, (tx) => announcementPlaces(tx))
  bind(announcementRoutes.publish, (tx, { body }) => publishAnnouncement(tx, body))
  bind(announcementRoutes.withdraw, (tx, { params, body }) => withdrawAnnouncement(tx, params.id, body.version))
  bind(announcementRoutes.read, (tx, { params }) => readAnnouncement(tx, params.id))
}
