import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { testConfig } from '../../test/app.ts'
import type { Queue } from '../jobs/queue.ts'
import { type Meter, serveMetrics } from './metrics.ts'

const jobs = {
  'shop.count': { owner: 'shop', every: '5 min', does: 'counts', replay: 'counts again' },
  'shop.tell': { owner: 'shop', does: 'tells', replay: 'notifies no one twice' },
} as const
const telemetry = null
/** A queue that reports these runs. */
const queueOf = (...runs: Parameters<Parameters<Queue['onRun']>[0]>[0][]) =>
  ({ onRun: (report) => runs.forEach(report) }) as Pick<Queue, 'onRun'> as Queue

test('counts requests by route on a separate port, and not on the public one', async () => {
  const app = Fastify()
  const metrics = await serveMetrics(app, { config: testConfig({ metricsPort: 0 }), queue: queueOf(), jobs, telemetry })
  app.get('/thing/:id', async () => 'here')
  await app.inject('/thing/secret-id')
  const { port } = metrics!.server.address() as AddressInfo
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(text).toMatch(/flagyard_request_seconds_count\{method="GET",route="\/thing\/:id",status="200"\} 1/)
  expect(text).not.toContain('secret-id')
  expect((await app.inject('/metrics')).statusCode).toBe(404)
  await metrics?.close()
})

test('counts job runs with owner and outcome, jobs without a run as zero, and sweeps with their interval', async () => {
  const queue = queueOf({ job: 'shop.count', seconds: 0.2, outcome: 'failed' })
  const metrics = await serveMetrics(Fastify(), { config: testConfig({ metricsPort: 0 }), queue, jobs, telemetry })
  const { port } = metrics!.server.address() as AddressInfo
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const runs = (labels: string) =>
    text.match(new RegExp(`^flagyard_job_seconds_count\\{${labels}\\} (\\d+)$`, 'm'))?.[1]
  expect(runs('job="shop.count",owner="shop",outcome="failed"')).toBe('1')
  expect(runs('job="shop.count",owner="shop",outcome="done"')).toBe('0')
  expect(runs('job="shop.tell",owner="shop",outcome="done"')).toBe('0')
  expect(text).toContain('flagyard_job_interval_seconds{job="shop.count",owner="shop"} 300')
  expect(text).not.toContain('flagyard_job_interval_seconds{job="shop.tell"')
  await metrics?.close()
})

test('passes requests and runs to a collector too, and does not listen without METRICS_PORT', async () => {
  const received: unknown[] = []
  const meter: Meter = { request: (labels) => received.push(labels), run: (labels) => received.push(labels) }
  const queue = queueOf({ job: 'shop.tell', seconds: 0.2, outcome: 'done' })
  const app = Fastify()
  const sources = { config: testConfig(), queue, jobs, telemetry: { meter } }
  expect(await serveMetrics(app, sources)).toBeUndefined()
  app.get('/thing/:id', async () => 'here')
  await app.inject('/thing/secret-id')
  expect(received).toEqual([
    { job: 'shop.tell', owner: 'shop', outcome: 'done' },
    { method: 'GET', route: '/thing/:id', status: 200 },
  ])
})
