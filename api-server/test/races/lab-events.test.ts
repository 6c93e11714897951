import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findAccountByLogin } from '../../src/areas/platform/auth/queries.ts'
import { startSession } from '../../src/areas/platform/auth/sign-in/sign-in.ts'
import { openTestDatabaseOf, usualKinds } from '../database.ts'
import { type LabBench, openLabBench } from '../fixtures/lab-fixture.ts'

/** Reads server-sent events like a page. */
async function* read(response: Response) {
  let rest = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    rest += chunk
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const block = rest.slice(0, end)
      rest = rest.slice(end + 2)
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      if (field('event'))
        yield { id: Number(field('id')), event: field('event'), data: JSON.parse(field('data') ?? 'null') }
    }
  }
}

const client = { address: '127.0.0.1', userAgent: 'vitest' }

for (const kind of usualKinds) {
  let bench: LabBench
  let base: string
  let bearer: string
  beforeAll(async () => {
    bench = await openLabBench({ database: await openTestDatabaseOf(kind) })
    await bench.enrol('learner')
    await bench.addAccount()
    base = await bench.app.listen({ port: 0, host: '127.0.0.1' })
    const account = await findAccountByLogin(bench.deps.db, 'learner')
    const { session } = await startSession(bench.deps, account!, client)
    bearer = session.access_token
  })
  afterAll(() => bench.close())

  const follow = (id: string, headers: Record<string, string> = {}, token = bearer) =>
    fetch(`${base}/api/v1/deployments/${id}/events`, { headers: { authorization: `Bearer ${token}`, ...headers } })

  test(`on ${kind} an account can have twenty open streams, and opens another after one has closed`, async () => {
    const { id } = await bench.asLearner.deployLab(bench.place)
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow(id)))
    expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const refused = await follow(id)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    await streams.pop()?.body?.cancel()
    await vi.waitFor(async () => {
      const another = await follow(id)
      streams.push(another)
      expect(another.status).toBe(200)
    })
    for (const { body } of streams) await body?.cancel()
  })

  test(`on ${kind} a page receives each step immediately, resumes after a cut, and is disconnected when the server stops`, async () => {
    const { id } = await bench.asLearner.deployLab(bench.place)
    const response = await follow(id)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const states: string[] = []
    let cut = 0
    const work = bench.queue.work()
    for await (const { id: at, event, data } of read(response)) {
      expect(event).toBe('deployment')
      states.push(data.state)
      if (data.state === 'running') {
        cut = at
        break
      }
    }
    await work
    expect(states[0]).toBe('provisioning')
    expect(cut).toBeGreaterThan(0)

    const other = await startSession(bench.deps, (await findAccountByLogin(bench.deps.db, 'learner'))!, client)
    const otherStream = read(await follow(id, {}, other.session.access_token))
    await otherStream.next()
    await bench.asLearner.endMySession({ id: other.refreshToken.split('.')[0]! })
    await bench.asLearner.destroyLab(bench.place)
    expect((await otherStream.next()).done, 'a stream sends nothing after its session has ended').toBe(true)

    const resumed = await follow(id, { 'last-event-id': String(cut) })
    const events = read(resumed)
    const first = await events.next()
    expect([first.value?.data.state, (first.value?.id ?? 0) > cut]).toEqual(['ending', true])

    const rest: string[] = []
    const closing = bench.app.close()
    for await (const one of events) rest.push(one.event ?? '')
    await closing
    expect(rest.at(-1)).toBe('stopping')
  })
}
