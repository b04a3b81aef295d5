import { asList, asObject, asText } from '../core/access.ts'

/** The names, companies, phones and email addresses of shared contact cards, one card a line. */
export function contactsText(cards: readonly unknown[]): string | undefined {
  const lines = cards.map(cardText).filter((line) => line !== '')
  return lines.length === 0 ? undefined : lines.join('\n')
}

function cardText(raw: unknown): string {
  const card = asObject(raw)
  if (card === undefined) return ''
  const name = asObject(card.name)
  const fullName = asText(name?.formatted_name) ?? joined([name?.first_name, name?.last_name], ' ')
  const phones = asList(card.phones).map((phone) => asObject(phone)?.phone ?? asObject(phone)?.wa_id)
  const emails = asList(card.emails).map((email) => asObject(email)?.email)
  return joined([fullName, asObject(card.org)?.company, ...phones, ...emails], ', ')
}

function joined(values: readonly unknown[], separator: string): string {
  return values
    .map(asText)
    .filter((text) => text !== undefined && text !== '')
    .join(separator)
}
