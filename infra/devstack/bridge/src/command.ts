import { stringValue } from './bson/element-values.ts'
import { type Element, readElements } from './bson/read-elements.ts'
import { CommandError } from './errors/command-error.ts'
import type { DocumentSequence, Message } from './wire/parse-message.ts'

/** A command with its top level read and everything below left as bytes. */
export type Command = {
  /** As the client wrote it: `findAndModify`. */
  name: string
  database: string
  body: Buffer
  elements: Map<string, Element>
  sequences: DocumentSequence[]
}

/** @throws CommandError when the message names no command or no database */
export function readCommand(message: Message): Command {
  const elements = readElements(message.body)
  const name = elements.keys().next().value
  if (name === undefined) throw new CommandError(59, 'CommandNotFound', 'an empty command')
  const database = stringValue(message.body, elements.get('$db')) ?? message.database
  if (database === undefined || database === '') {
    throw new CommandError(40414, 'Location40414', "BSON field 'OpMsg.$db' is missing but a required field")
  }
  return { name, database, body: message.body, elements, sequences: message.sequences }
}

/** The collection a command is about: the string under its own name. */
export function collectionOf(command: Command): string {
  const collection = stringValue(command.body, command.elements.get(command.name))
  if (collection === undefined || collection === '') {
    throw new CommandError(73, 'InvalidNamespace', `${command.name} needs the name of a collection`)
  }
  return collection
}

/** `database.collection`, or the database alone where the command has no collection. */
export function namespaceOf(command: Command): string {
  const collection = stringValue(command.body, command.elements.get(command.name))
  return collection === undefined ? command.database : `${command.database}.${collection}`
}
