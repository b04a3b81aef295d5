/**
 * The body that is sent: the envelope of Standard Webhooks. `data` is the stored JSON text, so that no number loses a digit
 * on its way through JavaScript; its keys are in the order that PostgreSQL keeps them. Made once for each attempt, and the
 * bytes that are signed are these very bytes (lessons #26).
 */
export const envelope = (message: { eventType: string; sentAt: Date; payload: string }): Buffer =>
  Buffer.from(
    `{"type":${JSON.stringify(message.eventType)},"timestamp":"${message.sentAt.toISOString()}","data":${message.payload}}`,
  )
