/** Writes the missing `expected/*.json` of a channel's examples: `node scripts/write-expected.ts <channel> [--account ID] [--all]`. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { channelById } from '@omnistream/channels'
import { writeExpected } from '@omnistream/channels/testing/write-expected'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { account: { type: 'string' }, all: { type: 'boolean', default: false } },
})
const channel = channelById(positionals[0] ?? '')
if (channel === undefined) {
  console.error('which channel? node scripts/write-expected.ts <channel> [--account ID] [--all]')
  process.exitCode = 2
} else {
  const path = resolve(import.meta.dirname, `../libs/channels/src/${channel.id}/examples`)
  const written = writeExpected({
    channel,
    folder: pathToFileURL(`${path}/`),
    all: values.all,
    ...(values.account === undefined ? {} : { account: values.account }),
  })
  for (const name of written) console.log(`${path}/expected/${name}`)
  console.error(`${written.length} written: read each before you commit it, then run pnpm format`)
}
