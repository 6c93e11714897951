import type { CatalogueLab } from './shapes.ts'

export const azureLabs: CatalogueLab[] = [
  {
    slug: 'the-forgotten-app-registration',
    title: 'The forgotten app registration',
    description: `Your user is an ordinary member who once registered an application. The project is forgotten; the application’s rights are not.

You practise listing what you own, adding a credential without breaking the one in use, and crossing from the directory into a subscription.`,
    difficulty: 'intermediate',
    cloud: 'azure',
    price_amount: 5900,
    module: 'azure/the-forgotten-app-registration',
    module_stages: [
      {
        name: 'Preparing the directory',
        resources: [
          { type: 'azuread_user', name: 'lab-user' },
          { type: 'azuread_application', name: 'build-runner', attributes: { owner: 'lab-user' } },
          { type: 'azuread_service_principal', name: 'build-runner' },
          { type: 'azuread_application', name: 'night-report', attributes: { owner: 'nobody' } },
        ],
      },
      {
        name: 'Building the resources',
        resources: [
          { type: 'azurerm_resource_group', name: 'rg-payments' },
          { type: 'azurerm_storage_account', name: 'stpayments' },
          { type: 'azurerm_role_assignment', name: 'build-runner-on-payments' },
        ],
      },
      {
        name: 'Planting your flags',
        resources: [
          { type: 'azurerm_storage_container', name: 'settlements' },
          {
            type: 'azurerm_storage_blob',
            name: 'settlement-2026-10',
            holds: 'flag_settlement',
            attributes: { container: 'settlements' },
          },
        ],
      },
      {
        name: 'Handing you the keys',
        resources: [{ type: 'azurerm_storage_account_network_rules', name: 'your-address-only' }],
      },
    ],
    duration_minutes: 120,
    extensions: 2,
    resets: 3,
    access_days: 30,
    extra_fields: [
      {
        name: 'public_address',
        label: 'Your public address',
        hint: 'The IPv4 address you will work from, for example 203.0.113.24. Only it reaches the storage account.',
        required: true,
        max_length: 15,
        type: 'ipv4',
      },
      {
        name: 'initials',
        label: 'Your initials',
        hint: 'Two or three letters; they go into the names of what is built, so that you recognise it.',
        required: false,
        max_length: 3,
      },
    ],
    max_resources: 20,
    max_hourly_cost: 50_000,
    walkthrough: `1. \`me/ownedObjects\` shows \`build-runner\`.
2. Its service principal is Contributor on \`rg-payments\`.
3. Append a secret, sign in as the application in a second profile, list the storage account’s keys and read the container.
4. \`night-report\` shares the old secret: replacing it instead of appending stops that application.`,
    flags: [
      {
        title: 'Still yours',
        question: 'What is the name of the application that you own?',
        type: 'STATIC',
        points: 10,
        hint: 'Ask Graph for the objects owned by you.',
        hint_cost: 2,
        walkthrough: '`az rest --url https://graph.microsoft.com/v1.0/me/ownedObjects`.',
        secret: 'build-runner',
      },
      {
        title: 'The settlement',
        question: 'Which flag does the settlement file of October hold?',
        type: 'DYNAMIC',
        points: 30,
        hint: 'Contributor has no data role, but it may list the keys of a storage account.',
        hint_cost: 8,
        walkthrough: '`az storage account keys list`, then `az storage blob download --account-key …`.',
        secret: 'flag_settlement',
      },
      {
        title: 'What they saw',
        question: 'Under which event name does the directory audit log record the secret that you added?',
        type: 'STATIC',
        points: 10,
        hint: 'It begins with “Update application”.',
        hint_cost: 3,
        walkthrough: 'Filter the audit log by the application and your user. The name joins two parts with a dash.',
        secret: 'Update application – Certificates and secrets management',
      },
    ],
  },
  {
    slug: 'a-machine-with-a-key',
    title: 'A machine with a key',
    description: `You may look after a virtual machine. The machine may open a vault. Find out how little stands between these two sentences.

You practise Run Command, managed identity tokens and vault firewalls.`,
    difficulty: 'intermediate',
    cloud: 'azure',
    price_amount: 5900,
    module: 'azure/a-machine-with-a-key',
    module_stages: [
      {
        name: 'Building the network',
        resources: [
          { type: 'azurerm_resource_group', name: 'rg-web' },
          { type: 'azurerm_virtual_network', name: 'vnet-web' },
          { type: 'azurerm_subnet', name: 'snet-web' },
          { type: 'azurerm_network_interface', name: 'nic-report' },
        ],
      },
      {
        name: 'Starting the machine',
        resources: [
          { type: 'azurerm_user_assigned_identity', name: 'id-report' },
          { type: 'azurerm_linux_virtual_machine', name: 'vm-report' },
          { type: 'azurerm_managed_disk', name: 'vm-report-os' },
          { type: 'azurerm_storage_account', name: 'stdiagnostics' },
        ],
      },
      {
        name: 'Planting your flags',
        resources: [
          { type: 'azurerm_key_vault', name: 'kv-payments' },
          {
            type: 'azurerm_key_vault_secret',
            name: 'ledger-reader',
            holds: 'flag_ledger_reader',
            attributes: { vault: 'kv-payments' },
          },
          { type: 'azurerm_key_vault_secret', name: 'mail-relay' },
        ],
      },
      {
        name: 'Handing you the keys',
        resources: [
          { type: 'azuread_user', name: 'lab-user' },
          { type: 'azurerm_role_assignment', name: 'lab-user-on-vm' },
        ],
      },
    ],
    duration_minutes: 120,
    extensions: 1,
    resets: 3,
    access_days: 30,
    extra_fields: [],
    max_resources: 25,
    max_hourly_cost: 120_000,
    walkthrough: `1. Virtual Machine Contributor contains \`runCommand/action\`.
2. The machine has two identities; the system-assigned one has no roles. Ask the metadata address with the \`client_id\` of \`id-report\` and the audience \`https://vault.azure.net\`.
3. The vault lets only the subnet in, so call it from the machine in the same script.`,
    flags: [
      {
        title: 'Root by role',
        question: 'Which action of your role lets you run a script on the machine?',
        type: 'STATIC',
        points: 10,
        hint: 'Expand the role definition and look for “command”.',
        hint_cost: 2,
        walkthrough: '`az role definition list --name "Virtual Machine Contributor"` and search its actions.',
        secret: 'Microsoft.Compute/virtualMachines/runCommand/action',
      },
      {
        title: 'The machine’s secret',
        question: 'Which flag does the secret `ledger-reader` hold?',
        type: 'DYNAMIC',
        points: 30,
        hint: 'There are two identities. Say which one you mean when you ask for a token.',
        hint_cost: 8,
        walkthrough: 'Run one script that fetches the token for `id-report` and then the secret.',
        secret: 'flag_ledger_reader',
      },
      {
        title: 'Where it is written',
        question: 'Which category of the vault’s resource log records that a secret was read?',
        type: 'STATIC',
        points: 10,
        hint: 'It is the category you switch on in the vault’s diagnostic settings.',
        hint_cost: 3,
        walkthrough: 'The activity log shows only Run Command. Reads of secrets stand in the category AuditEvent.',
        secret: 'AuditEvent',
      },
    ],
  },
]
