import type { FileRoute, idParam } from '@chepu/contract/kernel/route'
import { useEffect, useState } from 'react'
import { fetchFile } from '../base/call'

/** A picture that a call answers: it is fetched with the session's headers, which a plain address would not carry. */
export function KeptPicture({ route, id, name }: { route: FileRoute<typeof idParam>; id: number; name: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let wanted = true
    fetchFile(route, { params: { id }, quiet: true }).then(
      (blob) => {
        if (!wanted) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      },
      () => undefined,
    )
    return () => {
      wanted = false
      if (made) URL.revokeObjectURL(made)
    }
  }, [route, id])
  return url ? <img src={url} alt={name} /> : <div className="kit-picture-wait" />
}
