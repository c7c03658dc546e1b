// What every program here begins with, and `start.mjs` of an archive too. Plain Node, and words that an old one understands.

/** A failure that the user can mend: printed as one line, without a stack. */
export class SetupError extends Error {}

/** Runs `main`; a SetupError becomes one line and exit code 1. */
export function runMain(main) {
  main().catch((error) => {
    console.error(error instanceof SetupError ? error.message : error)
    process.exit(1)
  })
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new SetupError(`需要 Node.js 20.19 以上版本，当前为 ${process.versions.node}（https://nodejs.org）`)
}
