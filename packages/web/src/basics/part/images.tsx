import { maxImages, partImage, partRoutes, type PartView } from '@chepu/contract/basics/part'
import { fileTooLarge } from '@chepu/contract/kernel/file-limit'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { call, send, fillPath } from '../../kit/base/call'
import { toast } from '../../kit/base/toast'
import { useRefreshCalls } from '../../kit/base/use-call'
import { KeptPicture } from '../../kit/ui/kept-picture'
import './images.css'

/** 图片 of a part: shown, added and removed one by one, apart from the form. */
export function PartImages(props: { part: PartView; mayUpdate: boolean }) {
  const { part, mayUpdate } = props
  const refreshCalls = useRefreshCalls()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const change = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
      refreshCalls(partRoutes.read)
    } catch {
      // The call has already told the user why.
    } finally {
      setBusy(false)
    }
  }
  const add = (file: File | undefined) => {
    if (!file) return
    if (file.size > partImage.maxBytes) return toast.error(fileTooLarge(partImage))
    const form = new FormData()
    form.append('file', file)
    void change(() => send('POST', fillPath(partRoutes.addImage.path, { id: part.id }), { body: form }))
  }
  return (
    <div className="part-images">
      {part.images.map((image) => (
        <figure key={image.id}>
          <KeptPicture route={partRoutes.image} id={image.id} name={image.fileName} />
          <figcaption>{image.fileName}</figcaption>
          {mayUpdate && (
            <Button
              size="small"
              disabled={busy}
              onClick={() => void change(() => call(partRoutes.removeImage, { params: { id: image.id } }))}
            >
              删除
            </Button>
          )}
        </figure>
      ))}
      {part.images.length === 0 && <p>还没有图片</p>}
      {mayUpdate && part.images.length < maxImages && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="选择图片"
            accept="image/png,image/jpeg,image/webp"
            onChange={(event) => {
              add(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button loading={busy} onClick={() => input.current?.click()}>
            上传图片
          </Button>
        </>
      )}
    </div>
  )
}
