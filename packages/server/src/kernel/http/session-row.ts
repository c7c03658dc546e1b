/** A session as calls see it: whose it is and what it may still be used for. */
export interface SessionRow {
  /** Names the session to its user and opens nothing; null for the key of a program, which needs none. */
  id: number | null
  loginId: number
  groupId: number
  orgId: number | null
  deviceId: string
  isActive: boolean
  /** The person proved himself here; no outside provider vouched for him. */
  loginSelf: boolean
  /** The password is a one-time one; until another is set nothing opens that needs a right. */
  mustChangePassword: boolean
  accessVersion: number
  isExpired: boolean
  /** Last used more than a minute ago. */
  isStale: boolean
  /** Why the session was ended from elsewhere. */
  endReason: string | null
}
