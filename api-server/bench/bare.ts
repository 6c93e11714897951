/** Answers every request with the JSON in the file ANSWER and the status STATUS: the cost of Fastify without our code. */
import { readFileSync, rmSync } from 'node:fs'
import Fastify from 'fastify'

const file = process.env.ANSWER ?? ''
const answer: unknown = JSON.parse(readFileSync(file, 'utf8'))
rmSync(file)
const app = Fastify()
app.all('/*', async (_request, reply) => reply.code(Number(process.env.STATUS ?? 200)).send(answer))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.once('SIGTERM', () => process.exit(0))
