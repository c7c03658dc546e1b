import { button, pageOf as pageId } from '../access/catalogue'

/** Buttons of 服务项目, 项目套餐 and 故障代码 (business/access 5). */
export const serviceItemButtons = {
  view: pageId('service_item'),
  add: button('service_item', 'add'),
  update: button('service_item', 'update'),
  remove: button('service_item', 'delete'),
  /** Who brings items in by a sheet may take them out as one. */
  import: button('service_item', 'import'),
}
