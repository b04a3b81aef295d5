import type { LegacyByteOrder } from '@omnistream/mongo'
import { Command, Option } from 'commander'
import type { CliContext } from '../context.ts'
import { createBars } from '../output/progress.ts'
import { type JsonFlag, withExamples, withJson } from '../settings/common-options.ts'
import { wholeNumberOption } from '../settings/option-values.ts'
import { readConfig } from '../settings/read-config.ts'

type Flags = JsonFlag & { to?: string; legacy: LegacyByteOrder; batch: number }

/** `uuids convert`: one BinData subtype for all UUIDs. */
export function uuidsCommand(context: CliContext): Command {
  const command = new Command('convert')
    .description(
      'rewrite every UUID of messages and webhook_audit to one BinData subtype; can be stopped and repeated',
    )
    .addOption(new Option('--to <subtype>', 'subtype to write (UUID_BINARY_SUBTYPE)').choices(['4', '0']))
    .addOption(
      new Option('--legacy <order>', 'byte order of subtype 3, which old drivers wrote')
        .choices(['python', 'java', 'csharp'])
        .default('python'),
    )
    .addOption(
      new Option('--batch <n>', 'documents read at once')
        .default(500)
        .argParser(wholeNumberOption(1, 10_000)),
    )
    .action((flags: Flags) => convert(context, flags))
  return new Command('uuids')
    .description('how UUIDs are stored in MongoDB')
    .addCommand(
      withExamples(withJson(command), 'omnistream uuids convert', 'omnistream uuids convert --legacy java'),
    )
}

async function convert(context: CliContext, flags: Flags): Promise<void> {
  const config = readConfig(context, { UUID_BINARY_SUBTYPE: flags.to })
  const { convertUuids } = await import('@omnistream/mongo/convert-uuids')
  const { withMongo } = await import('../stores/with-mongo.ts')
  const totals = await withMongo(config, async (mongo) => {
    const estimates = await Promise.all(
      ['messages', 'webhook_audit'].map(async (name) => ({
        name,
        total: await mongo.db.collection(name).estimatedDocumentCount(),
      })),
    )
    const bars = createBars(context.isTerminal && flags.json !== true, estimates)
    try {
      return await convertUuids(mongo.db, {
        to: config.UUID_BINARY_SUBTYPE === '0' ? 0 : 4,
        legacy: flags.legacy,
        batchSize: flags.batch,
        onProgress: ({ collection, converted }) => bars.set(collection, converted),
      })
    } finally {
      bars.stop()
    }
  })
  const lines = Object.entries(totals).map(([name, count]) => `${name}: ${count} documents rewritten`)
  context.out(flags.json === true ? JSON.stringify(totals) : lines.join('\n'))
}
