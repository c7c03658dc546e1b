/** The side menu as business/frame 4.5 tells it: whether it is open, and whether its next move is shown without animation. */
export interface SideState {
  isOpen: boolean
  isStill: boolean
}

/** Starts open unless the cookie says closed; on a narrow screen it starts closed. */
export const startOf = (cookie: string, isMobile: boolean): SideState =>
  isMobile ? closed : { isOpen: cookie !== '0', isStill: false }

/** Flips open and closed, with animation. */
export const toggled = ({ isOpen }: SideState): SideState => ({ isOpen: !isOpen, isStill: false })

/** Forced closed, without animation. */
export const closed: SideState = { isOpen: false, isStill: true }

/** As it was left on a wide screen, without animation: the window has become wide again. */
export const reopened = ({ isOpen }: SideState): SideState => ({ isOpen, isStill: true })

/** What the cookie keeps of it: 1 or 0. */
export const cookieOf = ({ isOpen }: SideState): '1' | '0' => (isOpen ? '1' : '0')
