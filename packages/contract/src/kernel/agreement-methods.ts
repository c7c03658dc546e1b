/** How a customer agrees: before the desk, called by it, or by himself through a link. */
export const agreementMethods = { signature: '现场签字', phone: '电话确认', link: '链接签字' } as const
