import { Command } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { accountsCommand } from './commands/accounts.ts'
import { auditCommand } from './commands/audit.ts'
import { doctorCommand } from './commands/doctor.ts'
import { driftCommand } from './commands/drift.ts'
import { fixtureCommand } from './commands/fixture.ts'
import { keysCommand } from './commands/keys.ts'
import { ledgerCommand } from './commands/ledger.ts'
import { listenCommand } from './commands/listen.ts'
import { parseCommand } from './commands/parse.ts'
import { replayCommand } from './commands/replay.ts'
import { simulateCommand } from './commands/simulate.ts'
import { uuidsCommand } from './commands/uuids.ts'
import { webhooksCommand } from './commands/webhooks.ts'
import type { CliContext } from './context.ts'

const afterHelp = `
Settings come from the environment (see docs/reference/configuration.md); on a machine where npm start has run, what is
absent comes from .devstack/development.env.

Exit codes: 0 done, 1 it failed or something was lost, 2 wrong usage or a missing setting.

Examples:
  $ omnistream simulate whatsapp --count 200 --rate 50
  $ omnistream replay --state failed --dry-run
  $ omnistream doctor`

/** The whole command. */
export function createProgram(context: CliContext): Command {
  const program = new Command('omnistream')
    .description('Operate OmniStream: chat webhooks that are never lost, one searchable inbox, replay.')
    .version(packageJson.version)
    .addHelpText('after', afterHelp)
    .enablePositionalOptions()
    .addCommand(simulateCommand(context))
    .addCommand(parseCommand(context))
    .addCommand(fixtureCommand(context))
    .addCommand(replayCommand(context))
    .addCommand(auditCommand(context))
    .addCommand(ledgerCommand(context))
    .addCommand(driftCommand(context))
    .addCommand(webhooksCommand(context))
    .addCommand(listenCommand(context))
    .addCommand(keysCommand(context))
    .addCommand(accountsCommand(context))
    .addCommand(doctorCommand(context))
    .addCommand(uuidsCommand(context))
  settle(program, context)
  return program
}

/** Every command throws instead of ending the process, and writes where the context says. */
function settle(command: Command, context: CliContext): void {
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.out(text.trimEnd()),
      writeErr: (text) => context.err(text.trimEnd()),
    })
    .showHelpAfterError('(--help tells more)')
  for (const child of command.commands) settle(child, context)
}
