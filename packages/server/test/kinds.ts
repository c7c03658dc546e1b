import { bindAreas } from '../src/app/areas'
import { createApp } from '../src/app/http'
import type { Database } from '../src/kernel/db/db'

/** Makes the program's kinds of documents known to this process, where the program itself does not run in it: the invariants ask for them. */
export async function knowKinds(db: Database): Promise<void> {
  bindAreas(await createApp(db))
}
