import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { operations } from '@flagyard/api-types'
import { openApiDocument } from '@flagyard/api-types/contract/openapi'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Fastify server without a port, for the requests that `serveApiDocs` passes on. */
export async function openApiDocs({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<FastifyInstance> {
  const app = Fastify()
  const document = openApiDocument(operations, { serverUrl: publicUrl, version: '1' })
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  app.get('/api/v1/openapi.json', async () => document)
  await app.register(swaggerUi, {
    routePrefix: '/api/v1/docs',
    staticCSP: PAGE_POLICY,
    logo: { type: 'image/svg+xml', content: Buffer.from(LOGO), href: publicUrl, target: '_self' },
    theme: { title: 'Flagyard API' },
  })
  await app.ready()
  return app
}

/** Swagger UI needs inline styles; everything it loads comes from our origin. */
const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="32" viewBox="0 0 128 32"><path d="M8 4v24" stroke="#eceef2" stroke-width="2.4" stroke-linecap="round"/><path d="M9.6 6h13l-3.6 4.6 3.6 4.7h-13z" fill="#ff6b78"/><text x="32" y="21" font-family="system-ui,sans-serif" font-size="16" font-weight="700" fill="#eceef2">Flagyard</text></svg>'
