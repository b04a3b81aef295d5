/** Sent on request alone, to the one endpoint that is tried out. */
export const testEventType = 'webhook.test'
