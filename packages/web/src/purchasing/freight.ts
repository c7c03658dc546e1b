/** Who pays the carrier of bought goods. */
export const freightPayers = { us: '我方付承运商', partner: '供应商代垫（计入应付）' }
/** Who bears the way back. */
export const returnFreightPayers = { us: '我方承担', partner: '供应商承担（冲应付）' }
