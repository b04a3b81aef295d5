/** The durable consumer of the hook-sender on the stream EVENTS. */
export const consumerName = 'hook-sender'
