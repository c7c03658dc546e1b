import { CallError } from '../../kit/base/call'

/** Takes the step of a dialog. Where somebody has asked for its parts meanwhile, which the call has told, `again` lets the user look afresh. */
export async function unlessAskedMeanwhile(step: () => Promise<void>, again: () => void): Promise<void> {
  try {
    await step()
  } catch (error) {
    if (error instanceof CallError && error.reason === 'stale') again()
    throw error
  }
}
