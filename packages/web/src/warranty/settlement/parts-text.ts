/** What a bill waits for, or will not get: old parts that are still here, and those that are missing. */
export const partsText = (bill: { waitingParts?: number | undefined; missingParts?: number | undefined }): string =>
  [
    ...(bill.waitingParts ? [`${bill.waitingParts} 件未发出`] : []),
    ...(bill.missingParts ? [`${bill.missingParts} 件缺失`] : []),
  ].join('，')
