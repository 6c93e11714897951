import { CloudError } from '../engine/caller.ts'
import { type HttpRequest, type HttpResponse, type HttpService, json, plainText } from '../http-message.ts'
import { all, fullName, jsonOf } from '../resources.ts'
import type { Session } from '../session.ts'
import { AzureCaller } from './caller.ts'
import { findVault, listSecrets, openStorage, readSecret } from './data.ts'
import { graph } from './graph.ts'
import { manage } from './manage.ts'
import { readToken } from './principals.ts'
/** Azure services over HTTP. Each only accepts tokens for its own audience. */
export function azureServices(session: Session, host: string): HttpService | undefined {
  const [, name = '', service] = /^([a-z0-9-]+)\.(vault\.azure\.net|blob\.core\.windows\.net)$/.exec(host) ?? []
  const { world } = session
  if (host === 'graph.microsoft.com')
    return guarded(
      ['https://graph.microsoft.com', '00000003-0000-0000-c000-000000000000'],
      (caller, { method, url, body }) =>
        json(
          method === 'POST' ? 201 : 200,
          graph(caller, method, url.pathname.replace(/^\/(v1\.0|beta)/, ''), url.searchParams, jsonOf(body)),
        ),
    )
  if (host === 'management.azure.com')
    return guarded(['https://management.azure.com', 'https://management.core.windows.net'], (caller, request) =>
      json(200, manage(caller, request.method, request.url)),
    )
  if (service === 'vault.azure.net' && all(world, 'azurerm_key_vault').some((one) => fullName(one) === name))
    return guarded(['https://vault.azure.net'], (caller, { url }) => {
      const [, part, secret] = url.pathname.split('/')
      if (part !== 'secrets' || !url.searchParams.has('api-version'))
        return json(400, { error: { code: 'BadParameter', message: 'api-version must be specified' } })
      const vault = findVault(world, name)
      return json(200, secret ? readSecret(caller, vault, secret) : { value: listSecrets(caller, vault) })
    })
  const account = service && all(world, 'azurerm_storage_account').find((one) => fullName(one) === name)
  if (account)
    return guarded(['https://storage.azure.com', `https://${name}.blob.core.windows.net`], (caller, { url }) => {
      const [, container = '', ...blob] = url.pathname.split('/')
      return plainText(
        200,
        openStorage(caller, account, undefined).read(container, blob.join('/')).attributes.contents ?? '',
      )
    })
  return undefined
}

const guarded =
  (audiences: string[], answer: (caller: AzureCaller, request: HttpRequest) => HttpResponse): HttpService =>
  (session, request) => {
    const given = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const token = given === undefined ? undefined : readToken(session.world, session.now, given)
    const refused = (status: number, code: string, message: string) => json(status, { error: { code, message } })
    if (!token)
      return refused(
        401,
        given === undefined ? 'AuthenticationFailed' : 'InvalidAuthenticationToken',
        given === undefined
          ? 'Authentication failed. The “Authorization” header is missing.'
          : 'The access token is invalid.',
      )
    if (!audiences.includes(token.audience.replace(/\/$/, '')))
      return refused(
        401,
        'InvalidAuthenticationTokenAudience',
        `The access token has been obtained for wrong audience or resource '${token.audience}'. It should exactly match with one of the allowed audiences '${audiences.join("','")}'.`,
      )
    try {
      return answer(new AzureCaller(session, token.principal, request.headers['user-agent'] ?? ''), request)
    } catch (error) {
      if (!(error instanceof CloudError)) throw error
      const status = /NotFound/.test(error.code) ? 404 : 403
      return refused(status, error.code, error.message)
    }
  }
