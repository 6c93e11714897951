import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

/**
 * Serves `/api/v1/openapi.json` and a page to read it at `/api/v1/docs`. Both are off in production unless configured. A separate
 * server loads the document and its viewer with the first request, because they are rarely used and would slow down every start.
 */
export function serveApiDocs(app: FastifyInstance, { config }: Pick<Deps, 'config'>) {
  if (!config.apiDocs) return
  let docs: Promise<FastifyInstance> | undefined
  const handOver = async (request: FastifyRequest, reply: FastifyReply) => {
    docs ??= import('./api-docs-server.ts').then(({ openApiDocs }) => openApiDocs(config))
    const server = await docs
    reply.hijack()
    server.routing(request.raw, reply.raw)
  }
  for (const path of ['/api/v1/openapi.json', '/api/v1/docs', '/api/v1/docs/*']) app.get(path, handOver)
  app.addHook('onClose', async () => (await docs)?.close())
}
