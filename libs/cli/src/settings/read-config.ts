import { loadConfig } from '@omnistream/common/config'
import { UsageError } from '../cli-error.ts'
import type { CliContext } from '../context.ts'
import { type CliConfig, cliConfig } from './cli-config.ts'
import { resolveSettings } from './resolve-settings.ts'

/**
 * The command's settings; `flags` win over the environment, and that over the development file.
 * @throws {ConfigError} for values that cannot be read.
 */
export function readConfig(
  context: Pick<CliContext, 'env' | 'development'>,
  flags: Readonly<Record<string, string | undefined>> = {},
): CliConfig {
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
  const settings = resolveSettings({ ...context.env, ...given }, context.development)
  return loadConfig(cliConfig, settings, { service: 'omnistream' })
}

/** @throws {UsageError} that says how to give the setting. */
export function need<Name extends keyof CliConfig>(
  config: CliConfig,
  name: Name,
  flag?: string,
): NonNullable<CliConfig[Name]> {
  const value = config[name]
  if (value !== undefined && value !== null) return value
  const ways = [...(flag === undefined ? [] : [`give ${flag}`]), `set ${name}`]
  throw new UsageError(
    `${name} is not set: ${ways.join(', ')}, or run npm start once: it writes the settings of a development machine`,
  )
}
