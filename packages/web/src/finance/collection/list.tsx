import { collection, collectionPurposes } from '@chepu/contract/finance/collection'
import { SlipList } from '../slip/list'

/** 收款单列表 (business/finance 7.1). */
export default function CollectionList() {
  return (
    <SlipList
      document={collection}
      purposes={collectionPurposes}
      titles={{ total: '收款额', advance: '预收额', payer: '实际付款人' }}
    />
  )
}
