import type { DemoShop } from '../shop'
import { planMembers } from '../cards/members'
import { planCounter } from './counter'
import { planMonths } from './months'
import { spreadMoments } from './moments'
import { playToday } from './today'
import { openWorkshop } from './workshop'

/** What a workshop does on a day, and what it leaves open today. */
interface WorkshopPlan {
  workOn: (day: string) => Promise<void>
  leaveOpen: () => Promise<void>
}

/** The months of a shop that repairs and its day of today (business/demo 5.3, 5.4); null for one that only trades. */
export async function planWorkshop(
  shop: DemoShop,
  days: { firstDay: string; today: string },
): Promise<WorkshopPlan | null> {
  const workshop = await openWorkshop(shop)
  if (!workshop) return null
  const members = planMembers(workshop, days)
  const { workOn, done } = planMonths(workshop, days)
  const counter = planCounter(workshop, days)
  return {
    workOn: async (day) => {
      if (day === days.today) return
      await members.workOn(day)
      await workOn(day)
      await counter.workOn(day)
    },
    async leaveOpen() {
      const couponNos = await members.issueCoupons()
      await playToday(workshop, days.today, { ...done, couponNos })
      await counter.leaveOpen()
      await members.leaveOpen()
      await spreadMoments(shop)
    },
  }
}
