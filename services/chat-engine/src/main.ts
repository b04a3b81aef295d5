import { createLogger, loadConfig, runService } from '@omnistream/common'
import { engineConfig } from './config.ts'
import { startEngine } from './start-engine.ts'

await runService(async () => {
  const config = loadConfig(engineConfig, process.env, { service: 'chat-engine' })
  const logger = createLogger({ service: 'chat-engine', level: config.LOG_LEVEL, pretty: config.LOG_PRETTY })
  return await startEngine(config, logger)
})
