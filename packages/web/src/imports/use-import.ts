import { sheetLimit, sizeLimit } from '@chepu/contract/kernel/file-limit'
import { type ImportResult, imports, type ImportType } from '@chepu/contract/imports/import'
import { useCallback, useRef, useState } from 'react'
import { CallError, newIdempotencyKey, send } from '../kit/base/call'

/** Further waits for an answer that took longer than a call may; the server does the work once. */
const moreWaits = 8

interface ChosenFile {
  name: string
  /** Read at once, so that a file that is saved again in Excel meanwhile changes nothing. */
  content: Blob
}

export interface Importing {
  file: ChosenFile | undefined
  overwrite: boolean
  busy: 'check' | 'run' | undefined
  result: ImportResult | undefined
  /** Why the whole file was refused. */
  error: string | undefined
  choose: (file: File) => Promise<void>
  /** Says what titles mean that were not understood: the key of a column, or '' for nothing; checks again. */
  tell: (columns: Told) => Promise<void>
  setOverwrite: (overwrite: boolean) => void
  confirm: () => Promise<void>
  /** Back to an empty page. */
  reset: () => void
}

type Told = Readonly<Record<string, string>>

/** One file on its way: chosen, checked, confirmed (business/basics 10). */
export function useImport(type: ImportType): Importing {
  const [file, setFile] = useState<ChosenFile>()
  const [overwrite, setOverwriteState] = useState(false)
  const [told, setTold] = useState<Told>({})
  const [busy, setBusy] = useState<'check' | 'run'>()
  const [result, setResult] = useState<ImportResult>()
  const [error, setError] = useState<string>()
  const turn = useRef(0)

  const ask = useCallback(
    async (step: 'check' | 'run', chosen: ChosenFile, over: boolean, columns: Told) => {
      turn.current += 1
      const mine = turn.current
      setBusy(step)
      setError(undefined)
      if (step === 'check') setResult(undefined)
      try {
        const found = await sendFile(type, step, chosen, over, columns)
        if (mine === turn.current) setResult(found)
      } catch (problem) {
        if (!(problem instanceof CallError)) throw problem
        if (mine === turn.current) setError(problem.message)
      } finally {
        if (mine === turn.current) setBusy(undefined)
      }
    },
    [type],
  )
  /** Nothing of a former file stays. */
  const clear = () => {
    turn.current += 1
    setFile(undefined)
    setTold({})
    setResult(undefined)
    setError(undefined)
    setBusy(undefined)
  }
  return {
    file,
    overwrite,
    busy,
    result,
    error,
    async choose(picked) {
      clear()
      if (picked.size > sheetLimit.bytes)
        return setError(`“${picked.name}”超过${sizeLimit(sheetLimit.bytes)}，请拆成几个文件`)
      const chosen = { name: picked.name, content: new Blob([await picked.arrayBuffer()]) }
      setFile(chosen)
      await ask('check', chosen, overwrite, {})
    },
    async tell(columns) {
      const all = { ...told, ...columns }
      setTold(all)
      if (file) await ask('check', file, overwrite, all)
    },
    setOverwrite(next) {
      setOverwriteState(next)
      if (file) void ask('check', file, next, told)
    },
    async confirm() {
      if (file) await ask('run', file, overwrite, told)
    },
    reset: clear,
  }
}

/** Sends the file; an answer that does not come in time is asked for again under the same key. */
async function sendFile(
  type: ImportType,
  step: 'check' | 'run',
  file: ChosenFile,
  overwrite: boolean,
  columns: Told,
): Promise<ImportResult> {
  const idempotencyKey = newIdempotencyKey()
  for (let wait = 0; ; wait += 1) {
    const body = new FormData()
    body.append('file', file.content, file.name)
    try {
      const query = { overwrite: overwrite ? ('true' as const) : ('false' as const), columns: JSON.stringify(columns) }
      const { method, path } = imports[type][step]
      return await send<ImportResult>(method, path, { query, body, idempotencyKey, quiet: true })
    } catch (problem) {
      if (problem instanceof CallError && problem.unanswered && wait < moreWaits) continue
      throw problem
    }
  }
}
