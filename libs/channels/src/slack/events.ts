import type { Json } from '../core/access.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { parseAccountEvent, parseChannelId } from './account-event.ts'
import { parseAssistantThread } from './assistant.ts'
import { channelEvents, parseChannelEvent } from './channel-event.ts'
import { parseContact } from './contact.ts'
import { parseMessage } from './message.ts'
import { parseReaction } from './reaction.ts'
import type { Scope } from './scope.ts'

type EventParser = (item: Json, scope: Scope) => ParsedUpdate | ParsedUpdate[]

/** What the workspace, the app in it, or a channel without a conversation comes to. */
const accountEvents =
  'app_uninstalled app_uninstalled_team app_installed app_deleted app_requested app_rate_limited tokens_revoked ' +
  'scope_granted scope_denied resources_added resources_removed user_resource_granted user_resource_denied ' +
  'user_resource_removed grid_migration_started grid_migration_finished team_rename team_domain_change ' +
  'team_domain_changed team_access_granted team_access_revoked email_domain_changed emoji_changed invite_requested ' +
  'shared_channel_invite_received shared_channel_invite_accepted shared_channel_invite_approved ' +
  'shared_channel_invite_declined shared_channel_invite_requested subteam_created subteam_updated ' +
  'subteam_members_changed subteam_self_added subteam_self_removed channel_created channel_history_changed ' +
  'group_history_changed im_history_changed workflow_published workflow_unpublished workflow_deleted ' +
  'workflow_step_deleted workflow_step_execute function_executed message_metadata_posted message_metadata_updated ' +
  'message_metadata_deleted entity_details_requested'

/** Known, and of no use to an inbox: told by a message anyway, or of no conversation at all. */
const ignoredEvents: Readonly<Record<string, string>> = {
  'a file, told of by its message':
    'file_shared file_unshared file_created file_change file_public file_private file_deleted file_comment_added ' +
    'file_comment_edited file_comment_deleted',
  'links, told of by their message': 'link_shared',
  'a private mark': 'star_added star_removed',
  presence: 'dnd_updated dnd_updated_user user_huddle_changed presence_change',
  'a window was opened or closed':
    'app_home_opened im_open im_close im_created group_open group_close assistant_thread_context_changed ' +
    'app_context_changed',
}

/** Every event this parser knows, by its type. */
export const events = new Map<string, EventParser>([
  ['message', parseMessage],
  ['app_mention', parseMessage],
  ['reaction_added', parseReaction],
  ['reaction_removed', parseReaction],
  ...[...channelEvents.keys()].map((type): [string, EventParser] => [type, parseChannelEvent]),
  ['assistant_thread_started', parseAssistantThread],
  ['channel_id_changed', parseChannelId],
  ...['user_change', 'user_profile_changed', 'user_status_changed', 'team_join'].map(
    (type): [string, EventParser] => [type, parseContact],
  ),
  ...accountEvents.split(' ').map((type): [string, EventParser] => [type, parseAccountEvent]),
  ...Object.entries(ignoredEvents).flatMap(([reason, types]) =>
    types.split(' ').map((type): [string, EventParser] => [type, ignore(reason)]),
  ),
])

function ignore(reason: string): EventParser {
  return (_item, { path, account }) => ({ kind: 'ignored', path, account, reason })
}
