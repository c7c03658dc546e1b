import { collection, collectionPurposes } from '@chepu/contract/finance/collection'
import { SlipEditor } from '../slip/editor'

/** 收款单 (business/finance 7.1). */
export default function CollectionEditor() {
  return <SlipEditor document={collection} purposes={collectionPurposes} direction="in" payerTitle="实际付款人" />
}
