import { encode } from './bson/encode.ts'
import { type Command, namespaceOf, readCommand } from './command.ts'
import type { Context } from './context.ts'
import { dispatch } from './dispatch.ts'
import { CommandError } from './errors/command-error.ts'
import { ConnectionLostError } from './errors/connection-lost-error.ts'
import { translateError } from './errors/translate-error.ts'
import type { Message } from './wire/parse-message.ts'
import { ProtocolError } from './wire/protocol-error.ts'

/**
 * The reply document to a message; what fails becomes a reply with `ok: 0`.
 * @throws ConnectionLostError when nobody knows whether the command took effect
 */
export async function answer(message: Message, context: Context): Promise<Buffer> {
  let command: Command | undefined
  try {
    command = readCommand(message)
    return await dispatch(command, context)
  } catch (error) {
    return errorReply(error, command, context)
  }
}

function errorReply(error: unknown, command: Command | undefined, { codes }: Context): Buffer {
  const cause =
    error instanceof ProtocolError
      ? new CommandError(22, 'InvalidBSON', error.message, { cause: error })
      : error
  const failure = translateError(cause, codes, command ? namespaceOf(command) : '')
  if (failure instanceof ConnectionLostError) throw failure
  return encode({ ok: 0, errmsg: failure.message, code: failure.code, codeName: failure.codeName })
}
