import Fastify from 'fastify'
import { buildApp } from './app.ts'
import { buildDeps } from './build-deps.ts'
import { ConfigError, loadConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import { explainStartFailure } from './start-failures.ts'
import { serveSite } from './site.ts'

/** Starts everything that ROLE asks for, and stops it in order within 30 s when told to. */
async function main() {
  const config = loadConfig(process.env)
  const { log } = Fastify({ logger: { level: config.logLevel, redact } })
  const opened = await openDatabase(config)
  await opened.migrate()
  const deps = await buildDeps(config, opened, log)
  const app = await buildApp(deps, serveSite)
  await app.listen({ port: config.port, host: config.host })

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    await app.close()
    await opened.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))
}

const redact = ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.credentials', '*.secret']

main().catch((error: unknown) => {
  const problems = error instanceof ConfigError ? error.problems : explainStartFailure(error)
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exit(1)
})
