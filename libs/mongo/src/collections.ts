import type { Collection, Db } from 'mongodb'
import type {
  AccountUpdateDocument,
  MediaDocument,
  MessageDocument,
  ReplayResultDocument,
  WebhookAuditDocument,
  WebhookRejectionDocument,
} from './documents.ts'

export type Collections = {
  messages: Collection<MessageDocument>
  webhookAudit: Collection<WebhookAuditDocument>
  webhookRejections: Collection<WebhookRejectionDocument>
  replayResults: Collection<ReplayResultDocument>
  accountUpdates: Collection<AccountUpdateDocument>
  media: Collection<MediaDocument>
}

export const collections = (db: Db): Collections => ({
  messages: db.collection('messages'),
  webhookAudit: db.collection('webhook_audit'),
  webhookRejections: db.collection('webhook_rejections'),
  replayResults: db.collection('replay_results'),
  accountUpdates: db.collection('account_updates'),
  media: db.collection('media'),
})
