/** Loaded before a service's main.ts: a service whose supervisor is gone, even by a kill -9, stops as for SIGTERM. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Listening to the channel would keep a stopped service alive.
process.channel?.unref()
