import { asList, asObject, asText, type Json, own } from '../core/access.ts'
import { lines } from '../core/lines.ts'
import { textOf } from './blocks.ts'
import { valueText } from './element-value.ts'

/** A modal that was filled in: its title, then each label and answer. */
export function viewText(root: Json): string | undefined {
  const view = asObject(root.view)
  const blocks = asList(view?.blocks).map(asObject)
  const values = asObject(asObject(view?.state)?.values) ?? {}
  const answers = Object.entries(values).map(([blockId, raw]) => {
    const block = blocks.find((one) => one?.block_id === blockId)
    const texts = Object.values(asObject(raw) ?? {}).map((value) => valueText(asObject(value) ?? {}))
    return labelled(textOf(block?.label) ?? textOf(block?.text), lines(...texts))
  })
  return lines(textOf(view?.title), ...answers)
}

/** A dialog, the older form of a modal: each name and answer. */
export function dialogText(root: Json): string | undefined {
  const answers = asObject(root.submission) ?? {}
  return lines(...Object.keys(answers).map((name) => labelled(asText(name), asText(own(answers, name)))))
}

/** A shortcut has no words in the payload but the id that the app's maker gave it. */
export function shortcutText(root: Json): string | undefined {
  const id = asText(root.callback_id)
  return id === undefined ? undefined : `Shortcut: ${id}`
}

function labelled(label: string | undefined, answer: string | undefined): string | undefined {
  return label === undefined || answer === undefined ? answer : `${label}: ${answer}`
}
