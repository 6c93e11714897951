import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { operations } from '@flagyard/api-types'
import { openApiDocument } from '@flagyard/api-types/contract/openapi'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/** `/api/v1/openapi.json`, and a page to read it at `/api/v1/docs`; both closed in production unless asked for (requirement 39). */
export async function serveApiDocs(app: FastifyInstance, { config }: Pick<Deps, 'config'>) {
  if (!config.apiDocs) return
  const document = openApiDocument(operations, { serverUrl: config.publicUrl, version: '1' })
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  app.get('/api/v1/openapi.json', async () => document)
  await app.register(swaggerUi, { routePrefix: '/api/v1/docs', staticCSP: true })
}
