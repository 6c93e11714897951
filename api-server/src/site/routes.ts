import { OPENACR_PATH } from '@flagyard/api-types/accessibility'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readCatalogue } from '../areas/catalogue/courses/index.ts'
import { readLabsOnSale } from '../areas/catalogue/labs/index.ts'
import { countCheck, findDidDocument, readBadge } from '../areas/certification/certificates/index.ts'
import { listCurrentPages } from '../areas/platform/legal/index.ts'
import { readPublicExams } from '../areas/training/exam-attempts/index.ts'
import { supportAddress } from '../brand.ts'
import type { Deps } from '../deps.ts'
import type { CachedResponse } from '../http/cached-response.ts'
import { pathNotFound, sendProblem } from '../http/problems.ts'
import { badgeCard, bakePng, bakeSvg } from './badge-picture.ts'
import { robotsText, securityText, sitemapXml } from './crawlers.ts'
import { cardOf, findPage } from './html-head.ts'
import { openAcr } from './openacr.ts'
import { drawCard, PREVIEW_PATTERN, pageOfPreview, versionOf } from './preview-card.ts'

/** Files for crawlers: search engines and link previews. */
export function serveForCrawlers(app: FastifyInstance, deps: Deps) {
  const { publicUrl } = deps.config
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(robotsText(publicUrl)),
  )
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(securityText(publicUrl, supportAddress(deps.config), deps.clock.now())),
  )
  app.get(OPENACR_PATH, (_request, reply) =>
    reply
      .type('application/yaml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('content-disposition', 'attachment; filename="openacr.yaml"')
      .send(openAcr(publicUrl, supportAddress(deps.config))),
  )
  app.get('/sitemap.xml', async (_request, reply) => {
    const [courses, labs, exams, legal] = await Promise.all([
      readCatalogue(deps),
      readLabsOnSale(deps),
      readPublicExams(deps),
      listCurrentPages(deps),
    ])
    const listed = (answer: CachedResponse) => answer.read() as { slug: string }[]
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(sitemapXml(publicUrl, { courses: listed(courses), labs: listed(labs), exams: listed(exams), legal }))
  })
  app.get('/.well-known/did.json', async (request, reply) => {
    const document = await findDidDocument(deps, request.host)
    if (!document) return sendProblem(reply, pathNotFound(request))
    return reply
      .type('application/did+json')
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*')
      .send(document)
  })
  app.get<{ Params: { id: string } }>('/badges/:id.png', async ({ params }, reply) => {
    const { json, certificate } = await readBadge(deps, params.id)
    await countCheck(deps, params.id, 'badge')
    const { drawPreview } = await import('./preview-picture.ts')
    return sendBadge(reply, 'image/png', bakePng(await drawPreview(badgeCard(certificate)), json))
  })
  app.get<{ Params: { id: string } }>('/badges/:id.svg', async ({ params }, reply) => {
    const { json, certificate } = await readBadge(deps, params.id)
    await countCheck(deps, params.id, 'badge')
    return sendBadge(reply, 'image/svg+xml', bakeSvg(await drawCard(badgeCard(certificate)), json))
  })
  app.get(PREVIEW_PATTERN, async (request, reply) => {
    const [path = '', query = ''] = request.url.split('?')
    const params = new URLSearchParams(query)
    const pagePath = pageOfPreview(decodeURI(path))
    const page = pagePath === undefined ? null : await findPage(deps, pagePath, params)
    if (!page || page.status === 404) return sendProblem(reply, pathNotFound(request))
    const card = cardOf(page)
    const isThatVersion = params.get('v') === versionOf(card)
    // Drawing uses a separate library, which a server that draws nothing never loads.
    const { drawPreview } = await import('./preview-picture.ts')
    return (
      reply
        .type('image/png')
        // Other sites show it with a link to us.
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', isThatVersion ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
        .send(await drawPreview(card))
    )
  })
}

const sendBadge = (reply: FastifyReply, type: string, file: Buffer | string) =>
  reply.type(type).header('cache-control', 'no-cache').header('x-robots-tag', 'noindex').send(file)
