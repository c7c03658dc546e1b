import { type CardView, cardRoutes } from '@chepu/contract/cards/card'
import { cardKinds, cardStates } from '@chepu/contract/cards/words'
import { Button } from 'antd'
import { dayText, moneyText, qtyText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import { useNarrow } from '../../kit/base/use-narrow'
import { PageDrawer } from '../../kit/ui/page-drawer'
import { CardItems } from './items'
import { CardMovements } from './movements'
import type { CardActions } from './use-card-actions'
import './card.css'

const factsOf = (card: CardView): [string, string][] => [
  ['卡类型', `${card.cardTypeName}（${cardKinds[card.kind]}）`],
  ['状态', `${cardStates[card.state]}${card.isExpired ? '，已过有效期' : ''}`],
  ['客户', card.partnerName],
  ['手机', card.mobile],
  ['绑定车辆', card.plate ?? '不限'],
  ['本金', moneyText(card.principal)],
  ['赠金', moneyText(card.gift)],
  ['积分', qtyText(card.points)],
  ['发卡门店', card.orgName],
  ['发卡日', dayText(card.issuedOn)],
  ['有效期', card.validUntil === null ? '长期' : dayText(card.validUntil)],
  ['支付密码', card.hasPin ? '已设' : '未设'],
  ['旧卡号', card.formerNos.join('、')],
  ['备注', card.remark],
]

/** A card with what is on it, what may be done with it, and what happened to it (business/cards 3). */
export function CardDetail(props: { id: number; actions: CardActions; onClose: () => void }) {
  const { id, actions, onClose } = props
  const narrow = useNarrow()
  const { data: card, error } = useCall(cardRoutes.read, { params: { id } }, { keeps: true })
  return (
    <PageDrawer
      placement={narrow ? 'bottom' : 'right'}
      size={narrow ? 'auto' : 880}
      className={narrow ? 'page-drawer cards-drawer' : 'cards-drawer'}
      title={card ? `会员卡 ${card.cardNo}` : '会员卡'}
      onClose={onClose}
    >
      {error && <p role="alert">{error.message}</p>}
      {card && (
        <>
          <dl className="cards-facts" aria-label="会员卡">
            {factsOf(card)
              .filter(([, value]) => value !== '')
              .map(([title, value]) => (
                <Fact key={title} title={title} value={value} />
              ))}
          </dl>
          <div className="cards-acts" role="toolbar" aria-label="会员卡操作">
            {actions.of(card).map(({ key, label, danger, run }, i) => (
              <Button
                key={key}
                size="small"
                type={i === 0 ? 'primary' : 'default'}
                danger={danger === true}
                onClick={run}
              >
                {label}
              </Button>
            ))}
          </div>
          <h3>套餐剩余</h3>
          <CardItems items={card.items} label="套餐剩余" />
          <h3>流水</h3>
          <CardMovements cardId={id} onFollow={onClose} />
        </>
      )}
    </PageDrawer>
  )
}

function Fact({ title, value }: { title: string; value: string }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </>
  )
}
