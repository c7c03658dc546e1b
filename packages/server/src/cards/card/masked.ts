/** A card number as papers and pages for its customer show it: all but its last four signs hidden. */
export const maskedCardNo = (cardNo: string): string => cardNo.slice(-4).padStart(cardNo.length, '*')
