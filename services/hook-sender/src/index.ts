export { type SenderConfig, senderConfig } from './config.ts'
export { consumerName } from './consumer-name.ts'
export { type RunningSender, startSender } from './start-sender.ts'
