import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import helmet from 'helmet'
import type { Deps } from './deps.ts'
import { ApiError } from './errors.ts'
import { auditAdminRoutes } from './features/audit/admin-routes.ts'
import { authAdminRoutes } from './features/auth/admin-routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { bannerAdminRoutes } from './features/banners/admin-routes.ts'
import { bannerRoutes } from './features/banners/routes.ts'
import { bulkAdminRoutes } from './features/bulk/admin-routes.ts'
import { certificateAdminRoutes } from './features/certificates/admin-routes.ts'
import { certificateRoutes } from './features/certificates/routes.ts'
import { cloudAccountAdminRoutes } from './features/cloud-accounts/admin-routes.ts'
import { courseAdminRoutes } from './features/courses/admin-routes.ts'
import { courseRoutes } from './features/courses/routes.ts'
import { dashboardAdminRoutes } from './features/dashboard/admin-routes.ts'
import { deploymentAdminRoutes } from './features/deployments/admin-routes.ts'
import { deploymentRoutes } from './features/deployments/routes.ts'
import { entitlementAdminRoutes } from './features/entitlements/admin-routes.ts'
import { examAdminRoutes } from './features/exams/admin-routes.ts'
import { examRoutes } from './features/exams/routes.ts'
import { exportAdminRoutes } from './features/exports/admin-routes.ts'
import { feedbackAdminRoutes } from './features/feedback/admin-routes.ts'
import { flagAdminRoutes } from './features/flags/admin-routes.ts'
import { flagRoutes } from './features/flags/routes.ts'
import { labAdminRoutes } from './features/labs/admin-routes.ts'
import { labRoutes } from './features/labs/routes.ts'
import { orderAdminRoutes } from './features/orders/admin-routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { privacyAdminRoutes } from './features/privacy/admin-routes.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { searchAdminRoutes } from './features/search/admin-routes.ts'
import { userAdminRoutes } from './features/users/admin-routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { voucherAdminRoutes } from './features/vouchers/admin-routes.ts'
import { voucherRoutes } from './features/vouchers/routes.ts'
import { serveApiDocs } from './http/api-docs.ts'
import { closeStreamsOnStop } from './http/events.ts'
import { type Api, refuseUnserved } from './http/handle.ts'
import { health } from './http/health.ts'
import { serveMetrics } from './http/metrics.ts'
import { answerProblems, noSuchPath, sendProblem } from './http/problems.ts'
import { simulatedConsole } from './simulated-console/routes.ts'

export type App = FastifyInstance & {
  /** The rows that answer 501 so far. */
  unserved: string[]
  /** What is a list, by the names of its rows. */
  lists: Api['lists']
}

/** The largest JSON body: a course with all its lessons fits ten times over. */
const BODY_LIMIT = 1024 * 1024
/** With the event loop too far behind, a clear 503 now is better than an answer too late. Health still answers (fault 9). */
const pressureHandler = (request: FastifyRequest) => {
  if (request.url === '/healthz') return
  throw new ApiError('unavailable', 'We are very busy for the moment. Please try again shortly.', { retryAfter: 10 })
}

type NotFound = (request: FastifyRequest, reply: FastifyReply) => unknown

/** Builds the whole server over its dependencies; `site` adds the two web apps and answers their routes. */
export async function buildApp(
  deps: Deps,
  site?: (app: FastifyInstance, deps: Deps) => Promise<NotFound>,
): Promise<App> {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    trustProxy: deps.config.trustedProxies.length > 0 ? deps.config.trustedProxies : false,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: 'idle',
  })
  app.decorateRequest('user', null)
  answerProblems(app)

  await app.register(cookie)
  await app.register(formbody)
  // Built once: @fastify/helmet composes every header anew for each request.
  const secure = helmet(headers(deps.config.publicUrl))
  app.addHook('onRequest', (request, reply, done) => secure(request.raw, reply.raw, done as (error?: unknown) => void))
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  await app.register(underPressure, { maxEventLoopDelay: deps.config.mostDelayMs, pressureHandler })
  const metrics = await serveMetrics(app, deps)
  app.addHook('onClose', () => metrics?.close())
  health(app, deps)
  await serveApiDocs(app, deps)
  closeStreamsOnStop(app)

  const api: Api = { app, deps, served: new Set(), lists: new Map() }
  authRoutes(api)
  authAdminRoutes(api)
  userRoutes(api)
  userAdminRoutes(api)
  privacyRoutes(api)
  privacyAdminRoutes(api)
  courseRoutes(api)
  courseAdminRoutes(api)
  labAdminRoutes(api)
  examRoutes(api)
  examAdminRoutes(api)
  bannerRoutes(api)
  bannerAdminRoutes(api)
  feedbackAdminRoutes(api)
  dashboardAdminRoutes(api)
  auditAdminRoutes(api)
  searchAdminRoutes(api)
  certificateRoutes(api)
  certificateAdminRoutes(api)
  orderRoutes(api)
  orderAdminRoutes(api)
  entitlementAdminRoutes(api)
  voucherRoutes(api)
  labRoutes(api)
  deploymentRoutes(api)
  flagRoutes(api)
  cloudAccountAdminRoutes(api)
  flagAdminRoutes(api)
  deploymentAdminRoutes(api)
  voucherAdminRoutes(api)
  bulkAdminRoutes(api)
  exportAdminRoutes(api)
  const unserved = refuseUnserved(api)
  if (deps.config.labDriver === 'simulated') simulatedConsole(app, deps)
  app.setNotFoundHandler((await site?.(app, deps)) ?? ((request, reply) => sendProblem(reply, noSuchPath(request))))
  return Object.assign(app, { unserved, lists: api.lists })
}

/** Requirement 17. Styles may stand inline because MUI writes its own; scripts never. */
const headers = (publicUrl: string) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'", 'blob:'],
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
