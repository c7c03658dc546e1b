import { button } from '@chepu/contract/access/catalogue'
import { type CardRow, cardList } from '@chepu/contract/cards/card'
import { cardStates } from '@chepu/contract/cards/words'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { columnsOf } from '../../kit/list/columns'
import { FlagFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { ListPage } from '../../kit/list/list-page'
import { useDialog } from '../../kit/ui/use-dialog'
import { PartnerFilter } from '../../pickers/filters'
import { useCardTypes } from '../masters'
import { CardDetail } from './detail'
import { MovementsDialog } from './movements'
import { useCardActions } from './use-card-actions'

/** What a counter looks for stands first, so that it is in view. */
const first = ['cardNo', 'state', 'cardTypeName', 'partnerName', 'mobile', 'plate', 'principal', 'gift', 'packages']
const rank = ({ key }: { key: string }) => (first.includes(key) ? first.indexOf(key) : first.length)
const columns = columnsOf<typeof cardList.columns, CardRow>(cardList.columns).toSorted((a, b) => rank(a) - rank(b))

/** Closed cards are muted, as what is over is everywhere. */
const rowClass = ({ state }: CardRow) => (state === 'closed' ? 'is-void' : undefined)

/** A caller sums the cards of the customers whom he sees, whoever issued them; who sees others has another sum (business/cards 3). */
const counting = { counts: () => true, counted: '可见客户', waiting: '' }

/** 会员卡管理: who has which card, what is on it, and all that is done with it at the counter (business/cards 3). */
export default function CardList() {
  const { has } = useSession()
  const { id: asked, ...linked } = useScreenParams<{ id: string }>()
  const linkedId = asked && /^\d+$/.test(asked) ? Number.parseInt(asked, 10) : undefined
  const [shown, setShown] = useState<number>()
  useEffect(() => setShown(linkedId), [linkedId])
  const [showMovements, movements] = useDialog(MovementsDialog)
  const actions = useCardActions()
  const { open } = useTabs()
  const types = useCardTypes()
  const mayExport = has(button('card', 'export'))
  return (
    <>
      <ListPage<CardRow>
        name="card"
        title={cardList.title}
        list={cardList.list}
        totals={cardList.totals}
        export={mayExport ? cardList.export : undefined}
        columns={columns}
        initial={linked}
        rowClass={rowClass}
        counting={counting}
        onOpen={(row) => row.isSeen && setShown(row.id)}
        rowActions={(row) => [
          ...actions.of(row),
          // Whose card was found by its number alone is a stranger's: what happened to it is not shown.
          ...(row.isSeen
            ? [
                { key: 'movements', label: '流水', run: () => void showMovements(row) },
                { key: 'open', label: '查看', run: () => setShown(row.id) },
              ]
            : []),
        ]}
        toolbar={
          <>
            {actions.open && (
              <Button size="small" type="primary" onClick={actions.open}>
                开卡
              </Button>
            )}
            {has(button('card', 'grant')) && actions.open && (
              <Button size="small" onClick={() => open('/importExcel?type=card')}>
                导入
              </Button>
            )}
          </>
        }
      >
        <TextFilter name="q" title="会员卡" search placeholder="卡号 / 客户 / 手机尾号 / 车牌" />
        <SelectFilter
          name="cardTypeId"
          title="卡类型"
          options={Object.fromEntries(types.map(({ id, name }) => [String(id), name]))}
        />
        <SelectFilter name="state" title="状态" options={cardStates} />
        <FlagFilter name="ending" title="将到期" />
        <PartnerFilter name="partnerId" title="客户" role="customer" more />
        <TextFilter name="cardNo" title="卡号" more />
        <TextFilter name="mobile" title="手机" more />
        <TextFilter name="plate" title="车牌" more />
        <TextFilter name="balanceFrom" title="余额不低于" more />
        <TextFilter name="balanceTo" title="余额不高于" more />
      </ListPage>
      {shown !== undefined && <CardDetail id={shown} actions={actions} onClose={() => setShown(undefined)} />}
      {movements}
      {actions.dialogs}
    </>
  )
}
