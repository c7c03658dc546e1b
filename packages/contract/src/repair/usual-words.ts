/** The word of 维修方式 where nobody says another (business/repair 1.3). */
export const usualForm = '到店'

/** The word of 预约来源 where nobody says another (business/repair 1.3). */
export const usualOrigin = '电话'
