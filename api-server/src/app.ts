import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { authRoutes } from './features/auth/routes.ts'
import { courseRoutes } from './features/courses/routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { voucherRoutes } from './features/vouchers/routes.ts'
import { type Api, refuseUnserved } from './http/handle.ts'
import { health } from './http/health.ts'
import { answerProblems, noSuchPath, sendProblem } from './http/problems.ts'

export type App = FastifyInstance & {
  /** The rows that answer 501 so far. */
  unserved: string[]
}

/** The largest JSON body: a course with all its lessons fits ten times over. */
const BODY_LIMIT = 1024 * 1024

/** Builds the whole server over its dependencies; `site` adds the two web apps. */
export async function buildApp(deps: Deps, site?: (app: FastifyInstance, deps: Deps) => Promise<void>): Promise<App> {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    trustProxy: deps.config.trustedProxies.length > 0 ? deps.config.trustedProxies : false,
    disableRequestLogging: true,
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: 'idle',
  })
  app.decorateRequest('user', null)
  answerProblems(app)
  app.setNotFoundHandler((request, reply) => sendProblem(reply, noSuchPath(request)))

  await app.register(cookie)
  await app.register(formbody)
  await app.register(helmet, headers(deps.config.publicUrl))
  health(app, deps)

  const api: Api = { app, deps, served: new Set() }
  authRoutes(api)
  courseRoutes(api)
  orderRoutes(api)
  voucherRoutes(api)
  const unserved = refuseUnserved(api)
  await site?.(app, deps)
  return Object.assign(app, { unserved })
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
