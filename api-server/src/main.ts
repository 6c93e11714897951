import { buildApp } from './app.ts'
import { startHeartbeat } from './areas/operations/system/index.ts'
import { buildDeps } from './build-deps.ts'
import { type Config, listMisspelt, loadConfig } from './config.ts'
import { assertSecretKey } from './db/assert-secret-key.ts'
import { openDatabase } from './db/open.ts'
import { isFilled } from './demo/marker.ts'
import { stopServing } from './http/stopping.ts'
import { createLog } from './log.ts'
import { wakeMemoryReducer } from './memory-reducer.ts'
import { serveSite } from './site/static-apps.ts'
import { explainStartFailure } from './start-errors.ts'

let config: Config | undefined

/** With this argument, the two web apps are left to their development servers. */
const withoutSite = process.argv.includes('--without-site')

/** Starts everything required by ROLE, and on a signal shuts down in order within 30 s. */
async function main() {
  config = loadConfig(process.env)
  const log = createLog(config)
  for (const sentence of listMisspelt(process.env)) log.warn(sentence)
  const opened = await openDatabase(config)
  await opened.migrate()
  const deps = await buildDeps(config, opened, log)
  await assertSecretKey(opened.db, deps.secrets, config)
  if (config.demo) await (await import('./demo/fill.ts')).fillDemo(deps)
  else await isFilled(opened.db, config)
  await deps.queue.start(config.role)
  const app = await buildApp(deps, withoutSite ? undefined : serveSite)
  await app.listen({ port: config.port, host: config.host })
  wakeMemoryReducer()
  // Not awaited: a signal or the end of the parent process before the handlers below exist would be missed.
  const heartbeat = startHeartbeat(deps, () => app.memoryUsage().eventLoopDelay)

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    await stopServing(app)
    await deps.queue.stop()
    await (await heartbeat)()
    await opened.close()
    process.exit(0)
  }
  // A terminal sends its signal to every process of `npm start`, and scripts/start.js forwards it, so it arrives twice.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
  process.once('disconnect', () => void stop('the program that started this one ended'))
}

await main().catch((error: unknown) => {
  const { message, exitCode } = explainStartFailure(error, config)
  process.stderr.write(`${message}\n`)
  process.exit(exitCode)
})
