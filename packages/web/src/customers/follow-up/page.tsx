import { FollowUpList } from './follow-up-list'

/** 客户回访 (business/customers 9). */
export default function FollowUps() {
  return <FollowUpList />
}
