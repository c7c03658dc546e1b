import {
  announcementButtons,
  announcementRoutes,
  type AnnouncementRow,
  announcementStates,
} from '@chepu/contract/shell/announcement'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import type { Column } from '../../kit/list/columns'
import { Confirm } from '../../kit/ui/confirm'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { FormDialog } from '../../kit/form/form-dialog'
import { timeText } from '../../kit/base/format'
import { ListPage } from '../../kit/list/list-page'
import { PageModal } from '../../kit/ui/page-modal'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { byId } from '../../kit/form/select-options'

const columns: Column<AnnouncementRow>[] = [
  { key: 'title', title: '标题', width: 280, isKey: true },
  { key: 'orgName', title: '范围', width: 200, sort: false },
  { key: 'creatorName', title: '发布人', width: 100, sort: false },
  { key: 'createdAt', title: '发布时间', kind: 'time' },
  { key: 'state', title: '状态', labels: announcementStates, width: 76, sort: false, isKey: true },
]

type Open = { kind: 'publish' } | { kind: 'view' | 'withdraw'; row: AnnouncementRow }

/** 公告管理: what is published reaches the bell of every user at once (business/notifications 2). */
export default function Announcements() {
  const { has } = useSession()
  const [open, setOpen] = useState<Open>()
  const refreshCalls = useRefreshCalls()
  const refresh = () => refreshCalls(announcementRoutes.list, announcementRoutes.totals)
  const close = () => setOpen(undefined)
  const withdraw = async ({ id, version }: AnnouncementRow) => {
    await call(announcementRoutes.withdraw, { params: { id }, body: { version } })
    toast.success('已撤回')
    refresh()
  }
  return (
    <>
      <ListPage<AnnouncementRow>
        name="announcement"
        title="公告"
        list={announcementRoutes.list}
        totals={announcementRoutes.totals}
        columns={columns}
        onOpen={(row) => setOpen({ kind: 'view', row })}
        rowActions={(row) => [
          { key: 'view', label: '查看', run: () => setOpen({ kind: 'view', row }) },
          ...(row.state === 'published' && row.mayWithdraw
            ? [{ key: 'withdraw', label: '撤回', danger: true, run: () => setOpen({ kind: 'withdraw', row }) }]
            : []),
        ]}
        rowClass={(row) => (row.state === 'withdrawn' ? 'is-off' : undefined)}
        toolbar={
          has(announcementButtons.add) && (
            <Button size="small" type="primary" onClick={() => setOpen({ kind: 'publish' })}>
              发布公告
            </Button>
          )
        }
      >
        <TextFilter name="q" title="标题" search placeholder="标题" />
        <SelectFilter name="state" title="状态" options={announcementStates} />
      </ListPage>
      {open?.kind === 'publish' && (
        <Publish
          onSaved={() => {
            toast.success('已发布')
            refresh()
            close()
          }}
          onClose={close}
        />
      )}
      {open?.kind === 'view' && (
        <PageModal open title={open.row.title} footer={null} width={560} onCancel={close}>
          <p className="soft">
            {open.row.creatorName} {timeText(open.row.createdAt)} {open.row.orgName}
          </p>
          <div className="announcement-body">{open.row.body}</div>
        </PageModal>
      )}
      {open?.kind === 'withdraw' && (
        <Confirm title="撤回公告" okText="撤回" danger run={() => withdraw(open.row)} onClose={close}>
          撤回后，“{open.row.title}”会从所有人的通知中消失，不能恢复。
        </Confirm>
      )}
    </>
  )
}

function Publish({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const { orgId, orgName } = useSession()
  const places = useCall(announcementRoutes.places, {}, { stale: 60_000 }).data
  return (
    <FormDialog
      title="发布公告"
      okText="发布"
      fields={[
        { name: 'title', title: '标题', required: true, wide: true },
        { name: 'body', title: '内容', kind: 'area', required: true, wide: true },
        {
          name: 'orgId',
          title: '范围',
          kind: 'select',
          options: byId(places?.rows ?? [{ id: orgId, name: orgName }]),
          numeric: true,
          initial: orgId,
          required: !places?.isWholeGroup,
          ...(places?.isWholeGroup && { help: '不选企业时发给全集团' }),
        },
      ]}
      schema={announcementRoutes.publish.body}
      onSave={(body) => ({ route: announcementRoutes.publish, body })}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}
