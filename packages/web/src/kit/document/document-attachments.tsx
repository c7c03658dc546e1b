import { fileTooLarge, sizeLimit } from '@chepu/contract/kernel/file-limit'
import { attachedFile, maxFiles, type Resource, resourceRoutes } from '@chepu/contract/shell/resource'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { attach } from '../base/attach'
import { call, fetchFile } from '../base/call'
import { Confirm } from '../ui/confirm'
import { sizeText, timeText } from '../base/format'
import { PageModal } from '../ui/page-modal'
import { toast } from '../base/toast'
import { useCall, useRefreshCalls } from '../base/use-call'
import { saveFile } from '../list/use-export'

/** 附件 of a saved document: looked at by everybody who sees it, added and removed by who may change it. */
export function AttachmentsDialog(props: { kind: string; id: number; billNo: string; onClose: () => void }) {
  const { kind, id } = props
  const found = useCall(resourceRoutes.list, { query: { kind, ownerId: id } })
  const refresh = useRefreshCalls()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState<Resource>()
  const rows = found.data?.rows ?? []
  const add = async (file: File | undefined) => {
    if (!file) return
    if (file.size > attachedFile.maxBytes) return toast.error(fileTooLarge(attachedFile))
    setBusy(true)
    try {
      await attach({ kind, ownerId: id }, file, file.name)
      refresh(resourceRoutes.list)
    } catch {
      // The call has already told the user why.
    } finally {
      setBusy(false)
    }
  }
  const download = (row: Resource) =>
    fetchFile(resourceRoutes.file, { params: { id: row.id } }).then(
      (blob) => saveFile(blob, row.fileName),
      () => undefined,
    )
  return (
    <PageModal open title={`附件：${props.billNo}`} width={640} footer={null} onCancel={props.onClose}>
      {found.error && <p role="alert">{found.error.message}</p>}
      {found.isPending && <p>正在加载…</p>}
      {found.data && rows.length === 0 && <p>还没有附件</p>}
      <ul className="kit-files" aria-label="附件">
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" className="kit-link" onClick={() => void download(row)}>
              {row.fileName}
            </button>
            <span>
              {sizeText(row.byteCount)}　{row.creatorName}　{timeText(row.createdAt)}
            </span>
            {found.data?.mayRemove && (
              <Button size="small" aria-label={`删除 ${row.fileName}`} onClick={() => setRemoving(row)}>
                删除
              </Button>
            )}
          </li>
        ))}
      </ul>
      {found.data?.mayChange && rows.length < maxFiles && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="选择附件"
            accept="image/png,image/jpeg,image/webp,application/pdf"
            onChange={(event) => {
              void add(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button loading={busy} onClick={() => input.current?.click()}>
            上传附件
          </Button>
          <p className="kit-note">图片（PNG、JPG、WebP）或PDF，每个不超过{sizeLimit(attachedFile.maxBytes)}</p>
        </>
      )}
      {removing && (
        <Confirm
          title="删除附件"
          okText="删除"
          danger
          run={async () => {
            await call(resourceRoutes.remove, { params: { id: removing.id } })
            refresh(resourceRoutes.list)
          }}
          onClose={() => setRemoving(undefined)}
        >
          确定删除“{removing.fileName}”？
        </Confirm>
      )}
    </PageModal>
  )
}
