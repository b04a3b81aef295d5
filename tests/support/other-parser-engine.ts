import { type Channel, channels } from '@omnistream/channels'
import { type EngineOverrides, engineConfig, startEngine } from '@omnistream/chat-engine'
import { createLogger, loadConfig, runService } from '@omnistream/common'

/** The engine of another release: PARSER_VERSION, and what is wrong with its parser (PARSER_FAULT). */
const version = Number(process.env.PARSER_VERSION ?? 1)
const fault = process.env.PARSER_FAULT ?? 'none'
const whatsapp: Channel = {
  ...channels.whatsapp,
  version,
  parse(payload, callback) {
    const text = JSON.stringify(payload)
    if (fault === 'throws' && text.includes('POISON')) throw new Error('this parser cannot read it')
    // The way a parser that asks for too much memory ends: no exception, no process.
    if (fault === 'kills' && text.includes('POISON')) process.kill(process.pid, 'SIGKILL')
    const updates = channels.whatsapp.parse(payload, callback)
    if (fault !== 'blanks text') return updates
    return updates.map((update) =>
      update.kind === 'message' && update.type === 'text' ? { ...update, content: { body: '' } } : update,
    )
  },
}
const findChannel: EngineOverrides['findChannel'] = (id) => (id === 'whatsapp' ? whatsapp : undefined)

await runService(async () => {
  const config = loadConfig(engineConfig, process.env, { service: 'chat-engine' })
  return await startEngine(config, createLogger({ service: 'chat-engine', level: config.LOG_LEVEL }), {
    findChannel,
  })
})
