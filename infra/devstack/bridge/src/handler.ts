import type { Command } from './command.ts'
import type { Context } from './context.ts'

/** Carries out one command. @returns the reply as BSON bytes; failures are thrown */
export type Handler = (command: Command, context: Context) => Promise<Buffer>
