import { engineConfig, startEngine } from '@omnistream/chat-engine'
import { createLogger, loadConfig, runService } from '@omnistream/common'

/** The engine, killed like `kill -9` when a batch, or the fetching of a medium, reaches the step DIE_AT. */
const { DIE_AT } = process.env
const dieAt = (step: string): void => {
  if (step === DIE_AT) process.kill(process.pid, 'SIGKILL')
}
await runService(async () => {
  const config = loadConfig(engineConfig, process.env, { service: 'chat-engine' })
  const logger = createLogger({ service: 'chat-engine', level: config.LOG_LEVEL })
  return await startEngine(config, logger, {
    checkpoint: dieAt,
    mediaCheckpoint: (step) => dieAt(`media ${step}`),
  })
})
