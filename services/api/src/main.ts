import { createLogger, loadConfig, runService } from '@omnistream/common'
import { apiConfig } from './config.ts'
import { startApi } from './start-api.ts'

await runService(async () => {
  const config = loadConfig(apiConfig, process.env, { service: 'api' })
  const logger = createLogger({ service: 'api', level: config.LOG_LEVEL, pretty: config.LOG_PRETTY })
  return await startApi(config, logger)
})
