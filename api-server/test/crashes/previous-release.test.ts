/**
 * An upgrade can be undone: the built server of the previous release runs on the schema of this one. Two processes behind nginx are replaced under
 * traffic: previous release, this one, the previous again, this one again. One learner has a lab and one candidate an exam during all of it; other labs
 * begin in one release and end in the other. Compared are the acknowledged writes, that lab, and the exam's clock.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgresDatabase } from '../../src/db/postgres/postgres.ts'
import * as schema from '../../src/db/schema/index.ts'
import { createTestDatabase, describeOnPostgres } from '../database.ts'
import { useRealHashes } from '../hashes.ts'
import { freePort } from '../servers/postgres.ts'
import { buildRelease, findPreviousRelease } from '../servers/previous-release.ts'
import { hasProgram, startNginx, startServer } from '../servers/replicas.ts'
import { startCommand } from '../servers/start-command.ts'
import { countLeases, enrol, findDamage, PASSWORD, Traffic } from './traffic.ts'

useRealHashes()

const LEARNERS = 3
const previous = process.env.LONG ? findPreviousRelease() : undefined

describeOnPostgres('the previous release on the schema of this one', () => {
  test.skipIf(!previous || !hasProgram('nginx'))(
    'replaces it and is replaced by it under traffic, and labs, exams and writes continue',
    { timeout: 900_000 },
    async () => {
      const old = buildRelease(previous!)
      const { url, drop } = await createTestDatabase()
      const folder = mkdtempSync(join(tmpdir(), 'flagyard-previous-'))
      onTestFinished(async () => {
        await drop()
        rmSync(folder, { recursive: true, force: true })
      })
      const { db, close } = openPostgresDatabase(url, { connections: 2 })
      onTestFinished(close)
      const ports = [await freePort(), await freePort()] as const
      const settings = { DATABASE_URL: url, DATA_DIR: folder, DEMO: '1', DEMO_PASSWORD: PASSWORD }
      const flags = await enrol(db, settings, { learners: LEARNERS })
      const servers: ChildProcess[] = []
      onTestFinished(() => {
        for (const server of servers) server.kill('SIGKILL')
      })
      const replaceBy = async (args: string[]) => {
        for (const [index, port] of ports.entries()) {
          const running = servers[index]
          running?.kill('SIGTERM')
          if (running) expect(await once(running, 'exit')).toEqual([0, null])
          servers[index] = await startServer({ ...settings, PORT: String(port) }, args)
        }
      }
      await replaceBy(old)
      const nginx = await startNginx(folder, ports)
      onTestFinished(nginx.stop)
      const traffic = new Traffic(nginx.origin)
      const working = traffic.begin(LEARNERS, flags)
      const labOf = async () => (await db.select().from(schema.deployments)).find(({ id }) => id === traffic.endlessLab)
      await expect.poll(async () => (await labOf())?.state, { timeout: 60_000 }).toBe('running')
      const lab = await labOf()
      const sitting = (await db.select().from(schema.examAttempts))[0]
      for (const release of [startCommand.args, old, startCommand.args]) {
        const before = await countLeases(db)
        await replaceBy(release)
        // Labs build on this release too.
        await expect.poll(() => countLeases(db), { timeout: 120_000 }).toBeGreaterThan(before + 1)
        await pause(3_000)
      }
      traffic.stop()
      await working

      expect(traffic.failed).toEqual([])
      expect(await labOf()).toMatchObject({ state: 'running', ends_at: lab?.ends_at, outputs: lab?.outputs })
      expect([...traffic.examEnds]).toEqual([sitting?.active_until?.toISOString()])
      for (const [damage, found] of Object.entries(await findDamage(db, traffic))) expect(found, damage).toEqual([])
      console.log(
        `previous release ${previous}: replaced and restored; ${traffic.requests}; ${traffic.acknowledged.orders.size} orders, ` +
          `${await countLeases(db)} labs; ${traffic.streams}`,
      )
    },
  )
})
