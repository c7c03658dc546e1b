import { exportFile } from '@chepu/contract/kernel/export-job'

/** Address of the file of an export. */
export const exportFilePath = (jobId: number): string => exportFile.path.replace(':id', String(jobId))
