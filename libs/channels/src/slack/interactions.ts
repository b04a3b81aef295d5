import type { Json } from '../core/access.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { actionText, actionType, firstAction } from './actions.ts'
import { dialogText, shortcutText, viewText } from './forms.ts'
import { type Interaction, interactionMessage } from './interaction-message.ts'
import type { Scope } from './scope.ts'

/** What a person did with something the app shows: pressed, chose, filled in, or called by a shortcut. */
const messages = new Map<string, Interaction>([
  [
    'block_actions',
    { textOf: actionText, typeOf: actionType, timeOf: (root) => firstAction(root)?.action_ts },
  ],
  ['interactive_message', { textOf: actionText, typeOf: actionType, timeOf: (root) => root.action_ts }],
  ['view_submission', { textOf: viewText, timeOf: () => undefined }],
  ['dialog_submission', { textOf: dialogText, timeOf: (root) => root.action_ts }],
  ['shortcut', { textOf: shortcutText, timeOf: (root) => root.action_ts }],
  ['message_action', { textOf: shortcutText, timeOf: (root) => root.action_ts }],
  ['workflow_step_edit', { textOf: shortcutText, timeOf: (root) => root.action_ts }],
])

const ignoredInteractions: readonly [type: string, reason: string][] = [
  ['block_suggestion', 'typing'],
  ['dialog_suggestion', 'typing'],
  ['view_closed', 'a window was opened or closed'],
  ['dialog_cancellation', 'a window was opened or closed'],
]

/** Every interaction this parser knows, by its type. */
export const interactions = new Map<string, (root: Json, scope: Scope) => ParsedUpdate>([
  ...[...messages].map(([type, interaction]): [string, (root: Json, scope: Scope) => ParsedUpdate] => [
    type,
    (root, scope) => interactionMessage(root, scope, interaction),
  ]),
  ...ignoredInteractions.map(([type, reason]): [string, (root: Json, scope: Scope) => ParsedUpdate] => [
    type,
    (_root, { path, account }) => ({ kind: 'ignored', path, account, reason }),
  ]),
])
