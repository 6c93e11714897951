import { type HttpRequest, type HttpResponse, json, plainText } from '../http-message.ts'
import type { Session } from '../session.ts'
import type { Resource } from '../world.ts'
import { emailOf, numberOf } from './ids.ts'
import { tokenFor } from './sign-in.ts'
/** Metadata server inside a machine, function or build. Rejects requests without its header. */
export function gcpMetadata(session: Session, host: Resource, { url, headers }: HttpRequest): HttpResponse {
  const { world, now } = session
  if (headers['metadata-flavor'] !== 'Google') return plainText(403, 'Missing required header: Metadata-Flavor: Google')
  if (headers['x-forwarded-for'] !== undefined) return plainText(403, 'Forbidden')
  const account = host.attributes.service_account
  const path = url.pathname.replace(/^\/computeMetadata\/v1/, '').replace(/\/$/, '')
  const email = account && emailOf(world, account)
  if (path === '/project/project-id') return plainText(200, world.account_id)
  if (path === '/project/numeric-project-id') return plainText(200, numberOf(world))
  const [, who, what] = /^\/instance\/service-accounts\/([^/]+)\/(token|email|scopes)$/.exec(path) ?? []
  if (path === '/instance/service-accounts' && email) return plainText(200, `default/\n${email}/\n`)
  if (!email || !who || ![email, 'default'].includes(who)) return plainText(404, 'Not Found')
  if (what === 'email') return plainText(200, email)
  if (what === 'scopes') return plainText(200, 'https://www.googleapis.com/auth/cloud-platform\n')
  return json(200, {
    access_token: tokenFor(world, now, { member: `serviceAccount:${email}`, behind: [] }),
    expires_in: 3599,
    token_type: 'Bearer',
  })
}
