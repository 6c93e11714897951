import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import underPressure from '@fastify/under-pressure'
import { DEFAULT_BODY_LIMIT } from '@flagyard/api-types/contract/operation'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import helmet from 'helmet'
import { answerLoopbackHostsOnly } from './demo/http.ts'
import type { Deps } from './deps.ts'
import { tooBusy } from './errors.ts'
import { serveApiDocs } from './http/api-docs.ts'
import { type Api, assertAllServed } from './http/calls/handle.ts'
import { readClientAddress } from './http/client-address.ts'
import { closeStreamsOnStop } from './http/events.ts'
import { health } from './http/health.ts'
import { serveMetrics } from './http/metrics.ts'
import { handleErrors, pathNotFound, sendProblem } from './http/problems.ts'
import { closeConnectionsOnStop } from './http/stopping.ts'
import { refusePathsWithNul } from './http/storable-text.ts'
import { jobs } from './registry/jobs.ts'
import { serveFeatures } from './registry/routes.ts'
import { createRequestId, traceRequests } from './tracing.ts'

export type App = FastifyInstance & {
  /** All lists, by row name. */
  lists: Api['lists']
}

/** Averaging period of the event loop lag, so that a single long step, as at startup, does not reject requests. */
const LAG_SAMPLE_MS = 5_000
/**
 * If the event loop lags too far behind, an immediate 503 is better than a late response. Only API calls are rejected: the apps inform the visitor
 * and retry, whereas a page without its code shows nothing. `/readyz` also fails, so that a load balancer sends visitors to another process;
 * `/healthz` passes, because this process is alive.
 */
const pressureHandler = (request: FastifyRequest) => {
  if (request.url.startsWith('/api/') || request.url === '/readyz') throw tooBusy()
}

type NotFound = (request: FastifyRequest, reply: FastifyReply) => unknown

/** Builds the whole server from its dependencies. `site` adds the two web apps and handles paths outside the API. */
export async function buildApp(
  deps: Deps,
  site?: (app: FastifyInstance, deps: Deps) => Promise<NotFound>,
): Promise<App> {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log,
    genReqId: createRequestId,
    // The log adds the id of the request itself (log.ts).
    childLoggerFactory: (logger) => logger,
    bodyLimit: DEFAULT_BODY_LIMIT,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    trustProxy: deps.config.trustedProxies.length > 0 ? deps.config.trustedProxies : false,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: 'idle',
    // A request that arrives during shutdown is answered, and its connection is closed afterwards.
    return503OnClosing: false,
  })
  traceRequests(app)
  readClientAddress(app, deps.config.trustedProxies)
  app.decorateRequest('user', null)
  app.decorateRequest('limits', null)
  app.decorateRequest('ahead', null)
  app.decorateRequest('bodyBytes', null)
  handleErrors(app)
  refusePathsWithNul(app)
  if (deps.config.demo) answerLoopbackHostsOnly(app)

  await app.register(cookie)
  await app.register(formbody)
  // Built once; @fastify/helmet would rebuild every header for each request.
  const secure = helmet(securityHeaders(deps.config.publicUrl, deps.files.media?.origin))
  app.addHook('onRequest', (request, reply, done) => secure(request.raw, reply.raw, done as (error?: unknown) => void))
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  await app.register(underPressure, {
    maxEventLoopDelay: deps.config.maxEventLoopDelayMs,
    sampleInterval: LAG_SAMPLE_MS,
    pressureHandler,
  })
  const metrics = await serveMetrics(app, { ...deps, jobs })
  app.addHook('onClose', () => metrics?.close())
  health(app, deps)
  serveApiDocs(app, deps)
  closeStreamsOnStop(app)
  closeConnectionsOnStop(app)

  const api: Api = { app, deps, served: new Set(), lists: new Map() }
  serveFeatures(api)
  assertAllServed(api)
  if (deps.config.labDriver === 'simulated') (await import('./simulated-console/routes.ts')).simulatedConsole(app, deps)
  app.setNotFoundHandler((await site?.(app, deps)) ?? ((request, reply) => sendProblem(reply, pathNotFound(request))))
  return Object.assign(app, { lists: api.lists })
}

/** Inline styles are allowed because MUI writes them; inline scripts never are. */
const securityHeaders = (publicUrl: string, mediaOrigin: string | undefined) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'", 'blob:', ...(mediaOrigin ? [mediaOrigin] : [])],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  hsts: publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  crossOriginEmbedderPolicy: false,
})
