import type { World } from '@flagyard/cloud-simulator'
import {
  all,
  appIdOf,
  azureOperations,
  fullName,
  identitiesOf,
  knownOptions,
  objectIdOf,
} from '@flagyard/cloud-simulator/test/internals'
import type { Found } from './search-aws.ts'
import { scriptsWithTokens, tokensAtDesk } from './search-azure-tokens.ts'
import type { Shell } from './simulated-lab.ts'

const quoted = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`

/** Sign-in and settings commands, which the search does not try. */
const OWN = /^(login|logout|account set)$/

const vaults = (world: World) => all(world, 'azurerm_key_vault').map(fullName)
const names = (world: World, ...types: string[]) => all(world, ...types).map(fullName)

/** Scripts to run on a machine. They read everything that its identities might read. */
function scriptsOf(world: World): string[] {
  const clients = all(world, 'azurerm_linux_virtual_machine').flatMap((one) =>
    identitiesOf(world, one).map(({ client }) => client),
  )
  const reads = [
    ...vaults(world).flatMap((vault) =>
      names(world, 'azurerm_key_vault_secret').map(
        (name) => `az keyvault secret show --vault-name ${vault} --name ${name}`,
      ),
    ),
    'az group list',
  ]
  return [
    ...clients.flatMap((client) =>
      reads.map((read) => `az login --identity --client-id ${client} --output none && ${read}`),
    ),
    ...scriptsWithTokens(world).map(({ script }) => script),
  ]
}

/** All values in the account that an option of this command could refer to. */
function valuesOf(world: World, operation: string, option: string): string[] {
  const byOperation: [RegExp, () => string[]][] = [
    [/^storage blob/, () => names(world, 'azurerm_storage_blob')],
    [/^storage account/, () => names(world, 'azurerm_storage_account')],
    [
      /^(vm|network|disk)/,
      () =>
        names(
          world,
          'azurerm_linux_virtual_machine',
          'azurerm_virtual_network',
          'azurerm_network_interface',
          'azurerm_managed_disk',
        ),
    ],
    [/^identity/, () => names(world, 'azurerm_user_assigned_identity')],
    [/^keyvault secret/, () => names(world, 'azurerm_key_vault_secret')],
    [/^keyvault/, () => vaults(world)],
    [/^group/, () => names(world, 'azurerm_resource_group')],
    [/^ad /, () => names(world, 'azuread_application')],
  ]
  const known: Record<string, () => string[]> = {
    'account-name': () => names(world, 'azurerm_storage_account'),
    'command-id': () => ['RunShellScript'],
    'container-name': () => names(world, 'azurerm_storage_container'),
    id: () => [
      ...all(world, 'azuread_application').map(({ name }) => appIdOf(world, name)),
      ...all(world, 'azuread_service_principal').map(({ name }) => objectIdOf(world, 'service principal', name)),
      ...all(world, 'azuread_user').map(({ name }) => objectIdOf(world, 'user', name)),
    ],
    name: () => byOperation.find(([pattern]) => pattern.test(operation))?.[1]() ?? [],
    resource: () => names(world, 'azurerm_key_vault', 'azurerm_storage_account'),
    scripts: () => scriptsOf(world),
    'vault-name': () => vaults(world),
  }
  const values = known[option]
  if (!values) throw new Error(`The search does not know what to write for --${option} of az ${operation}`)
  return values()
}

/** Optional options that affect who can read what. */
const RELEVANT = /^(account-name|vault-name)$/

function linesOf(world: World, operation: string, options: string): string[] {
  const known = knownOptions(options)
  let lines = ['']
  for (const { name, kind } of known) {
    const isNameOfSecret = operation === 'keyvault secret show' && name === 'name'
    if (kind.startsWith('!') || RELEVANT.test(name) || isNameOfSecret)
      lines = lines.flatMap((line) =>
        valuesOf(world, operation, name).map((value) => `${line} --${name} ${quoted(value)}`),
      )
    if (name === 'auth-mode') lines = lines.flatMap((line) => [line, `${line} --auth-mode login`])
    if (name === 'append') lines = lines.flatMap((line) => [line, `${line} --append`])
    if (name === 'all') lines = lines.map((line) => `${line} --all`)
  }
  return lines.map((line) => `az ${operation}${line}`)
}

/** Requests to Graph and to Resource Manager that no command sends. */
const requests = (world: World): string[] =>
  [
    'https://graph.microsoft.com/v1.0/me/ownedObjects',
    'https://graph.microsoft.com/v1.0/auditLogs/directoryAudits',
    `https://management.azure.com/subscriptions/${world.account_id}/resources?api-version=2021-04-01`,
    `https://management.azure.com/subscriptions/${world.account_id}/resourceGroups?api-version=2021-04-01`,
  ].map((url) => `az rest --url ${quoted(url)}`)

export const everyCall = (world: World): string[] => [
  ...requests(world),
  ...Object.entries(azureOperations).flatMap(([operation, { options }]) =>
    OWN.test(operation) || operation === 'rest' ? [] : linesOf(world, operation, options),
  ),
]

/**
 * Tries every call as every reachable principal: the learner, applications that accept a new secret, and the identities
 * of machines.
 */
export async function searchAzure(shell: Shell, planted: Record<string, string>): Promise<Found> {
  const found: Found = { identities: new Set(), flags: new Set(), changes: new Set() }
  const tenant = (await shell.apart().run('az account show --query tenantId -o tsv')).output.trim()
  const first = (await shell.apart().run('az account show --query user.name -o tsv')).output.trim()
  const applications = new Map(
    all(shell.world, 'azuread_application').map(({ name }) => [appIdOf(shell.world, name), name]),
  )
  const clients = new Map(
    all(shell.world, 'azurerm_linux_virtual_machine').flatMap((one) =>
      identitiesOf(shell.world, one).map(({ client, name }) => [client, name] as const),
    ),
  )
  const name = (user: string) => applications.get(user) ?? user.replace(/@.*/, '')
  const reached = new Set([name(first)])
  const queue = [{ who: name(first), folder: '/home/learner/.azure' }]
  const adopted = new Set<string>()
  for (let identity = queue.shift(); identity; identity = queue.shift()) {
    const { who, folder } = identity
    for (const line of everyCall(shell.world)) {
      const answer = await shell.apart().run(`AZURE_CONFIG_DIR=${folder} ${line}`)
      const { exit, effects, output } = answer
      const client = /(?:--client-id |client_id=)([\w-]+)/.exec(line)?.[1]
      const how = client ? `run-command as ${clients.get(client)}` : line.replace(/ -.*/, '')
      for (const [variable, value] of Object.entries(planted))
        if (output.includes(value)) found.flags.add(`${variable}: ${who} by ${how}`)
      if (exit !== 0 || effects.length === 0) continue
      found.changes.add(`${who}: ${line.replace(/ -.*/, '')}`)
      const change = `${who} ${line.replace(/'.*'/, '')}`
      if (adopted.has(change)) continue
      adopted.add(change)
      const made = (await shell.run(`AZURE_CONFIG_DIR=${folder} ${line}`)).output
      const [, app] = /"appId": "([^"]+)"/.exec(made) ?? []
      const [, password] = /"password": "([^"]+)"/.exec(made) ?? []
      if (!app || !password) continue
      const own = `/home/learner/.azure-${reached.size}`
      const signedIn = await shell.run(
        `AZURE_CONFIG_DIR=${own} az login --service-principal --username ${app} --tenant ${tenant} --password ${quoted(password)} --output none`,
      )
      const next = applications.get(app) ?? app
      if (signedIn.exit !== 0 || next === who) continue
      found.identities.add(`${who} → ${next} by ${line.replace(/ -.*/, '')}`)
      if (reached.has(next)) continue
      reached.add(next)
      queue.push({ who: next, folder: own })
    }
    for (const { token, how, requests } of tokensAtDesk(shell.world)) {
      const signIn = await shell.apart().run(`AZURE_CONFIG_DIR=${folder}; export AZURE_CONFIG_DIR; ${token}`)
      if (signIn.exit !== 0) continue
      for (const request of requests) {
        const { effects, output } = await shell.apart().run(request(signIn.output.trim()))
        for (const [variable, value] of Object.entries(planted))
          if (output.includes(value)) found.flags.add(`${variable}: ${who} by ${how}`)
        if (effects.length > 0) found.changes.add(`${who}: ${how}`)
      }
    }
  }
  return found
}
