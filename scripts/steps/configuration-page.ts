import type { ConfigField } from '@omnistream/common'

export type ConfigUser = { user: string; fields: readonly ConfigField[] }

type Row = ConfigField & { users: string[] }

const intro = `# Configuration

Every setting is an environment variable. A service reads its own once, at its start, and ends with one line for each
that is wrong. Lengths of time are written \`250ms\`, \`30s\`, \`5m\`, \`12h\` or \`7d\`; lists are separated by commas.

The \`omnistream\` command reads the same variables. What is absent it takes from \`.devstack/development.env\`, which
\`npm start\` writes, so on a development machine it needs none.

This page is generated from the schemas in the code (\`pnpm docs:config\`); \`pnpm verify\` fails when it is out of date.
`

/**
 * The reference page of all settings.
 * @throws {Error} where two services describe one setting differently: it would then mean two things.
 */
export function configurationPage(users: readonly ConfigUser[]): string {
  const rows = new Map<string, Row>()
  for (const { user, fields } of users) {
    for (const field of fields) {
      const known = rows.get(field.name)
      if (known === undefined) rows.set(field.name, { ...field, users: [user] })
      else mergeInto(known, field, user)
    }
  }
  const all = [...rows.values()]
  const shared = all.filter((row) => row.users.length > 1)
  const sections = [
    section('Shared', shared),
    ...users.map(({ user }) =>
      section(
        `\`${user}\` alone`,
        all.filter((row) => row.users.length === 1 && row.users[0] === user),
      ),
    ),
  ]
  return `${intro}\n${sections.filter((text) => text !== '').join('\n')}`
}

function mergeInto(known: Row, field: ConfigField, user: string): void {
  for (const aspect of ['description', 'default', 'type', 'secret'] as const) {
    if (known[aspect] === field[aspect]) continue
    throw new Error(
      `${field.name}: ${user} says ${aspect} "${field[aspect]}", ${known.users.join(', ')} "${known[aspect]}"`,
    )
  }
  known.required ||= field.required
  known.users.push(user)
}

function section(title: string, rows: readonly Row[]): string {
  if (rows.length === 0) return ''
  const lines = rows.map((row) => {
    const value = row.required ? '**required**' : row.default ? `\`${row.default}\`` : ''
    const description = `${row.description}${row.secret ? ' (secret)' : ''}`
    const users = row.users.length > 1 ? ` ${row.users.join(', ')} |` : ''
    return `| \`${row.name}\` | ${row.type.replaceAll('|', '\\|')} | ${value} | ${description.replaceAll('|', '\\|')} |${users}`
  })
  const [more, rule] = rows.some((row) => row.users.length > 1) ? [' Used by |', '---|'] : ['', '']
  return `## ${title}\n\n| Setting | Type | Default | Meaning |${more}\n|---|---|---|---|${rule}\n${lines.join('\n')}\n`
}
