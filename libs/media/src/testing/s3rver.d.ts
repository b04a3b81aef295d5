declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http'
  export default class S3rver {
    constructor(options: Record<string, unknown>)
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
    httpServer: Server
  }
}
