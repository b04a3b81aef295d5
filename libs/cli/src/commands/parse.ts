import { Command } from 'commander'
import type { CliContext } from '../context.ts'
import { createParser } from '../parse/parse-file.ts'
import { readWebhook, type WebhookFlags } from '../parse/read-webhook.ts'
import { withExamples } from '../settings/common-options.ts'
import { requireChannel } from '../settings/require-channel.ts'

/** `parse`: what the parser makes of payload files, without any server. */
export function parseCommand(context: CliContext): Command {
  const command = new Command('parse')
    .description('print the parsed updates of payload files as JSON lines; needs no server')
    .argument('<channel>', 'whose payloads they are, such as whatsapp')
    .argument(
      '<files...>',
      'payload files; - reads standard input, and an .http file has its headers and an empty line before the body',
    )
    .option('--account <id>', "account in the callback's path, for channels whose payloads name none")
    .option('--content-type <type>', 'of bodies without headers (application/json)')
    .action((channel: string, files: string[], flags: WebhookFlags) =>
      parseFiles(context, channel, files, flags),
    )
  return withExamples(
    command,
    'omnistream parse whatsapp payload.json',
    'omnistream parse telegram update.json --account 700800900',
    'omnistream parse twilio form.txt --content-type application/x-www-form-urlencoded',
    'omnistream audit show 0190a1b2-… --raw | omnistream parse whatsapp - | jq \'select(.kind == "unsupported")\'',
  )
}

/** A file that cannot be read or parsed is told on standard error, and the others go on. */
async function parseFiles(
  context: CliContext,
  channel: string,
  files: readonly string[],
  flags: WebhookFlags,
): Promise<void> {
  await requireChannel(channel)
  const parser = createParser()
  try {
    for (const file of files) {
      if (context.stop.aborted) break
      const read = await readWebhook(file, context.stdin, flags)
      const answer = read.ok
        ? await parser.parse({ channel, body: read.body, callback: read.callback })
        : read
      if (answer.ok) {
        for (const update of answer.updates) context.out(JSON.stringify({ file, ...update }))
      } else {
        context.err(`${file}: ${answer.error}`)
        context.fail()
      }
    }
  } finally {
    await parser.close()
  }
}
