import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { grant } from '../../src/areas/catalogue/entitlements/service.ts'
import { deployLab, destroyLab } from '../../src/areas/clouds/deployments/service.ts'
import * as auth from '../../src/areas/platform/auth/queries.ts'
import type { OpenedDatabase } from '../../src/db/open.ts'
import { openPostgresDatabase } from '../../src/db/postgres/postgres.ts'
import * as schema from '../../src/db/schema/index.ts'
import type { CurrentUser } from '../../src/identity/current-user.ts'
import { withCallTimeouts } from '../../src/integrations/clouds/driver.ts'
import { createWorker, pass, type Worker } from '../crashes/lab-workers.ts'
import { createTestDatabase, describeOnPostgres } from '../database.ts'
import { insertAccount, insertLab } from '../fixtures/lab-fixture.ts'
import { startChild } from '../spawn.ts'
import { describeWithTerraform } from './terraform.ts'
import { openYard, type Yard, yardClouds } from './test-clouds.ts'

/** Steps at which the worker is killed. With LONG=1 these are all steps. */
const steps = (all: string[], few: string[]) => (process.env.LONG ? all : few)

describeOnPostgres('recovery after a killed worker', () => {
  describeWithTerraform('during a Terraform run', () => {
    let database: Awaited<ReturnType<typeof createTestDatabase>>
    let opened: OpenedDatabase
    let worker: Worker
    let yard: Yard
    let folder: string
    let user: CurrentUser
    let place: Awaited<ReturnType<typeof insertLab>>['place']
    let done: string[]

    beforeAll(async () => {
      database = await createTestDatabase()
      opened = openPostgresDatabase(database.url)
      folder = mkdtempSync(join(tmpdir(), 'terraform-crash-'))
      yard = openYard(folder)
      const onStep = (step: string) => done.push(step)
      worker = createWorker(opened.db, withCallTimeouts(yardClouds(opened.db, yard, { onStep })))
      const variables = { cloud: yard.folders.cloud }
      const made = await insertLab(opened.db, { cloud: 'gcp', module: 'fake/yard', variables, module_stages: [] })
      place = made.place
      const row = { username: 'lena', email: 'lena@learners.example', full_name: 'Lena', password_hash: 'none' }
      user = {
        ...(await auth.insertAccount(opened.db, { ...row, activated_at: new Date() })),
        session_id: '',
      } as unknown as CurrentUser
      await grant(opened.db, { userId: user.id, course: made.lesson.course_id, source: 'administrator' })
    })
    afterAll(async () => {
      await opened.close()
      await database.drop()
      yard.remove()
    })
    beforeEach(async () => {
      for (const table of [schema.deployments, schema.cloudAccounts, schema.terraformEnvironments, schema.labAccess])
        await opened.db.delete(table)
      await insertAccount(opened.db, worker.deps.secrets, { cloud: 'gcp' })
      done = []
    })
    afterEach(async () => {
      expect([(await accountNow()).status, yard.cloud.standing()]).toEqual(['Available', []])
      expect(await opened.db.select().from(schema.terraformEnvironments)).toEqual([])
      // The next run removes the folders of dead workers, so that no plan stays on the machine.
      expect(readdirSync(yard.folders.work)).toEqual([])
    })

    const now = async () => (await opened.db.select().from(schema.deployments))[0]!
    const accountNow = async () => (await opened.db.select().from(schema.cloudAccounts))[0]!
    async function killAt(step: string) {
      worker.forget()
      const child = startChild('work-terraform', [database.url, folder, step])
      expect(await child.ended).toBe('SIGKILL')
      await pass(opened.db)
      return child.output()
    }
    async function end() {
      await destroyLab(worker.deps, user, place)
      await worker.settle()
    }

    test.each(steps(['prepared', 'planned'], ['planned']))(
      'a kill after it was %s leaves no resource, and another worker builds the lab',
      async (step) => {
        const { id } = await deployLab(worker.deps, user, place)
        await killAt(step)
        expect(yard.cloud.standing()).toEqual([])
        await worker.settle()
        expect([(await now()).id, (await now()).state]).toEqual([id, 'running'])
        await end()
      },
    )

    test('a kill during an apply stops Terraform too, and resources that no state contains are removed', async () => {
      const slow = { cloud: yard.folders.cloud, slow: '30000' }
      await opened.db.update(schema.labs).set({ variables: slow })
      const { id } = await deployLab(worker.deps, user, place)
      const output = await killAt('while it runs apply')
      await opened.db.update(schema.labs).set({ variables: { cloud: yard.folders.cloud } })
      expect(yard.cloud.standing().length).toBeGreaterThan(0)
      // Its next resource would take 30 seconds.
      const pid = Number(/program apply (\d+)/.exec(output)?.[1])
      await expect.poll(() => isRunning(pid), { timeout: 20_000, interval: 200 }).toBe(false)

      await worker.settle()
      const after = await now()
      expect([after.id, after.state, after.reason]).toEqual([id, 'ended', 'failed'])
      expect(after.message).toContain('Terraform was stopped during the build')
      expect(done).toContain('nuked')
    })

    test('a kill between apply and commit: outputs are read again and nothing is applied twice', async () => {
      await deployLab(worker.deps, user, place)
      await killAt('applied')
      await worker.settle()
      expect([(await now()).state, done]).toEqual(['running', ['read']])
      expect((await now()).outputs.flag).toBe('none')
      await end()
    })

    test.each(steps(['destroying', 'destroyed', 'nuke', 'nuked'], ['destroying', 'nuked']))(
      'a kill during a clean-up at %s: another worker continues, and the account is free after it was empty twice',
      async (step) => {
        await deployLab(worker.deps, user, place)
        await worker.settle()
        yard.cloud.make('folder_thing.made-by-hand')
        await destroyLab(worker.deps, user, place)
        await killAt(step)
        expect((await accountNow()).status).not.toBe('Available')
        await worker.settle()
        const rows = await opened.db
          .select()
          .from(schema.cloudAccountTransitions)
          .where(eq(schema.cloudAccountTransitions.cloud_account_id, (await accountNow()).id))
          .orderBy(schema.cloudAccountTransitions.id)
        expect(rows.map(({ to_status }) => to_status).slice(-2)).toEqual(['Nuked', 'Available'])
      },
    )
  })
})

/** Zombie processes count as ended. */
function isRunning(pid: number): boolean {
  if (!existsSync(`/proc/${pid}`)) return false
  return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
}
