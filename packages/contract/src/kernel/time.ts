const inShanghai = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** A moment as YYYY-MM-DD HH:mm:ss in Asia/Shanghai, the default format of SPEC 9, whatever the zone of the machine. */
export const shanghaiTime = (at: Date = new Date()): string => inShanghai.format(at)

/** The calendar day of a moment in Asia/Shanghai, YYYY-MM-DD (SPEC 9); today without one. */
export const shanghaiDay = (at: Date = new Date()): string => shanghaiTime(at).slice(0, 10)

/** The clock of a moment in Asia/Shanghai, HH:mm:ss (SPEC 9). */
export const shanghaiClock = (at: Date = new Date()): string => shanghaiTime(at).slice(11)
