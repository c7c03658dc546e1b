import { favouriteRoutes } from '@chepu/contract/shell/favourite'
import { siteRoutes } from '@chepu/contract/shell/site'
import type { App } from '../kernel/http/bind'
import { invalid } from '../kernel/base/errors'
import type { Upload } from '../kernel/http/upload'
import { addFavourite, favouritesOf, removeFavourite } from './favourites'
import { readSite, removeSiteImage, saveSite, saveSiteImage, sendSiteImage, siteInfoOf } from './site'

/** Calls of the frame around the pages: favourites and the site's settings. */
export function bindFrame({ bind, bindOpen, isOpenDemo }: App): void {
  bind(favouriteRoutes.list, (tx) => favouritesOf(tx))
  bind(favouriteRoutes.add, (tx, { body }) => addFavourite(tx, body.name))
  bind(favouriteRoutes.remove, (tx, { query, body }) => {
    const name = query.name ?? body?.name
    return name === undefined ? invalid([{ path: 'name', message: '请选择页面' }]) : removeFavourite(tx, name)
  })
  bindOpen(siteRoutes.info, ({ db }) => siteInfoOf(db, isOpenDemo))
  bindOpen(siteRoutes.image, ({ db, params, reply }) => sendSiteImage(db, params.kind, reply))
  bind(siteRoutes.read, (tx) => readSite(tx))
  bind(siteRoutes.save, (tx, { body }) => saveSite(tx, body))
  bind(siteRoutes.saveImage, (tx, { params, upload }) => saveSiteImage(tx, params.kind, upload as Upload))
  bind(siteRoutes.removeImage, (tx, { params }) => removeSiteImage(tx, params.kind))
}
