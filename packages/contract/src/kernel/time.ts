const inShanghai = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** A moment as YYYY-MM-DD HH:mm:ss in Asia/Shanghai, the default format of business/frame 9.4, whatever the zone of the machine. */
export const shanghaiTime = (at: Date = new Date()): string => inShanghai.format(at)

/** The calendar day of a moment in Asia/Shanghai, YYYY-MM-DD (business/frame 9.4); today without one. */
export const shanghaiDay = (at: Date = new Date()): string => shanghaiTime(at).slice(0, 10)

/** The clock of a moment in Asia/Shanghai, HH:mm:ss (business/frame 9.4). */
export const shanghaiClock = (at: Date = new Date()): string => shanghaiTime(at).slice(11)
