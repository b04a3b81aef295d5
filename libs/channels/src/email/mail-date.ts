import { toMilliseconds } from '../core/timestamp.ts'
import { type Headers, headerOf } from './mime/headers.ts'

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** Zones that mails still name by letters (RFC 5322, 4.3); any other is taken for UTC. */
const zoneHours = new Map<string, number>([
  ...([
    ['edt', -4],
    ['est', -5],
    ['cdt', -5],
    ['cst', -6],
  ] as const),
  ...([
    ['mdt', -6],
    ['mst', -7],
    ['pdt', -7],
    ['pst', -8],
  ] as const),
])

const pattern =
  /(\d{1,2})[ \t]+(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ \t]+(\d{4})[ \t]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:[ \t]+([+-]\d{4}|[a-z]{1,4}))?/i

/**
 * When a mail arrived, ms: by the topmost Received, which the receiving server wrote, and only without one by Date,
 * which is the sender's and may say anything.
 */
export function arrivedAt(headers: Headers): number | undefined {
  const received = headerOf(headers, 'received')
  const stamp =
    received === undefined ? undefined : parseMailDate(received.slice(received.lastIndexOf(';') + 1))
  return stamp ?? parseMailDate(headerOf(headers, 'date') ?? '')
}

/** A date as mails write it (RFC 5322): `Tue, 22 Sep 2026 10:05:00 +0200 (CEST)`, in ms. */
export function parseMailDate(text: string): number | undefined {
  const [found, day, month, year, hour, minute, second, zone] = pattern.exec(text) ?? []
  if (found === undefined) return undefined
  const utc = Date.UTC(
    Number(year),
    months.indexOf(month?.toLowerCase() ?? ''),
    Number(day),
    Number(hour),
    Number(minute) - offsetMinutes(zone),
    Number(second ?? 0),
  )
  // Below it a number is taken for seconds; no mail server of before 2001 sends webhooks.
  return utc < 1e12 ? undefined : toMilliseconds(utc)
}

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined) return 0
  const [, sign, hours, minutes] = /^([+-])(\d{2})(\d{2})$/.exec(zone) ?? []
  if (sign === undefined) return (zoneHours.get(zone.toLowerCase()) ?? 0) * 60
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
