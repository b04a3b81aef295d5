/**
 * PostgreSQL went away while it worked on a command, so nobody knows whether it took effect. MongoDB's own
 * answer to that is a connection that breaks, and so is this one's: the driver then does what it does for a
 * crashed server.
 */
export class ConnectionLostError extends Error {
  readonly code = 'PG_CONNECTION_LOST'

  constructor(options?: ErrorOptions) {
    super('PostgreSQL closed the connection while it worked on a command', options)
    this.name = 'ConnectionLostError'
  }
}
