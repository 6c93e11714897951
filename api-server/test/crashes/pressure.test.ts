import { setImmediate } from 'node:timers/promises'
import { onTestFinished, test } from 'vitest'
import { startTestApp, testConfig } from '../app.ts'

test('an overloaded server rejects calls with Retry-After, but still serves pages and their code', async ({
  expect,
}) => {
  const app = await startTestApp({ config: testConfig({ maxEventLoopDelayMs: 5 }) })
  onTestFinished(() => app.close())
  const ask = (url: string) => app.app.inject({ url, headers: { accept: 'application/json' } })
  expect((await ask('/api/v1/courses/')).statusCode).toBe(200)

  const until = Date.now() + 30_000
  let call = await ask('/api/v1/courses/')
  while (call.statusCode === 200 && Date.now() < until) {
    blockThread(60)
    await setImmediate()
    call = await ask('/api/v1/courses/')
  }
  expect(call.statusCode).toBe(503)
  expect(call.headers['retry-after']).toBe('10')
  expect(call.json()).toMatchObject({ status: 503, detail: expect.stringContaining('very busy') })
  expect((await ask('/readyz')).statusCode).toBe(503)
  expect((await ask('/healthz')).statusCode).toBe(200)
  // Server tests do not build the apps. A 404 shows that the server looked for the file.
  expect((await ask('/assets/home.js')).statusCode).toBe(404)
}, 60_000)

/** Blocks the event loop. */
function blockThread(ms: number) {
  const end = performance.now() + ms
  while (performance.now() < end);
}
