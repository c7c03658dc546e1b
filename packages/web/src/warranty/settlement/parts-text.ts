/** Old parts of a bill that its manufacturer wants back and has not got; known of a bill that was just chosen. */
export interface UnreturnedParts {
  waitingParts?: number | undefined
  refusedParts?: number | undefined
  missingParts?: number | undefined
}

/** What a bill waits for, or will not get: old parts that are still here, that he refused, and that are missing. */
export const partsText = (bill: UnreturnedParts): string =>
  [
    ...(bill.waitingParts ? [`${bill.waitingParts} 件未发出`] : []),
    ...(bill.refusedParts ? [`${bill.refusedParts} 件被拒`] : []),
    ...(bill.missingParts ? [`${bill.missingParts} 件缺失`] : []),
  ].join('，')
