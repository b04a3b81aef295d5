import { createLogger, loadConfig, runService } from '@omnistream/common'
import { senderConfig } from './config.ts'
import { startSender } from './start-sender.ts'

await runService(async () => {
  const config = loadConfig(senderConfig, process.env, { service: 'hook-sender' })
  const logger = createLogger({ service: 'hook-sender', level: config.LOG_LEVEL, pretty: config.LOG_PRETTY })
  return await startSender(config, logger)
})
