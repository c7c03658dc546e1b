/** What a partner is to us; he may be several. The numbers are the bits of cus_flag (business/customers 2.2). */
export const partnerRoles = {
  customer: 1,
  supplier: 2,
  manufacturer: 4,
  insurer: 8,
  logistics: 16,
  sister: 32,
} as const
export type PartnerRole = keyof typeof partnerRoles

export const everyRole = Object.keys(partnerRoles) as PartnerRole[]

/** Roles as one number of bits. */
export const roleBits = (roles: PartnerRole | readonly PartnerRole[]): number =>
  [roles].flat().reduce((bits, role) => bits | partnerRoles[role], 0)

/** The bits of every role. */
export const anyRole = roleBits(everyRole)

/** The bits of all roles but a customer's. */
export const otherRoles = anyRole & ~partnerRoles.customer
