import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '../../src/registry/jobs.ts'
import { type LabBench, openLabBench } from '../fixtures/lab-fixture.ts'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench()
})
afterAll(() => bench.close())

test('jobs of a lab, its account and a data export change nothing when they are delivered again later', async () => {
  const { queue, place } = bench
  const ran: { name: string; data: object }[] = []
  const run = queue.run.bind(queue)
  queue.run = async (name, data = {}) => {
    ran.push({ name, data })
    await run(name, data)
  }
  await bench.enrol('lena')
  await bench.addAccount()
  const lena = bench.as('lena')
  await lena.deployLab(place)
  await queue.work()
  await lena.requestMyExport()
  await queue.work()
  await lena.destroyLab(place)
  await queue.work()
  for (const name of Object.keys(jobs)) if (jobs[name]?.every) await queue.run(name)
  await queue.work()

  const sent = ran.filter(({ name }) => !jobs[name]?.every)
  expect(new Set(sent.map(({ name }) => name))).toEqual(
    new Set(['cloud-accounts.check', 'cloud-accounts.clean', 'deployments.build', 'deployments.end', 'privacy.export']),
  )
  const before = await dump()
  for (const { name, data } of [...sent, ...sent.toReversed()]) await run(name, data)
  await queue.work()
  expect(await dump()).toEqual(before)
})

/** All rows of all tables, as text, without the time at which an account was last checked. */
async function dump(): Promise<Record<string, string[]>> {
  const { db } = bench.deps
  const { rows: tables } = (await db.execute(
    sql`select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname in ('public', 'simulated') order by 1`,
  )) as unknown as { rows: { name: string }[] }
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    const found = (await db.execute(
      sql.raw(`select (to_jsonb(t) - 'checked_at')::text as row from ${name} t order by 1`),
    )) as unknown as {
      rows: { row: string }[]
    }
    rows[name] = found.rows.map(({ row }) => row)
  }
  return rows
}
