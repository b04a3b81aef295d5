import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { channelById } from '@omnistream/channels'
import { makeFixture } from '@omnistream/channels/anonymise/make-fixture'
import { decodeBody } from '@omnistream/common/decode-body'
import { OmniError } from '@omnistream/common/errors'
import { Command } from 'commander'
import { auditDetail } from '../api/shapes.ts'
import type { CliContext } from '../context.ts'
import {
  type ApiFlags,
  apiOf,
  type JsonFlag,
  withApi,
  withExamples,
  withJson,
} from '../settings/common-options.ts'
import { uuidOption } from '../settings/option-values.ts'

type Flags = ApiFlags & JsonFlag & { out?: string; name?: string }

const bodyBytesMax = 16 * 1024 * 1024

/** `fixture`: a stored webhook as a regression test of its channel. */
export function fixtureCommand(context: CliContext): Command {
  const command = new Command('fixture')
    .description('write an anonymised copy of a stored webhook and its expected updates, ready to commit')
    .argument('<audit-id>', 'the webhook', uuidOption)
    .option('--out <folder>', "where to; the channel's examples where left out")
    .option('--name <name>', 'name of the files; made of the channel and the id where left out')
    .action((id: string, flags: Flags) => writeFixture(context, id, flags))
  return withExamples(
    withJson(withApi(command)),
    'omnistream fixture 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
    'omnistream fixture 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b --out /tmp/example --name edit-of-a-caption',
  )
}

async function writeFixture(context: CliContext, id: string, flags: Flags): Promise<void> {
  const api = apiOf(context, flags)
  const row = await api.get(`/v1/audit/${id}`, {}, auditDetail)
  const channel = channelById(row.channel)
  if (channel === undefined) throw refused(`this version knows no channel "${row.channel}"`)
  const decoded = decodeBody(
    await api.bytes(`/v1/audit/${id}/raw`),
    row.headers['content-encoding'],
    bodyBytesMax,
  )
  if (!decoded.ok) throw refused(`the body is ${decoded.reason}`)
  const stored = {
    ...{ method: row.method, url: row.url, headers: row.headers, body: decoded.bytes },
    receivedAt: Date.parse(row.received_at),
    ...(row.account_key === null ? {} : { account: row.account_key }),
  }
  const outcome = makeFixture(channel, stored, randomBytes(32).toString('hex'))
  if (!outcome.ok) throw refused(outcome.reason)
  const folder = flags.out ?? join('libs', 'channels', 'src', channel.id, 'examples')
  const name = flags.name ?? `fixture-${id.slice(-12)}`
  const files = [join(folder, `${name}.http`), join(folder, 'expected', `${name}.json`)] as const
  await mkdir(join(folder, 'expected'), { recursive: true })
  await writeFile(files[0], outcome.fixture.http, { flag: 'wx' })
  await writeFile(files[1], `${JSON.stringify(outcome.fixture.updates, null, 2)}\n`, { flag: 'wx' })
  context.err('texts, names and numbers were replaced; look the files over before you commit them')
  if (flags.json === true) {
    context.out(JSON.stringify({ channel: channel.id, example: files[0], expected: files[1] }))
    return
  }
  for (const file of files) context.out(file)
}

const refused = (why: string): OmniError => new OmniError('FIXTURE_REFUSED', why)
