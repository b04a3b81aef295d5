import { InvalidArgumentError, Option } from 'commander'
import { instantOption, wholeNumberOption } from '../settings/option-values.ts'

const idOf =
  (...prefixes: readonly string[]) =>
  (text: string): string => {
    if (new RegExp(`^(${prefixes.join('|')})_[0-9a-f]{32}$`).test(text)) return text
    throw new InvalidArgumentError(`It must be ${prefixes.join('_…, ')}_….`)
  }

export const endpointIdOption = idOf('ep')
export const messageIdOption = idOf('msg')
export const deliveryIdOption = idOf('dlv')
export const anyIdOption = idOf('ep', 'msg', 'dlv')

/** Types of events, separated by commas. */
export function eventTypesOption(text: string): string[] {
  const types = text.split(',').map((type) => type.trim())
  if (types.every((type) => type !== '')) return types
  throw new InvalidArgumentError('It must be types of events separated by commas, such as message.created.')
}

export const fromOption = (now: () => Date): Option =>
  new Option('--from <time>', 'sent at or after: a time, a date, or how long ago (2h, 7d)').argParser(
    instantOption(now),
  )
export const toOption = (now: () => Date): Option =>
  new Option('--to <time>', 'sent before').argParser(instantOption(now))
export const limitOption = (): Option =>
  new Option('--limit <n>', 'at most').default(20).argParser(wholeNumberOption(1, 10_000))
