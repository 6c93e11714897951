import { type HttpRequest, type HttpResponse, json, Unreachable, urlOf } from '../http-message.ts'
import { wordsOf } from '../resources.ts'
import type { Session } from '../session.ts'
import type { Resource } from '../world.ts'

const INTERNAL = 'localhost 127. 10. 192.168. 172.16. 169.254. metadata .internal [::'

/**
 * A web application that fetches an address given by its visitor and shows the response. It rejects addresses whose text looks internal, and sends a
 * GET from its own host without any headers of the visitor.
 */
export function linkPreview(
  session: Session,
  service: Resource,
  { method, url, body }: HttpRequest,
  fetch: (request: HttpRequest) => HttpResponse,
): HttpResponse {
  if (url.pathname === '/' || (url.pathname === '/preview' && method === 'GET' && !url.searchParams.has('url')))
    return form
  if (url.pathname !== '/preview') return json(404, { error: 'not found', try: '/preview?url=https://example.com/' })
  const wanted = method === 'POST' ? (new URLSearchParams(body).get('url') ?? '') : (url.searchParams.get('url') ?? '')
  const target = urlOf(wanted)
  if (!wanted || !/^https?:\/\//i.test(wanted) || !target)
    return json(400, { error: 'give a whole address, with http:// or https://' })
  const refused = wordsOf(service.attributes.refuses ?? INTERNAL).find((word) => wanted.toLowerCase().includes(word))
  if (refused) return json(403, { error: 'this address looks internal', address: wanted })
  session.budget.step()
  try {
    const answer = fetch({ method: 'GET', url: target, headers: { 'user-agent': 'link-preview/1.4' }, body: '' })
    return json(200, { address: wanted, status: answer.status, preview: answer.body.slice(0, 4000) })
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    return json(502, { error: 'the address did not answer', address: wanted })
  }
}

const form: HttpResponse = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html>
<title>Link preview</title>
<h1>Link preview</h1>
<form action="/preview"><input name="url" placeholder="https://example.com/"><button>Preview</button></form>
`,
}
