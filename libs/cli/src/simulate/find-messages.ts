import type { ApiClient } from '../api/api-client.ts'
import { conversationPage, messagePage, searchPage } from '../api/shapes.ts'

export type FoundMessage = { id: string; externalId: string; text: string }

/** All messages that search finds for one word or the beginning of one. */
export async function searchByPrefix(api: ApiClient, prefix: string): Promise<FoundMessage[]> {
  const found: FoundMessage[] = []
  let cursor: string | undefined
  do {
    const { data, page } = await api.get('/v1/messages/search', { q: prefix, limit: 100, cursor }, searchPage)
    for (const { message } of data) {
      const { body, caption, text } = message.content
      found.push({ id: message.id, externalId: message.external_id, text: body ?? caption ?? text ?? '' })
    }
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return found
}

/**
 * The messages of every conversation since `sinceMs`, read as the inbox reads them: this also finds those without any
 * text (a voice note), and would show one that is there twice.
 */
export async function listRecentMessages(api: ApiClient, sinceMs: number): Promise<FoundMessage[]> {
  const found: FoundMessage[] = []
  for (const id of await recentConversations(api, sinceMs)) {
    let before: string | undefined
    do {
      const { data, page } = await api.get(
        `/v1/conversations/${id}/messages`,
        { limit: 100, before },
        messagePage,
      )
      const recent = data.filter(({ created_at: at }) => at === null || Date.parse(at) >= sinceMs)
      found.push(...recent.map((message) => ({ id: message.id, externalId: message.external_id, text: '' })))
      before = recent.length === data.length ? (page.next ?? undefined) : undefined
    } while (before !== undefined)
  }
  return found
}

async function recentConversations(api: ApiClient, sinceMs: number): Promise<string[]> {
  const ids: string[] = []
  let before: string | undefined
  do {
    const { data, page } = await api.get('/v1/conversations', { limit: 100, before }, conversationPage)
    const recent = data.filter(({ last_message_at: at }) => Date.parse(at) >= sinceMs)
    ids.push(...recent.map(({ id }) => id))
    before = recent.length === data.length ? (page.next ?? undefined) : undefined
  } while (before !== undefined)
  return ids
}
