import { asList, asObject, asText, type Json } from '../core/access.ts'
import { lines } from '../core/lines.ts'
import type { MessageType } from '../core/update.ts'
import { valueText } from './element-value.ts'

/** The first of the actions, which were all done at once. */
export function firstAction(root: Json): Json | undefined {
  return asObject(asList(root.actions)[0])
}

/** What was pressed or chosen, one a line. */
export function actionText(root: Json): string | undefined {
  return lines(
    ...asList(root.actions).map((raw) => {
      const action = asObject(raw) ?? {}
      return root.type === 'interactive_message' ? legacyText(action, root) : valueText(action)
    }),
  )
}

/** A button is a button where nothing else was touched. */
export function actionType(root: Json): MessageType {
  const actions = asList(root.actions)
  return actions.length === 1 && firstAction(root)?.type === 'button' ? 'button' : 'interactive'
}

/** A button or menu of an attachment: the action has a name and value, what it says stands in the message. */
function legacyText(action: Json, root: Json): string | undefined {
  const selected = asObject(asList(action.selected_options)[0])
  const value = asText(action.value) ?? asText(selected?.value)
  for (const attachment of asList(asObject(root.original_message)?.attachments)) {
    for (const raw of asList(asObject(attachment)?.actions)) {
      const offered = asObject(raw)
      if (offered === undefined || offered.name !== action.name) continue
      const option = asList(offered.options).map(asObject)
      const chosen = option.find((one) => asText(one?.value) === value)
      if (chosen !== undefined) return asText(chosen.text)
      if (action.type === 'button' && asText(offered.value) === value) return asText(offered.text)
    }
  }
  return value ?? asText(action.name)
}
