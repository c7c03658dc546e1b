import { button, pageOf as pageId } from '../access/catalogue'

/** Buttons of 套餐管理: packages and types of cards (business/access 5). */
export const cardPackageButtons = {
  view: pageId('card_package'),
  add: button('card_package', 'add'),
  update: button('card_package', 'update'),
  /** 启用 and 停用. */
  enable: button('card_package', 'disable'),
}
