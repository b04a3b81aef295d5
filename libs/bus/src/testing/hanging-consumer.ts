import { silentLogger } from '@omnistream/common'
import { connectBus } from '../connect-bus.ts'
import { consume } from '../consume.ts'

/**
 * A process of its own that takes deliveries and never finishes, to be killed: writes the names of each batch as
 * a JSON line. Arguments: NATS URL, stream, filter, ack wait in ms.
 */
const [servers = '', stream = '', filter = '', ackWaitMs = ''] = process.argv.slice(2)
const logger = silentLogger()

await consume(
  {
    ...{
      bus: connectBus({ servers, name: 'to be killed', logger }),
      logger,
      stream,
      durable: 'engine',
      filter,
    },
    ...{ ackWaitMs: Number(ackWaitMs), maxDeliver: 20, maxAckPending: 1_000, batchMax: 3, concurrency: 1 },
    async handle(deliveries) {
      const batch = deliveries.map(({ envelope, attempt }) => ({ name: envelope.channel, attempt }))
      process.stdout.write(`${JSON.stringify(batch)}\n`)
      return await new Promise(() => {})
    },
  },
  new AbortController().signal,
)
