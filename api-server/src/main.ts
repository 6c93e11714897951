import { buildApp } from './app.ts'
import { startHeartbeat } from './areas/operations/system/index.ts'
import { buildDeps } from './build-deps.ts'
import { type Config, listMisspelt, loadConfig } from './config.ts'
import { assertSecretKey } from './db/assert-secret-key.ts'
import { migrateDatabase } from './db/last-start.ts'
import { openDatabase } from './db/open.ts'
import { assertTakenOver } from './db/restored.ts'
import { isFilled } from './demo/marker.ts'
import { createWaitingProbes } from './http/health.ts'
import { stopServing } from './http/stopping.ts'
import { createLog } from './log.ts'
import { wakeMemoryReducer } from './memory-reducer.ts'
import { finishRestore } from './registry/finish-restore.ts'
import { serveSite } from './site/static-apps.ts'
import { explainStartFailure } from './start-errors.ts'

/**
 * Starts everything required by ROLE, and on a signal shuts down in order within 30 s. Without `site`, the two web apps are left to their development
 * servers. A failure ends the process.
 */
export async function serve({ site }: { site: boolean }): Promise<Config> {
  let config: Config | undefined
  try {
    config = loadConfig(process.env)
    await startServer(config, site)
    return config
  } catch (error) {
    const { message, exitCode } = explainStartFailure(error, config)
    process.stderr.write(`${message}\n`)
    process.exit(exitCode)
  }
}

async function startServer(config: Config, site: boolean): Promise<void> {
  const log = createLog(config)
  for (const sentence of listMisspelt(process.env)) log.warn(sentence)
  const opened = await openDatabase(config)
  const probes = createWaitingProbes(config)
  await migrateDatabase(opened, async (sentence) => {
    log.info(sentence)
    await probes.listen()
  })
  await probes.close()
  const telemetry = config.telemetry
    ? (await import('./telemetry.ts')).startTelemetry(config.telemetry, { db: opened.db, log })
    : null
  const deps = await buildDeps(config, opened, log, telemetry)
  await assertSecretKey(opened.db, deps.secrets, config)
  await assertTakenOver(opened.db)
  if (config.demo) await (await import('./demo/fill.ts')).fillDemo(deps)
  else await isFilled(opened.db, config)
  const unfinished = await finishRestore(deps)
  if (unfinished) log.warn(unfinished, 'this database was restored from a backup')
  await deps.queue.start(config.role)
  const app = await buildApp(deps, site ? serveSite : undefined)
  await app.listen({ port: config.port, host: config.host })
  wakeMemoryReducer()
  // Not awaited: a signal or the end of the parent process before the handlers below exist would be missed.
  const heartbeat = startHeartbeat(deps, () => app.memoryUsage().eventLoopDelay)
  let stopping = false
  import('./doctor/examine.ts')
    .then(({ examineAtStart }) => examineAtStart(deps, opened))
    .catch((error: unknown) => stopping || log.warn({ err: error }, 'the installation was not checked'))

  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    await stopServing(app)
    await deps.queue.stop()
    await (await heartbeat)()
    await telemetry?.stop()
    await opened.close()
    process.exit(0)
  }
  // A terminal sends its signal to every process of `npm start`, and scripts/start.js forwards it, so it arrives twice.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
  process.once('disconnect', () => void stop('the program that started this one ended'))
}
