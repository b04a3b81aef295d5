import { createServer } from 'node:http'

/** A tenant's service that takes what comes: the limit is what sends to it. */
createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(204).end())
}).listen(Number(process.env.BENCH_PORT), '127.0.0.1')
