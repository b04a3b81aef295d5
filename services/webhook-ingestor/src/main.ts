import { createLogger, loadConfig, runService } from '@omnistream/common'
import { ingestorConfig } from './config.ts'
import { startIngestor } from './start-ingestor.ts'

await runService(async () => {
  const config = loadConfig(ingestorConfig, process.env, { service: 'webhook-ingestor' })
  const logger = createLogger({
    service: 'webhook-ingestor',
    level: config.LOG_LEVEL,
    pretty: config.LOG_PRETTY,
  })
  return await startIngestor(config, logger)
})
