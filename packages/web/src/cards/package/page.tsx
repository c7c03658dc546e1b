import { MasterTabs } from '../../kit/form/master-tabs'
import { CardPackages } from './packages'
import { CardTypes } from './types'

/** 套餐管理: packages and types of cards (business/cards 1, 2). */
export default function CardPackagePage() {
  return (
    <MasterTabs
      tabs={[
        { key: 'packages', label: '套餐', children: <CardPackages /> },
        { key: 'types', label: '卡类型', children: <CardTypes /> },
      ]}
    />
  )
}
