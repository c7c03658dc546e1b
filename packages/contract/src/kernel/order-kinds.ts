/** How an order came to be: written at the desk, or made and settled in one step at the fast counter, with work or of goods alone (business/fast-counter 1). */
export const orderKinds = { normal: '普通', fast: '快修', goods: '商品' } as const
