import { z } from 'zod'

export type ConfigField = {
  name: string
  type: string
  /** As it would be written in the environment; undefined where there is none. */
  default: string | undefined
  required: boolean
  secret: boolean
  description: string
  example: string | undefined
}

type Meta = { type?: string; secret?: boolean; description?: string; example?: string }

/** One row for each variable of a configuration schema, in the schema's order: the source of the docs table. */
export const describeConfig = (schema: z.ZodObject): ConfigField[] =>
  Object.entries(schema.shape).map(([name, field]) => describeField(name, field as z.ZodType))

const describeField = (name: string, field: z.ZodType): ConfigField => {
  const meta: Meta = {}
  let fallback: unknown
  let optional = false
  let current: z.core.$ZodType | undefined = field
  let kind = 'text'
  while (current !== undefined) {
    // The outermost layer wins: what was said last about a field is said about all of it.
    Object.assign(meta, { ...metaOf(current), ...meta })
    const def = current._zod.def as z.core.$ZodTypeDef & {
      innerType?: z.core.$ZodType
      in?: z.core.$ZodType
      defaultValue?: unknown
      entries?: Record<string, string>
    }
    if (def.type === 'default' || def.type === 'prefault') fallback ??= def.defaultValue
    if (def.type === 'optional' || def.type === 'nullable') optional = true
    if (def.type === 'enum') kind = Object.values(def.entries ?? {}).join(' | ')
    current = def.innerType ?? def.in
  }
  const type = meta.type ?? kind
  return {
    name,
    type,
    default: fallback === undefined ? undefined : formatDefault(fallback, type),
    required: fallback === undefined && !optional,
    secret: meta.secret === true,
    description: meta.description ?? '',
    example: meta.example,
  }
}

const metaOf = (schema: z.core.$ZodType): Meta => ({ ...(z.globalRegistry.get(schema) as Meta | undefined) })

const durationUnits = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const

const formatDefault = (value: unknown, type: string): string => {
  if (Array.isArray(value)) return value.join(',')
  if (type !== 'duration' || typeof value !== 'number' || value === 0) return String(value)
  const unit = durationUnits.find(([, ms]) => value % ms === 0)
  return unit === undefined ? `${value}ms` : `${value / unit[1]}${unit[0]}`
}
