import { maxFiles, type Resource, resourceRoutes } from '@chepu/contract/shell/resource'
import { Button } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { attach } from '../base/attach'
import { CallError, call } from '../base/call'
import { shrunkPhoto } from '../base/shrink'
import { toast } from '../base/toast'
import { useCall, useRefreshCalls } from '../base/use-call'
import { isTouch } from '../base/use-narrow'
import { Confirm } from '../ui/confirm'
import { KeptPicture } from '../ui/kept-picture'
import { PageModal } from '../ui/page-modal'
import './photo-field.css'

/**
 * Photos of a saved document, among its 附件: taken by the camera of a telephone or chosen, several at once, each made smaller in the
 * browser before it is sent. Shown small; a click shows one large. Who may change the document adds and removes them. Photos that are
 * `wanted` are asked for by their names, which are those of their files; where a step was refused for them, in red.
 */
export function PhotoField(props: { kind: string; ownerId: number; wanted?: readonly string[]; isRefused?: boolean }) {
  const { kind, ownerId, wanted = [], isRefused = false } = props
  const found = useCall(resourceRoutes.list, { query: { kind, ownerId } })
  const refresh = useRefreshCalls()
  const [left, setLeft] = useState(0)
  const rows = found.data?.rows ?? []
  const photos = rows.filter(({ contentType }) => contentType.startsWith('image/'))
  const held = new Set(photos.map(({ fileName }) => bareName(fileName)))
  const add = async (files: readonly File[], name?: string) => {
    const room = maxFiles - rows.length
    if (files.length > room) toast.warning(`每张单据最多${maxFiles}个附件，只上传前${room}张`)
    const wanted = files.slice(0, room)
    for (const [at, file] of wanted.entries()) {
      setLeft(wanted.length - at)
      await attachPhoto({ kind, ownerId }, file, name)
      refresh(resourceRoutes.list)
    }
    setLeft(0)
  }
  return (
    <section className="photo-field" aria-label="照片">
      {found.error && <p role="alert">{found.error.message}</p>}
      <ul>
        {photos.map((photo) => (
          <Photo key={photo.id} photo={photo} mayRemove={found.data?.mayRemove ?? false}>
            <span className="photo-name" title={photo.fileName}>
              {bareName(photo.fileName)}
            </span>
          </Photo>
        ))}
      </ul>
      {found.data?.mayChange &&
        rows.length < maxFiles &&
        wanted
          .filter((name) => !held.has(name))
          .map((name) => (
            <AddPhotos
              key={name}
              name={name}
              danger={isRefused}
              left={left}
              onAdd={(files) => void add(files.slice(0, 1), name)}
            />
          ))}
      {found.data?.mayChange && rows.length < maxFiles && <AddPhotos left={left} onAdd={(files) => void add(files)} />}
    </section>
  )
}

/** Shrinks a photo and attaches it; what goes wrong with one does not keep the others waiting. */
async function attachPhoto(owner: { kind: string; ownerId: number }, file: File, name?: string): Promise<void> {
  try {
    await attach(owner, await shrunkPhoto(file), `${(name ?? bareName(file.name)) || '照片'}.jpg`)
  } catch (error) {
    // A call has already told the user why.
    if (!(error instanceof CallError)) toast.error(error instanceof Error ? error.message : String(error))
  }
}

/** The name of a file without its ending. */
const bareName = (fileName: string): string => fileName.replace(/\.[^.]*$/, '')

function AddPhotos(props: { name?: string; danger?: boolean; left: number; onAdd: (files: readonly File[]) => void }) {
  const { name = '', danger = false, left, onAdd } = props
  // A name as 铭牌照 says already that it is one.
  const photo = name.endsWith('照') ? name : `${name}照片`
  const camera = useRef<HTMLInputElement>(null)
  const album = useRef<HTMLInputElement>(null)
  const take = (input: HTMLInputElement) => {
    onAdd([...(input.files ?? [])])
    input.value = ''
  }
  const field = { type: 'file', hidden: true, accept: 'image/*' } as const
  return (
    <>
      <input
        {...field}
        ref={camera}
        aria-label={`拍照${name}`}
        capture="environment"
        onChange={(event) => take(event.target)}
      />
      <input
        {...field}
        ref={album}
        aria-label={`选择${photo}`}
        multiple={name === ''}
        onChange={(event) => take(event.target)}
      />
      {isTouch() && (
        <Button danger={danger} loading={left > 0} onClick={() => camera.current?.click()}>
          {name ? `拍${name}` : '拍照'}
        </Button>
      )}
      <Button danger={danger} loading={left > 0} onClick={() => album.current?.click()}>
        {left > 0 ? `还有${left}张` : `选择${photo}`}
      </Button>
    </>
  )
}

/** A file that is a photo, small; a click shows it large. */
export function Photo(props: {
  photo: Pick<Resource, 'id' | 'fileName'>
  mayRemove?: boolean
  /** What can be said of it, below. */
  children?: ReactNode
}) {
  const { photo, mayRemove = false, children } = props
  const refresh = useRefreshCalls()
  const [shown, setShown] = useState<'large' | 'removing'>()
  const close = () => setShown(undefined)
  const picture = <KeptPicture route={resourceRoutes.file} id={photo.id} name={photo.fileName} />
  return (
    <li>
      <button type="button" aria-label={`放大 ${photo.fileName}`} onClick={() => setShown('large')}>
        {picture}
      </button>
      {mayRemove && (
        <Button size="small" aria-label={`删除 ${photo.fileName}`} onClick={() => setShown('removing')}>
          删除
        </Button>
      )}
      {children}
      {shown === 'large' && (
        <PageModal open title={photo.fileName} width="min(1000px, 96vw)" footer={null} onCancel={close}>
          <div className="photo-large">{picture}</div>
        </PageModal>
      )}
      {shown === 'removing' && (
        <Confirm
          title="删除照片"
          okText="删除"
          danger
          run={async () => {
            await call(resourceRoutes.remove, { params: { id: photo.id } })
            refresh(resourceRoutes.list)
          }}
          onClose={close}
        >
          确定删除“{photo.fileName}”？
        </Confirm>
      )}
    </li>
  )
}
