import { Command } from 'commander'
import type { CliContext } from '../context.ts'
import { createParser } from '../parse/parse-file.ts'
import { readPayload } from '../parse/read-payload.ts'
import { withExamples } from '../settings/common-options.ts'
import { requireChannel } from '../settings/require-channel.ts'

/** `parse`: what the parser makes of payload files, without any server. */
export function parseCommand(context: CliContext): Command {
  const command = new Command('parse')
    .description('print the parsed updates of payload files as JSON lines; needs no server')
    .argument('<channel>', 'whose payloads they are, such as whatsapp')
    .argument('<files...>', 'payload files; - reads standard input')
    .action((channel: string, files: string[]) => parseFiles(context, channel, files))
  return withExamples(
    command,
    'omnistream parse whatsapp payload.json',
    'omnistream audit show 0190a1b2-… --raw | omnistream parse whatsapp - | jq \'select(.kind == "unsupported")\'',
  )
}

/** A file that cannot be read or parsed is told on standard error, and the others go on. */
async function parseFiles(context: CliContext, channel: string, files: readonly string[]): Promise<void> {
  await requireChannel(channel)
  const parser = createParser()
  try {
    for (const file of files) {
      if (context.stop.aborted) break
      const read = await readPayload(file, context.stdin)
      const answer = read.ok ? await parser.parse({ channel, body: read.body }) : read
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
