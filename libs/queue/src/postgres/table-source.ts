import { OmniError } from '@omnistream/common'

/** What a row becomes when its work has ended: a status word, or nothing at all. */
export type RowEnd = { status: string } | 'delete'

/**
 * A table whose rows are the queue. A row waits with the word `waiting` until its time has come, is claimed with the
 * word `working` until `lockedUntil`, and may be claimed again after that. `indexStatements` has the indexes it needs.
 */
export type TableSource = {
  /** Its name, with a schema where the connection's search_path has none. */
  table: string
  columns: {
    /** text, unique. */
    id: string
    /** text, not null: what the rows of one receiver have in common. */
    group: string
    /** text. */
    status: string
    /** integer: tries begun. */
    attempts: string
    /** timestamptz: when a waiting row is due. */
    dueAt: string
    /** timestamptz: when a claim runs out. */
    lockedUntil: string
    /** uuid: the claim, so that a stale worker changes nothing. */
    lockToken: string
    /** text, nullable: the most recent failure. */
    lastError?: string
    /** timestamptz. */
    updatedAt?: string
  }
  words: { waiting: string; working: string }
  done: RowEnd
  failed: RowEnd
}

/** A source with every name quoted, ready to stand in a statement. */
export type QuotedSource = TableSource & { name: string; literals: TableSource['words'] }

/** @throws {OmniError} QUEUE_SOURCE_INVALID for a name or word that could break out of its quotes. */
export function quoteSource(source: TableSource): QuotedSource {
  const columns = Object.fromEntries(
    Object.entries(source.columns).map(([key, column]) => [key, quoteName(column)]),
  ) as TableSource['columns']
  const literals = { waiting: quoteWord(source.words.waiting), working: quoteWord(source.words.working) }
  return { ...source, name: source.table.split('.').map(quoteName).join('.'), columns, literals }
}

/** The partial indexes that claiming reads, one statement each; idempotent. */
export function indexStatements(source: TableSource): string[] {
  const { name, columns, literals } = quoteSource(source)
  const prefix = source.table.split('.').at(-1) ?? source.table
  const waiting = `where ${columns.status} = ${literals.waiting}`
  return [
    `create index if not exists "${prefix}_queue_due" on ${name} (${columns.dueAt}) ${waiting}`,
    `create index if not exists "${prefix}_queue_group" on ${name} (${columns.group}, ${columns.dueAt}) ${waiting}`,
    `create index if not exists "${prefix}_queue_locked" on ${name} (${columns.lockedUntil})
      where ${columns.status} = ${literals.working}`,
  ]
}

function quoteName(name: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) throw invalid(name)
  return `"${name}"`
}

function quoteWord(word: string): string {
  if (!/^[A-Za-z_]{1,63}$/.test(word)) throw invalid(word)
  return `'${word}'`
}

const invalid = (name: string): OmniError =>
  new OmniError('QUEUE_SOURCE_INVALID', `"${name}" cannot be used as a name in a queue's table`)
