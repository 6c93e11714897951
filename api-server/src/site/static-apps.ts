import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { isScreenPath } from '@flagyard/api-types/console-links'
import { isInConsole, paths } from '@flagyard/api-types/links'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { CachedResponse, sendCachedResponse, toCachedPage } from '../http/cached-response.ts'
import { pathNotFound, sendProblem } from '../http/problems.ts'
import { serverFolder } from '../server-folder.ts'
import { renderPage } from './html-head.ts'
import { serveForCrawlers } from './routes.ts'

const built = (app: string) => join(serverFolder, `../${app}/dist`)

/** Serves both web apps from the API's origin: learner-web at `/`, admin-console at `/admin`, each with its own routes. */
export async function serveSite(app: FastifyInstance, deps: Deps) {
  const learner = built('learner-web')
  const console_ = built('admin-console')
  for (const folder of [learner, console_])
    if (!existsSync(join(folder, 'index.html')))
      throw new Error(`${folder} is not built: run npm start, or pnpm build.`)

  if (deps.config.demo) app.addHook('onRequest', toPublicUrl(deps.config.publicUrl))
  await app.register(fastifyStatic, { root: join(console_, 'assets'), prefix: `${paths.admin}/assets/`, ...assets })
  await app.register(fastifyStatic, {
    root: join(learner, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    ...assets,
  })
  for (const [folder, prefix] of [
    [learner, '/'],
    [console_, `${paths.admin}/`],
  ] as const)
    for (const name of listRootFiles(folder))
      app.get(prefix + name, (_request, reply) => reply.sendFile(name, folder, { cacheControl: false }))
  serveForCrawlers(app, deps)
  app.get(paths.home, async (_request, reply) => sendHtml(reply, await renderPage(deps, learner, paths.home)))
  app.get(paths.admin, async (_request, reply) => sendHtml(reply, await renderPage(deps, console_, null)))
  app.get(`${paths.admin}/`, async (_request, reply) => sendHtml(reply, await renderPage(deps, console_, null)))
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '/', query] = request.url.split('?')
    const isConsole = isInConsole(path)
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !path.startsWith('/api/') &&
      !/\.[a-z0-9]{2,5}$/i.test(path)
    if (!isPage) return sendProblem(reply, pathNotFound(request))
    const page = await renderPage(deps, isConsole ? console_ : learner, isConsole ? null : path, query)
    return sendHtml(reply, isScreenPath(path) ? page : { ...page, status: 404 })
  }
}

/** The demo listens on 127.0.0.1 and its links use localhost. Browsers treat these as two origins, so pages redirect to one of them. */
const toPublicUrl = (publicUrl: string) => {
  const { hostname } = new URL(publicUrl)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (
      hostname === request.hostname ||
      request.hostname !== '127.0.0.1' ||
      !request.headers.accept?.includes('text/html')
    )
      return
    return reply.redirect(publicUrl + request.url, 302)
  }
}

/** Files in the same folder as the page, such as its icon. The page itself is rendered, and the list of files is for the server. */
const listRootFiles = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^index\.html$|\.(json|br|gz)$/.test(entry.name))
    .map(({ name }) => name)

const assets = {
  index: false as const,
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply: FastifyReply, path: string) =>
    reply.header(
      'cache-control',
      path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    ),
}

/** Browsers check each time whether a page has changed, so that a new release reaches them. */
async function sendHtml(reply: FastifyReply, { html, status }: { html: string; status: number }) {
  const page = await toCachedPage(html)
  const response = status === 200 ? page : new CachedResponse(page.bytes, null)
  reply.code(status).header('cache-control', 'no-cache')
  return sendCachedResponse(reply, response, { type: 'text/html; charset=utf-8', cacheControl: 'no-cache' })
}
