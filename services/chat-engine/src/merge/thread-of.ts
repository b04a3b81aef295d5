import type { Thread } from '@omnistream/channels'
import type { MessageDocument } from '@omnistream/mongo'

/** The thread as a message keeps it. */
export function threadOf(thread: Thread): NonNullable<MessageDocument['thread']> {
  if (thread.kind === 'group')
    return { kind: 'group', key: thread.id, ...(thread.name ? { name: thread.name } : {}) }
  const [strongest] = thread.peer.identities
  const key = strongest ? `${strongest.kind}:${strongest.value}` : ''
  return { kind: 'direct', key, ...(thread.via === undefined ? {} : { via: thread.via }) }
}
