/** Writes (`--write`) or checks docs/reference/configuration.md, which is made of the services' own schemas. */
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { apiConfig } from '@omnistream/api/config'
import { engineConfig } from '@omnistream/chat-engine/config'
import { cliConfig } from '@omnistream/cli/settings/cli-config'
import { describeConfig } from '@omnistream/common'
import { senderConfig } from '@omnistream/hook-sender/config'
import { ingestorConfig } from '@omnistream/webhook-ingestor/config'
import { configurationPage } from './steps/configuration-page.ts'

const file = resolve(import.meta.dirname, '../docs/reference/configuration.md')
const page = configurationPage([
  { user: 'webhook-ingestor', fields: describeConfig(ingestorConfig) },
  { user: 'chat-engine', fields: describeConfig(engineConfig) },
  { user: 'hook-sender', fields: describeConfig(senderConfig) },
  { user: 'api', fields: describeConfig(apiConfig) },
  { user: 'omnistream', fields: describeConfig(cliConfig) },
])

if (process.argv.includes('--write')) {
  await writeFile(file, page)
} else if ((await readFile(file, 'utf8').catch(() => '')) !== page) {
  console.error('docs/reference/configuration.md does not match the schemas: run pnpm docs:config')
  process.exitCode = 1
}
