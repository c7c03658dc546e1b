import { Button } from 'antd'
import { useRef, useState } from 'react'
import { attach } from '../base/attach'
import { CallError } from '../base/call'
import { shrunkPhoto } from '../base/shrink'
import { toast } from '../base/toast'

interface Props {
  /** The saved document among whose 附件 the photo is kept. */
  owner: { kind: string; ownerId: number }
  /** What the photo is of; its file is called like that. */
  of: string
  onTaken: (fileId: number) => void | Promise<void>
}

/** 拍照: takes one photo by the camera of a telephone, makes it smaller and attaches it. */
export function CameraButton({ owner, of, onTaken }: Props) {
  const camera = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    try {
      await onTaken(await attach(owner, await shrunkPhoto(file), `${of}.jpg`))
    } catch (error) {
      // A call has already told the user why.
      if (!(error instanceof CallError)) toast.error(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  return (
    <>
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label={`${of} 拍照`}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button loading={busy} onClick={() => camera.current?.click()}>
        拍照
      </Button>
    </>
  )
}
