import { timestamp } from 'drizzle-orm/pg-core'

/** A column of instants: they keep milliseconds, like the JavaScript dates they come from, so that cursors compare exactly. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
