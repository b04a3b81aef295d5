import { type Command, Option } from 'commander'
import { type ApiClient, createApiClient } from '../api/api-client.ts'
import type { CliContext } from '../context.ts'
import { need, readConfig } from './read-config.ts'

export type JsonFlag = { json?: true }

/** `--json`: one JSON document instead of text for people. */
export const withJson = (command: Command): Command =>
  command.addOption(new Option('--json', 'print JSON for machines'))

export type ApiFlags = { apiUrl?: string; apiKey?: string }

export const withApi = (command: Command): Command =>
  command
    .addOption(new Option('--api-url <url>', 'where the API is (OMNISTREAM_API_URL)'))
    .addOption(new Option('--api-key <key>', 'key of the API (OMNISTREAM_API_KEY)'))

/** The API that the flags and settings name. @throws {UsageError} where there is no key. */
export function apiOf(context: CliContext, flags: ApiFlags): ApiClient {
  const config = readConfig(context, {
    OMNISTREAM_API_URL: flags.apiUrl,
    OMNISTREAM_API_KEY: flags.apiKey,
  })
  return createApiClient({
    url: config.OMNISTREAM_API_URL,
    key: need(config, 'OMNISTREAM_API_KEY', '--api-key'),
  })
}

/** Examples after a command's help, one a line. */
export const withExamples = (command: Command, ...examples: string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ ${example}`).join('\n')}`)
