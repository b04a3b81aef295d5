const hourMs = 3_600_000

/** The UTC hour an instant lies in. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs)

/** The end of an hour, which is no longer part of it. */
export const hourEnd = (hour: Date): Date => new Date(hour.getTime() + hourMs)
