// Words of basic data that documents of other areas say, too.

/** Whether money of a category comes in or goes out. */
export const moneyDirections = { in: '收入', out: '支出' } as const
