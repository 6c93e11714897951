import { expect, test } from 'vitest'
import { azureWorld, TestShell } from '../../test/worlds.ts'

const shell = () => new TestShell(azureWorld)
const SUBSCRIPTION = azureWorld.account_id

test.each([
  ["az account show --query '{me:user.name, type:user.type}' -o tsv", 'lab-1@lab.example\tuser'],
  ['az ad signed-in-user show --query userPrincipalName -o tsv', 'lab-1@lab.example'],
  ["az group list --query '[].name' -o tsv", 'rg-web'],
  [
    "az role assignment list --all --query '[].roleDefinitionName' -o tsv",
    'Virtual Machine Contributor\nReader\nKey Vault Secrets User',
  ],
  [
    'az role definition list --name "Virtual Machine Contributor" --query \'[0].permissions[0].actions\' -o tsv | grep virtualMachines/',
    'Microsoft.Compute/virtualMachines/*',
  ],
  [
    "az vm list --query '[].{n:name,t:identity.type}' -o table",
    'N          T\n---------  ----------------------------\nvm-report  SystemAssigned, UserAssigned',
  ],
  [
    "az keyvault show --name kv-payments --query '{roles:properties.enableRbacAuthorization, network:properties.networkAcls.defaultAction}' -o tsv",
    'True\tDeny',
  ],
  [
    'az rest --url "https://graph.microsoft.com/v1.0/me/ownedObjects" --query "value[].{type:\\"@odata.type\\", name:displayName}" -o tsv',
    '#microsoft.graph.application\tbuild-runner',
  ],
  ["az ad app list --all --query '[].displayName' -o tsv", 'build-runner\nnight-report'],
  [
    "az vm run-command invoke -g rg-web -n vm-report --command-id RunShellScript --scripts 'id -u; hostname' --query 'value[0].message' -o tsv | grep report",
    'vm-report',
  ],
])('%s', async (line, output) => {
  expect(await shell().prints(line)).toBe(output)
})

test.each([
  [
    'az storage account keys list -n stpayments -g rg-payments',
    1,
    `ERROR: (AuthorizationFailed) The client 'lab-1@lab.example' with object id`,
  ],
  [
    'az storage account keys list -n stpayments -g rg-payments',
    1,
    `over scope '/subscriptions/${SUBSCRIPTION}/resourceGroups/rg-payments/providers/Microsoft.Storage/storageAccounts/stpayments' or the scope is invalid`,
  ],
  [
    'az keyvault secret show --vault-name kv-payments --name ledger-reader',
    1,
    'Client address is not authorized and caller is not a trusted service.\nClient address: 203.0.113.24',
  ],
  [
    'az ad app credential reset --id $(az ad app list --display-name night-report --query "[0].appId" -o tsv)',
    1,
    'ERROR: Insufficient privileges to complete the operation.',
  ],
  ['az logout; az account show', 1, "ERROR: Please run 'az login' to setup account."],
  ['az login', 1, 'There is no browser in this shell.'],
  ['az login --service-principal -u x -p y --tenant z', 1, "AADSTS90002: Tenant 'z' not found."],
  ['az login --identity', 1, 'Failed to connect to MSI'],
  ['az vm delete', 2, "'az vm delete' is not in this simulation."],
  ['az vm list --foo', 2, 'unrecognized arguments: --foo'],
  ['az vm show', 2, 'the following arguments are required: --name'],
  ['az login -u lab-1@lab.example -p guess', 1, 'AADSTS50126'],
])('%s is refused as Azure refuses it', async (line, exit, words) => {
  const answer = await shell().run(line)
  expect(answer.output).toContain(words)
  expect(answer.exit).toBe(exit)
})

const script = (resource: string, client: string) =>
  `T=$(curl -s -H 'Metadata: true' 'http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01&resource=${resource}${client}' | jq -r .access_token); curl -s -H "Authorization: Bearer $T" 'https://kv-payments.vault.azure.net/secrets/ledger-reader?api-version=7.4'`

async function onMachine(one: TestShell, text: string) {
  one.state = { ...one.state, files: { ...one.state.files, '/home/learner/s': text } }
  return one.prints(
    "az vm run-command invoke -g rg-web -n vm-report --command-id RunShellScript --scripts @s --query 'value[0].message' -o tsv",
  )
}

test('the vault opens from the machine, with the named identity and the right audience', async () => {
  const one = shell()
  const id = await one.prints('az identity show -g rg-web -n id-report --query clientId -o tsv')
  expect(await onMachine(one, script('https://vault.azure.net', `&client_id=${id}`))).toContain(
    '"value": "FLAG{vault}"',
  )
  expect(await onMachine(one, script('https://vault.azure.net', ''))).toContain(
    'Caller is not authorized to perform action on resource',
  )
  expect(await onMachine(one, script('https://management.azure.com/', `&client_id=${id}`))).toContain(
    'InvalidAuthenticationTokenAudience',
  )
  expect(
    await onMachine(one, "curl -s 'http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01'"),
  ).toContain('Required metadata header not specified')
})

test('a token of the machine does not pass the vault’s firewall from elsewhere', async () => {
  const one = shell()
  const id = await one.prints('az identity show -g rg-web -n id-report --query clientId -o tsv')
  const token = /eyJ[\w.-]+/.exec(
    await onMachine(
      one,
      `curl -s -H 'Metadata: true' 'http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01&resource=https://vault.azure.net&client_id=${id}'`,
    ),
  )?.[0]
  expect(
    await one.prints(
      `curl -s -H "Authorization: Bearer ${token}" 'https://kv-payments.vault.azure.net/secrets/ledger-reader?api-version=7.4'`,
    ),
  ).toContain('Client address is not authorized')
})

test('the owner of an application can sign in as it, with its permissions', async () => {
  const one = shell()
  await one.run(
    'APP=$(az ad app list --display-name build-runner --query "[0].appId" -o tsv); TENANT=$(az account show --query tenantId -o tsv)',
  )
  const added = await one.run(
    'SECRET=$(az ad app credential reset --id "$APP" --append --display-name rt-2026-proof --query password -o tsv)',
  )
  expect(added.log).toMatchObject([
    { action: 'Update application – Certificates and secrets management', kept: true, identity: 'lab-1@lab.example' },
  ])
  await one.run(
    'export AZURE_CONFIG_DIR=$HOME/.azure-app; az login --service-principal --username "$APP" --tenant "$TENANT" --password "$SECRET" -o none',
  )
  expect(await one.prints('az account show --query user.type -o tsv')).toBe('servicePrincipal')
  expect(
    await one.prints(
      'az storage blob download -c settlements -n settlement-2026-10 --account-name stpayments --auth-mode login',
    ),
  ).toContain('You do not have the required permissions')
  await one.run("KEY=$(az storage account keys list -n stpayments -g rg-payments --query '[0].value' -o tsv)")
  expect(
    await one.prints(
      'az storage blob download -c settlements -n settlement-2026-10 --account-name stpayments --account-key "$KEY"',
    ),
  ).toBe('FLAG{blob}')
  expect(
    await one.prints('az storage blob list -c settlements --account-name stpayments --account-key wrong'),
  ).toContain('Server failed to authenticate the request')
  one.world = { ...one.world, source_ip: '192.0.2.9' }
  expect(
    await one.prints('az storage blob list -c settlements --account-name stpayments --account-key "$KEY"'),
  ).toContain('This request is not authorized to perform this operation')
})

test('the activity log contains changes, and no reads', async () => {
  const one = shell()
  await one.run(
    'az group list; az vm run-command invoke -g rg-web -n vm-report --command-id RunShellScript --scripts id; az storage account keys list -n stpayments',
  )
  expect(
    await one.prints(
      "az monitor activity-log list -g rg-web --query '[].[operationName.value,caller,status.value]' -o tsv",
    ),
  ).toBe('Microsoft.Compute/virtualMachines/runCommand/action\tlab-1@lab.example\tSucceeded')
})
