/** Answers on PORT until it gets the stop signal of the server. */
import { createServer } from 'node:http'

const server = createServer((_, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')
const stop = () => {
  server.closeAllConnections()
  server.close(() => process.exit(0))
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
process.once('disconnect', stop)
