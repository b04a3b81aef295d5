import { startServer } from '@omnistream/common/http-server'
import { untilAborted } from '@omnistream/common/until-aborted'
import { webhookKey } from '@omnistream/delivery/sign/webhook-secret'
import { UsageError } from '../cli-error.ts'
import type { CliContext } from '../context.ts'
import type { JsonFlag } from '../settings/common-options.ts'
import { readConfig } from '../settings/read-config.ts'
import { formatReceived } from './format-received.ts'
import { forwardTo } from './forward-webhook.ts'
import { type Received, receiveWebhook } from './receive-webhook.ts'

export type ListenFlags = JsonFlag & {
  port: number
  host: string
  secret?: string[]
  forward?: string
  status?: number
  body?: true
}

const graceMs = 1_000

/** Receives until Ctrl-C. @throws {UsageError} for a secret that is none, {OmniError} PORT_IN_USE and the like. */
export async function runListen(context: CliContext, flags: ListenFlags): Promise<void> {
  const secrets = flags.secret ?? readConfig(context).OMNISTREAM_WEBHOOK_SECRET
  requireSecrets(secrets)
  const options = {
    ...{ secrets, now: context.now, elapsedMs: () => performance.now() },
    ...(flags.status === undefined ? {} : { status: flags.status }),
    ...(flags.forward === undefined ? {} : { forward: forwardTo(flags.forward, context.err) }),
  }
  const server = await startServer({
    app: {
      async fetch(request) {
        const received = await receiveWebhook(request, options)
        print(context, received, flags)
        return new Response(null, { status: received.status })
      },
    },
    ...{ host: flags.host, port: flags.port, portSetting: '--port' },
  })
  const checked = secrets.length === 0 ? 'nothing is checked: give --secret' : 'signatures are checked'
  context.err(`listening on ${server.url}; ${checked}`)
  await untilAborted(context.stop)
  await server.close(graceMs)
}

function requireSecrets(secrets: readonly string[]): void {
  try {
    for (const secret of secrets) webhookKey(secret)
  } catch {
    throw new UsageError('a secret is whsec_ followed by base64, as it was shown when the endpoint was made')
  }
}

function print(context: CliContext, received: Received, flags: ListenFlags): void {
  const { body, ...facts } = received
  const shown = flags.body === true
  if (flags.json === true) {
    context.out(JSON.stringify(shown ? received : facts))
    return
  }
  context.out(formatReceived(received))
  if (shown) context.out(body)
}
