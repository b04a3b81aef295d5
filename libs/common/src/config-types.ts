import { z } from 'zod'

/** Building blocks of configuration schemas: each turns the text of one environment variable into a typed value. */

const refuse = (context: z.core.$RefinementCtx<string>, message: string): never => {
  context.issues.push({ code: 'custom', message, input: context.value })
  return z.NEVER
}

type WholeNumber = z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>

/** A whole number within bounds, both included. */
export const wholeNumber = (bounds: { min?: number; max?: number } = {}): WholeNumber => {
  const min = bounds.min ?? 0
  const max = bounds.max ?? Number.MAX_SAFE_INTEGER
  return z
    .string()
    .transform((text, context) => {
      const value = Number(text.trim())
      if (!/^[+-]?\d+$/.test(text.trim()) || !Number.isSafeInteger(value))
        return refuse(context, 'must be a whole number')
      if (value < min || value > max) return refuse(context, `must be between ${min} and ${max}`)
      return value
    })
    .meta({ type: 'number', example: String(min) })
}

/** A TCP port; 0 lets the system choose. */
export const port = (): WholeNumber =>
  wholeNumber({ min: 0, max: 65_535 }).meta({ type: 'port', example: '8080' })

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A length of time such as `250ms`, `30s`, `5m`, `12h`, `7d`; a bare number is milliseconds. Out: milliseconds. */
export const durationMs = (): WholeNumber =>
  z
    .string()
    .transform((text, context) => {
      const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)?$/.exec(text.trim())
      const value = match === null ? Number.NaN : Number(match[1]) * (unitMs[match[2] ?? 'ms'] ?? 1)
      return Number.isSafeInteger(value) ? value : refuse(context, 'must be a length of time with a unit')
    })
    .meta({ type: 'duration', example: '30s' })

const truths = new Map([
  ...(['true', 'yes', 'on', '1'] as const).map((word) => [word as string, true] as const),
  ...(['false', 'no', 'off', '0'] as const).map((word) => [word as string, false] as const),
])

/** true, yes, on, 1 or false, no, off, 0. */
export const bool = (): z.ZodPipe<z.ZodString, z.ZodTransform<boolean, string>> =>
  z
    .string()
    .transform(
      (text, context) => truths.get(text.trim().toLowerCase()) ?? refuse(context, 'must be true or false'),
    )
    .meta({ type: 'boolean', example: 'true' })

/** Comma-separated words; spaces around them and empty ones are dropped. */
export const list = (): z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>> =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    )
    .meta({ type: 'list', example: 'one,two' })

/** A URL with one of the given schemes (without the colon). Kept as text: drivers read more than the URL class does. */
export const url = (protocols: readonly string[]): z.ZodPipe<z.ZodString, z.ZodTransform<string, string>> =>
  z
    .string()
    .transform((text, context) => {
      const trimmed = text.trim()
      const ok = protocols.some(
        (scheme) => trimmed.startsWith(`${scheme}://`) && trimmed.length > scheme.length + 3,
      )
      return ok
        ? trimmed
        : refuse(context, `must begin with ${protocols.map((scheme) => `${scheme}://`).join(' or ')}`)
    })
    .meta({ type: 'url', example: `${protocols[0] ?? 'https'}://localhost` })

/** A text that is never printed. */
export const secret = (): z.ZodString => z.string().min(1).meta({ type: 'secret', secret: true })

/** Any text. */
export const text = (): z.ZodString => z.string().min(1).meta({ type: 'text' })

/** One of the given words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(
  words: Words,
): z.ZodEnum<{ [W in Words[number]]: W }> =>
  z.enum(words, { error: () => `must be one of ${words.join(', ')}` }).meta({ example: words[0] })
