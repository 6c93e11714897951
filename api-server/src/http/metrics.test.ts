import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { testConfig } from '../../test/app.ts'
import { serveMetrics } from './metrics.ts'

test('requests are counted by their route on a port of its own, and nowhere on the public one', async () => {
  const app = Fastify()
  const metrics = await serveMetrics(app, { config: testConfig({ metricsPort: 0 }) })
  app.get('/thing/:id', async () => 'here')
  await app.inject('/thing/secret-id')
  const { port } = metrics!.server.address() as AddressInfo
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(text).toMatch(/flagyard_request_seconds_count\{method="GET",route="\/thing\/:id",status="200"\} 1/)
  expect(text).not.toContain('secret-id')
  expect((await app.inject('/metrics')).statusCode).toBe(404)
  await metrics?.close()
})

test('without METRICS_PORT nothing listens', async () => {
  expect(await serveMetrics(Fastify(), { config: testConfig() })).toBeUndefined()
})
