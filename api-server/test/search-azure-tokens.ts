import type { World } from '@flagyard/cloud-simulator'
import { all, appIdOf, fullName, identitiesOf, idOf, subscriptionScope } from '@flagyard/cloud-simulator/test/internals'

interface Request {
  method: 'GET' | 'POST'
  url: string
}

const get = (url: string): Request => ({ method: 'GET', url })

/** HTTP requests by the audience of the token that they accept. */
function requestsOf(world: World): Record<string, Request[]> {
  const manage = (path: string, method: Request['method'] = 'GET') => ({
    method,
    url: `https://management.azure.com${path}?api-version=2021-04-01`,
  })
  const scope = subscriptionScope(world)
  const graph = (path: string, method: Request['method'] = 'GET') => ({
    method,
    url: `https://graph.microsoft.com/v1.0/${path}`,
  })
  const standing = world.resources.filter(({ type }) => type.startsWith('azurerm_')).map((one) => idOf(world, one))
  return {
    'https://management.azure.com/': [
      ...['', '/resourceGroups', '/resources', '/providers/Microsoft.Authorization/roleAssignments'].map((path) =>
        manage(`${scope}${path}`),
      ),
      ...standing.flatMap((id) => [manage(id), manage(`${id}/listKeys`, 'POST')]),
    ],
    'https://graph.microsoft.com/': [
      ...[
        'me',
        'me/ownedObjects',
        'applications',
        'servicePrincipals',
        'users',
        'groups',
        'auditLogs/directoryAudits',
      ].map((path) => graph(path)),
      ...all(world, 'azuread_application').map(({ name }) =>
        graph(`applications(appId='${appIdOf(world, name)}')/addPassword`, 'POST'),
      ),
    ],
    'https://vault.azure.net': all(world, 'azurerm_key_vault').flatMap((vault) =>
      ['', ...all(world, 'azurerm_key_vault_secret').map(({ name }) => `/${name}`)].map((secret) =>
        get(`https://${fullName(vault)}.vault.azure.net/secrets${secret}?api-version=7.4`),
      ),
    ),
    'https://storage.azure.com/': all(world, 'azurerm_storage_account').flatMap((account) =>
      all(world, 'azurerm_storage_blob').map(({ name, attributes }) =>
        get(`https://${fullName(account)}.blob.core.windows.net/${attributes.container}/${attributes.blob ?? name}`),
      ),
    ),
  }
}

const curl = ({ method, url }: Request, token: string) =>
  `curl -s -X ${method} -H "Authorization: Bearer ${token}" "${url}"`

const METADATA = 'http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01'
const ofMachine = (client: string, audience: string) =>
  `curl -s -H "Metadata: true" "${METADATA}&resource=${audience}&client_id=${client}" | jq -r .access_token`

const machines = (world: World) =>
  all(world, 'azurerm_linux_virtual_machine').flatMap((machine) =>
    identitiesOf(world, machine).map(({ client, name }) => ({ machine, client, name })),
  )

/** Requests that a machine can be made to send with a token of one of its identities. */
export const scriptsWithTokens = (world: World): { client: string; script: string }[] =>
  machines(world).flatMap(({ client }) =>
    Object.entries(requestsOf(world)).flatMap(([audience, requests]) =>
      requests.map((request) => ({ client, script: curl(request, `$(${ofMachine(client, audience)})`) })),
    ),
  )

export interface TokenUse {
  /** Command that prints a token. */
  token: string
  how: string
  requests: ((token: string) => string)[]
}

/**
 * Tokens available in the learner's shell (their own and those of machines), with every request that they might allow.
 */
export const tokensAtDesk = (world: World): TokenUse[] =>
  Object.entries(requestsOf(world)).flatMap(([audience, requests]) => {
    const uses = requests.map((request) => (token: string) => curl(request, token))
    return [
      {
        token: `az account get-access-token --resource ${audience} --query accessToken -o tsv`,
        how: 'curl',
        requests: uses,
      },
      ...machines(world).map(({ machine, client, name }) => ({
        token: `az vm run-command invoke -g ${machine.attributes.resource_group} -n ${machine.name} --command-id RunShellScript --scripts '${ofMachine(client, audience)}' --query 'value[0].message' -o tsv | grep -o 'eyJ[^ ]*'`,
        how: `curl as ${name}`,
        requests: uses,
      })),
    ]
  })
