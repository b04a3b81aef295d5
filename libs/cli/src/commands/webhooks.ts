import { Command } from 'commander'
import type { CliContext } from '../context.ts'
import { deliveryCommands } from './webhook-deliveries.ts'
import { endpointCommands } from './webhook-endpoints.ts'

/** `webhooks`: what is sent to the tenant's own services. */
export function webhooksCommand(context: CliContext): Command {
  const command = new Command('webhooks').description('events sent to your own services, signed and retried')
  for (const one of [...endpointCommands(context), ...deliveryCommands(context)]) command.addCommand(one)
  return command
}
