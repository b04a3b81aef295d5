/** Durable consumers of the engine on the stream WEBHOOKS: what is live never waits behind a replay. */
export const consumerNames = { live: 'chat-engine', replay: 'chat-engine-replay' } as const
