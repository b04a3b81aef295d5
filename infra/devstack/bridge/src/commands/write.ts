import { decode } from '../bson/decode.ts'
import { encode } from '../bson/encode.ts'
import { namespaceOf } from '../command.ts'
import type { Statement } from '../database.ts'
import { CommandError } from '../errors/command-error.ts'
import { mapWriteErrors } from '../errors/map-nested-errors.ts'
import type { Handler } from '../handler.ts'
import { maxBsonObjectBytes } from '../wire/opcodes.ts'
import { bytesColumn } from './bytes.ts'

type WriteName = 'insert' | 'update' | 'delete'

const sequenceNames: Record<WriteName, string> = { insert: 'documents', update: 'updates', delete: 'deletes' }

/**
 * insert, update and delete. The documents go to PostgreSQL as the bytes that came from the client, and the
 * reply comes back the same way unless it carries write errors.
 */
export function writeHandler(name: WriteName): Handler {
  const statement: Statement = {
    name: `w_${name}`,
    text: `select p_result::bytea, p_success from documentdb_api.${name}($1, $2, $3)`,
  }
  return async function write(command, { database, codes }) {
    const documents = command.sequences.find((sequence) => sequence.name === sequenceNames[name])
    if (documents && name === 'insert') assertDocumentSizes(documents.bytes)
    const rows = await database.query(statement, [command.database, command.body, documents?.bytes ?? null])
    const reply = bytesColumn(rows[0], 0)
    if (rows[0]?.[1] === true) return reply
    return encode(mapWriteErrors(decode(reply), codes, namespaceOf(command)))
  }
}

function assertDocumentSizes(sequence: Buffer): void {
  for (let offset = 0; offset < sequence.length; ) {
    const length = sequence.readInt32LE(offset)
    if (length > maxBsonObjectBytes) {
      throw new CommandError(
        10334,
        'BSONObjectTooLarge',
        `object to insert too large. size in bytes: ${length}, max size: ${maxBsonObjectBytes}`,
      )
    }
    offset += length
  }
}
