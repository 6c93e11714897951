/**
 * Two processes of the built server are behind nginx with the site of `deploy/nginx.conf`. They are replaced one after the other while learners read,
 * watch, submit flags, sit an exam, buy, upload, build labs, and follow them.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgresDatabase } from '../../src/db/postgres/postgres.ts'
import * as schema from '../../src/db/schema/index.ts'
import { createTestDatabase, describeOnPostgres } from '../database.ts'
import { useRealHashes } from '../hashes.ts'
import { freePort } from '../servers/postgres.ts'
import { hasProgram, startNginx, startServer } from '../servers/replicas.ts'
import { countLeases, enrol, findDamage, PASSWORD, Traffic } from './traffic.ts'

useRealHashes()

const DEPLOYMENTS = 20
const LEARNERS = 6

describeOnPostgres('a deployment under traffic', () => {
  test.skipIf(!process.env.LONG || !hasProgram('nginx'))(
    'no request fails, event streams resume within five seconds, and nothing happens twice',
    { timeout: 60_000 + DEPLOYMENTS * 60_000 },
    async () => {
      const { url, drop } = await createTestDatabase()
      const folder = mkdtempSync(join(tmpdir(), 'flagyard-rolling-'))
      onTestFinished(async () => {
        await drop()
        rmSync(folder, { recursive: true, force: true })
      })
      const { db, close } = openPostgresDatabase(url, { connections: 2 })
      onTestFinished(close)
      const ports = [await freePort(), await freePort()] as const
      const settings = { DATABASE_URL: url, DATA_DIR: folder, DEMO: '1', DEMO_PASSWORD: PASSWORD }
      const flags = await enrol(db, settings, { learners: LEARNERS })
      const start = (port: number) => startServer({ ...settings, PORT: String(port) })
      const servers = await Promise.all(ports.map(start))
      onTestFinished(() => {
        for (const server of servers) server.kill('SIGKILL')
      })
      const nginx = await startNginx(folder, ports)
      onTestFinished(nginx.stop)

      const traffic = new Traffic(nginx.origin)
      const working = traffic.begin(LEARNERS, flags)
      await pause(2_000)
      for (let deployment = 0; deployment < DEPLOYMENTS; deployment++)
        for (const [index, port] of ports.entries()) {
          const old = servers[index]
          old?.kill('SIGTERM')
          if (old) expect(await once(old, 'exit')).toEqual([0, null])
          servers[index] = await start(port)
          await pause(1_000)
        }
      traffic.stop()
      await working

      expect(traffic.failed).toEqual([])
      expect(traffic.pressedAgain).toEqual([])
      expect(Math.max(...traffic.gaps)).toBeLessThan(5_000)
      expect([...traffic.examEnds]).toEqual([
        (await db.select().from(schema.examAttempts))[0]?.active_until?.toISOString(),
      ])
      expect(await db.$count(schema.flagSolves, eq(schema.flagSolves.flag_id, flags.lab))).toBe(LEARNERS)
      for (const [damage, found] of Object.entries(await findDamage(db, traffic))) expect(found, damage).toEqual([])
      console.log(
        `deployments: ${DEPLOYMENTS * 2} processes replaced; ${traffic.requests}; ${traffic.acknowledged.orders.size} orders, ` +
          `${await countLeases(db)} labs; ${traffic.streams}`,
      )
    },
  )
})
