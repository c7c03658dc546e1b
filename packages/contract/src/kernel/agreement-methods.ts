/** How a customer agrees: before the desk, called by it, by himself through a link, or by paying at the fast counter. */
export const agreementMethods = {
  signature: '现场签字',
  phone: '电话确认',
  link: '链接签字',
  counter: '柜台当场',
} as const
