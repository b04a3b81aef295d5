import { asNumber, asObject, asText, type Json } from '../core/access.ts'
import { lines, type StructuredContent } from './structured.ts'

/** Payments: what is offered, what was paid, and for whom. */
export const orderContents = new Map<string, StructuredContent>([
  [
    'invoice',
    { type: 'order', textOf: (invoice) => lines(invoice.title, invoice.description, priceOf(invoice)) },
  ],
  ['successful_payment', { type: 'order', textOf: (payment) => paymentText('Paid', payment) }],
  ['refunded_payment', { type: 'order', textOf: (payment) => paymentText('Refunded', payment) }],
])

/** `Paid 12.00 EUR`, then name, phone, e-mail and address where the order has them, one a line. */
export function paymentText(done: string, payment: Json): string {
  const info = asObject(payment.order_info)
  const first = [done, priceOf(payment)].filter((part) => part !== undefined).join(' ')
  return lines(
    first,
    info?.name,
    info?.phone_number,
    info?.email,
    ...addressLines(asObject(info?.shipping_address)),
  )
}

/** The lines of a postal address as a label would have them. */
export function addressLines(address: Json | undefined): unknown[] {
  if (address === undefined) return []
  const town = [address.post_code, address.city].map(asText).filter((part) => part !== undefined)
  return [address.street_line1, address.street_line2, town.join(' '), address.state, address.country_code]
}

/** Currencies (ISO 4217, and Telegram's stars) whose smallest unit is not a hundredth. */
const fractionDigits = new Map<string, number>([
  ...'XTR BIF CLP DJF GNF JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
    .split(' ')
    .map((code): [string, number] => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code): [string, number] => [code, 3]),
])

/** An amount comes in the smallest unit of its currency. */
function priceOf(node: Json): string | undefined {
  const amount = asNumber(node.total_amount)
  const currency = asText(node.currency)
  if (amount === undefined || currency === undefined) return undefined
  const digits = fractionDigits.get(currency) ?? 2
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency}`
}
