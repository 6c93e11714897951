import { CloudError } from '../engine/caller.ts'
import { type HttpRequest, type HttpResponse, json } from '../http-message.ts'
import type { Session } from '../session.ts'
import type { Resource } from '../world.ts'
import { AzureCaller } from './caller.ts'
import { groupOf, idOf } from './ids.ts'
import { tokenFor } from './principals.ts'
import { machineIdentity } from './sign-in.ts'
/** Metadata service of a machine. Rejects requests without its header, and forwarded ones. */
export function azureMetadata(
  session: Session,
  machine: Resource,
  { method, url, headers }: HttpRequest,
): HttpResponse {
  if (headers.metadata?.toLowerCase() !== 'true')
    return json(400, { error: 'invalid_request', error_description: 'Required metadata header not specified' })
  if (headers['x-forwarded-for'] !== undefined)
    return json(400, { error: 'Bad request. X-Forwarded-For header is not supported' })
  if (method !== 'GET') return json(405, { error: 'Method not allowed' })
  if (!url.searchParams.has('api-version'))
    return json(400, {
      error:
        'Bad request. api-version was not specified in the request. For more information refer to aka.ms/azureimds',
    })
  const { world, now } = session
  if (url.pathname === '/metadata/instance')
    return json(200, {
      compute: {
        name: machine.name,
        resourceGroupName: groupOf(world, machine),
        resourceId: idOf(world, machine),
        subscriptionId: world.account_id,
        location: world.region,
        osType: 'Linux',
      },
    })
  if (url.pathname !== '/metadata/identity/oauth2/token') return json(404, { error: 'Not found' })
  const audience = url.searchParams.get('resource')
  if (!audience)
    return json(400, { error: 'invalid_request', error_description: "Required query variable 'resource' is missing" })
  try {
    const asked =
      url.searchParams.get('client_id') ??
      url.searchParams.get('object_id') ??
      url.searchParams.get('msi_res_id')?.split('/').at(-1)
    const principal = machineIdentity(session, asked)
    const { token, expires } = tokenFor(world, now, principal, audience)
    new AzureCaller(session, principal, 'metadata service').signIn('ManagedIdentitySignInLogs')
    return json(200, {
      access_token: token,
      client_id: principal.client,
      expires_in: '3600',
      expires_on: String(Math.floor(expires.getTime() / 1000)),
      resource: audience,
      token_type: 'Bearer',
    })
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    return json(400, { error: error.code, error_description: error.message })
  }
}
