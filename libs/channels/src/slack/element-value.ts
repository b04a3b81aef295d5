import { asList, asObject, asText, type Json } from '../core/access.ts'
import { lines } from '../core/lines.ts'
import { textOf } from './blocks.ts'
import { richText } from './rich-text.ts'

/** What was chosen or typed in an element of a block, as people read it; undefined where it was left empty. */
export function valueText(element: Json): string | undefined {
  const option = optionText(element.selected_option)
  const rich = asObject(element.rich_text_value)
  const typed = rich === undefined ? asText(element.value) : richText(rich)
  const label = textOf(element.text)
  // A button's value is for the app; its label is what the person pressed.
  return (
    label ??
    option ??
    lines(...asList(element.selected_options).map(optionText)) ??
    chosen(element) ??
    lines(...asList(element.files).map((file) => asText(asObject(file)?.name))) ??
    typed
  )
}

/** People, channels, days and times are named without a label. */
function chosen(element: Json): string | undefined {
  const people = [element.selected_user, ...asList(element.selected_users)].map(asText)
  const channels = [
    element.selected_channel,
    element.selected_conversation,
    ...asList(element.selected_channels),
    ...asList(element.selected_conversations),
  ].map(asText)
  return lines(
    ...people.map((id) => (id === undefined ? undefined : `@${id}`)),
    ...channels.map((id) => (id === undefined ? undefined : `#${id}`)),
    asText(element.selected_date),
    asText(element.selected_time),
    dateTime(element.selected_date_time),
  )
}

function optionText(raw: unknown): string | undefined {
  const option = asObject(raw)
  return option === undefined ? undefined : (textOf(option.text) ?? asText(option.value))
}

/** Seconds since 1970, as the only element that has them means them. */
function dateTime(value: unknown): string | undefined {
  if (typeof value !== 'number' || Math.abs(value) > 8.64e12) return asText(value)
  return new Date(value * 1000).toISOString()
}
