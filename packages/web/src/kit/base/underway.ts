/** What a person has asked for and what is still on its way. A step that rests on it waits. */
export class Underway {
  private readonly works = new Set<Promise<unknown>>()

  /** Whether anything is on its way. */
  get some(): boolean {
    return this.works.size > 0
  }

  /** Counts the work until it has ended; answers it as it is. */
  begin<Result>(work: Promise<Result>): Promise<Result> {
    const end = () => void this.works.delete(work)
    this.works.add(work)
    work.then(end, end)
    return work
  }

  /** Resolves when everything has ended, and what that has begun in its turn. Failures are told elsewhere. */
  async over(): Promise<void> {
    while (this.works.size > 0) {
      await Promise.allSettled(this.works)
      // What an answer begins, it has begun when the next task comes.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
}

/** What was chosen by Enter in the fields of the program before their lists had come. */
export const choices = new Underway()
