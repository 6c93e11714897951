import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import { hold, holdTable, untilWaiting } from '../../../../test/races/lock-barrier.ts'
import { deployments, lessons, rateLimits, rehearsals, shells } from '../../../db/schema/index.ts'
import { MAX_OF_NETWORK } from './rehearsals.ts'

const ROUNDS = process.env.LONG ? 20 : 2

describeOnPostgres('concurrent lines and rehearsals', () => {
  let bench: LabBench
  beforeAll(async () => {
    bench = await openLabBench({
      database: await openTestPostgres(),
      labChanges: {
        module_stages: [{ name: 'Drawing the account', resources: [{ type: 'aws_iam_user', name: 'lab-user' }] }],
      },
    })
    await bench.enrol('learner')
    await bench.deps.db.update(lessons).set({ free_preview: true }).where(eq(lessons.id, bench.lesson.id))
  })
  afterAll(() => bench.close())
  beforeEach(async () => {
    await bench.deps.db.delete(rateLimits)
    await bench.deps.db.delete(rehearsals)
  })

  const place = { course: 'red-team', section: 'first', lesson: 'the-lab' }
  const start = () => bench.asVisitor.startRehearsal({ rehearsalStart: place })
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      ({ code }: { code: string }) => code,
    )
  /** Waits until this many calls wait for a lock, or until the call that should wait has ended. */
  const held = (many: number, call: Promise<unknown>) => Promise.race([untilWaiting(bench.deps.db, many), call])

  async function deployed() {
    await bench.clear()
    await bench.addAccount()
    const { id } = await bench.asLearner.deployLab(bench.place)
    await bench.queue.work()
    return { id, type: (line: string) => bench.asLearner.runShellLine({ id, shellLine: { line } }) }
  }

  test('a line during the end of its environment waits for it and changes nothing', async () => {
    const { db } = bench.deps
    const { id, type } = await deployed()
    const release = await hold(db, (tx) =>
      tx.update(deployments).set({ state: 'ending' }).where(eq(deployments.id, id)),
    )
    const line = codeOf(type('echo late > late.txt'))
    await held(1, line)
    await release()
    expect(await line).toBe('conflict')
    expect(await db.select().from(shells)).toEqual([])
  })

  test('concurrent lines in one shell each continue from the state of the previous one', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { type } = await deployed()
      await Promise.all(Array.from({ length: 5 }, (_, n) => type(`echo ${n} >> lines.txt`)))
      expect((await type('sort lines.txt')).output).toBe('0\n1\n2\n3\n4\n')
    }
  })

  test('concurrent lines of several people in one rehearsal do so too', async () => {
    const { db } = bench.deps
    const { key } = await start()
    const people = [bench.asVisitor, bench.asLearner, bench.as('tina')]
    const type = (as: (typeof people)[number], line: string) => as.runRehearsalLine({ rehearsalLine: { key, line } })
    const release = await hold(db, (tx) => tx.select().from(rehearsals).for('update'))
    const lines = people.map((as, n) => type(as, `echo ${n} >> lines.txt`))
    await untilWaiting(db, lines.length)
    await release()
    await Promise.all(lines)
    expect((await type(bench.asVisitor, 'sort lines.txt')).output).toBe('0\n1\n2\n')
    expect(await db.select({ lines: rehearsals.lines }).from(rehearsals)).toEqual([{ lines: people.length + 1 }])
  })

  test('no more rehearsals start concurrently from one network than allowed', async () => {
    const { db } = bench.deps
    await start()
    const [row] = await db.select().from(rehearsals)
    const others = Array.from({ length: MAX_OF_NETWORK - 2 }, (_, n) => ({
      ...row!,
      id: randomUUID(),
      key_hash: `other ${n}`,
    }))
    await db.insert(rehearsals).values(others)
    const release = await holdTable(db, rehearsals)
    const calls = Array.from({ length: 3 }, () => codeOf(start()))
    await untilWaiting(db, calls.length)
    await release()
    expect((await Promise.all(calls)).sort()).toEqual(['done', 'unavailable', 'unavailable'])
    expect(await db.$count(rehearsals)).toBe(MAX_OF_NETWORK)
  })
})
