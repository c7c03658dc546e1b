/** An expected reason why the program cannot start; the entry point prints its message as one line without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
