type Environment = Readonly<Record<string, string | undefined>>

/**
 * Settings that belong together. Where the environment (or a flag) names a server itself, what the development file
 * says about the development servers, their keys above all, must not be mixed with it.
 */
const groups = [
  {
    anchors: ['MONGODB_URI', 'DATABASE_URL', 'NATS_URL'],
    members: ['DATABASE_SCHEMA', 'BUS_PREFIX', 'ENCRYPTION_KEYS', 'OMNISTREAM_TENANT'],
  },
  { anchors: ['OMNISTREAM_API_URL'], members: ['OMNISTREAM_API_KEY'] },
  {
    anchors: ['OMNISTREAM_EDGE_URL'],
    members: [
      ...['WHATSAPP_APP_SECRET', 'OMNISTREAM_WHATSAPP_NUMBER_ID', 'OMNISTREAM_WHATSAPP_BUSINESS_ID'],
      'OMNISTREAM_SAMPLE_SECRET',
    ],
  },
] as const

/** The environment's settings first; what it lacks comes from the development file, group by group. */
export function resolveSettings(env: Environment, development: Environment): Record<string, string> {
  const given = withoutEmpty(env)
  const settings = { ...given }
  for (const { anchors, members } of groups) {
    if (anchors.some((name) => given[name] !== undefined)) continue
    for (const name of [...anchors, ...members]) {
      const value = given[name] ?? development[name]
      if (value !== undefined && value !== '') settings[name] = value
    }
  }
  return settings
}

function withoutEmpty(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value]] : [])),
  )
}
