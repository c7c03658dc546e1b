import { type ComponentType, type ReactNode, useCallback, useState } from 'react'

/** What every dialog that answers something takes. */
export interface DialogProps<Input, Result> {
  input: Input
  /** Ends the dialog; without a result the user gave up. */
  onDone: (result?: Result) => void
}

/**
 * A dialog as a function: `open(input)` shows it and resolves with the user's choice, or nothing. Draw the second
 * value anywhere in the page. Answers by a promise so that a story reads in one place.
 */
export function useDialog<Input, Result>(
  Dialog: ComponentType<DialogProps<Input, Result>>,
): [open: (input: Input) => Promise<Result | undefined>, node: ReactNode] {
  const [request, setRequest] = useState<{ input: Input; resolve: (result?: Result) => void }>()
  const open = useCallback(
    (input: Input) => new Promise<Result | undefined>((resolve) => setRequest({ input, resolve })),
    [],
  )
  const finish = (result?: Result) => {
    setRequest(undefined)
    request?.resolve(result)
  }
  return [open, request && <Dialog input={request.input} onDone={finish} />]
}
