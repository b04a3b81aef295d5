import { asId, asObject, asText } from '../core/access.ts'
import type { DeleteUpdate, EditUpdate, ParsedUpdate, ReactionUpdate } from '../core/update.ts'
import { parseContent } from './content.ts'
import type { MessageFrame } from './message.ts'
import { globalId, type Scope } from './scope.ts'

/**
 * The kinds that are about another message. Undefined when the item is none of them or does not say which message
 * it is about: then it is kept as a message.
 */
export function parseReference(frame: MessageFrame, scope: Scope): ParsedUpdate | undefined {
  switch (frame.item.type) {
    case 'reaction':
      return parseReaction(frame, scope)
    case 'edit':
      return parseEdit(frame, scope)
    case 'revoke':
      return parseRevoke(frame, scope)
    default:
      return undefined
  }
}

/** A reaction is taken back by an empty `emoji` or by none. */
function parseReaction(frame: MessageFrame, scope: Scope): ReactionUpdate | undefined {
  const reaction = asObject(frame.item.reaction)
  const target = asId(reaction?.message_id)
  if (target === undefined) return undefined
  const update: ReactionUpdate = {
    kind: 'reaction',
    ...referenceBase(frame, scope, target),
    emoji: asText(reaction?.emoji) ?? null,
  }
  if (frame.threadKnown) update.thread = frame.thread
  return update
}

function parseEdit(frame: MessageFrame, scope: Scope): EditUpdate | undefined {
  const edit = asObject(frame.item.edit)
  const target = asId(edit?.original_message_id)
  const edited = asObject(edit?.message)
  if (target === undefined || edited === undefined) return undefined
  return {
    kind: 'edit',
    ...referenceBase(frame, scope, target),
    ...parseContent(edited, asText(edited.type)),
  }
}

function parseRevoke(frame: MessageFrame, scope: Scope): DeleteUpdate | undefined {
  const target = asId(asObject(frame.item.revoke)?.original_message_id)
  return target === undefined ? undefined : { kind: 'delete', ...referenceBase(frame, scope, target) }
}

type ReferenceBase = Pick<
  DeleteUpdate,
  'path' | 'account' | 'at' | 'target' | 'externalId' | 'direction' | 'actor'
>

function referenceBase(frame: MessageFrame, scope: Scope, target: string): ReferenceBase {
  const base: ReferenceBase = {
    path: frame.path,
    account: scope.account,
    target: globalId(scope, target),
    externalId: frame.externalId,
    direction: frame.direction,
    actor: frame.sender,
  }
  if (frame.at !== undefined) base.at = frame.at
  return base
}
