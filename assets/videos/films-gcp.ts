import type { Film } from './scenes.ts'

export const gcpFilms: Film[] = [
  {
    name: 'how-rights-flow-down',
    title: 'How rights flow down',
    scenes: [
      {
        kind: 'title',
        eyebrow: 'Google Cloud Offense',
        title: 'How rights flow down',
        say: ['In Google Cloud a grant made high up is a grant on everything below.'],
      },
      {
        kind: 'diagram',
        heading: 'Organisation, folder, project, resource',
        steps: [
          { id: 'org', x: 60, y: 110, w: 260, label: 'Organisation', sub: 'example.org' },
          { id: 'folder', x: 60, y: 220, w: 260, label: 'Folder', sub: 'shared-services' },
          { from: 'org', to: 'folder' },
          { id: 'project', x: 60, y: 330, w: 260, label: 'Project', sub: 'fy-ledger' },
          { from: 'folder', to: 'project' },
          { id: 'bucket', x: 60, y: 440, w: 260, label: 'Bucket', sub: 'ledger-exports' },
          { from: 'project', to: 'bucket' },
          {
            id: 'grant',
            x: 560,
            y: 220,
            w: 320,
            label: 'Storage Object Viewer',
            sub: 'to build@… on the folder',
            tone: 'signal',
          },
          { from: 'grant', to: 'folder', label: 'bound here' },
          { id: 'reach', x: 560, y: 440, w: 320, label: 'build@… reads the bucket', tone: 'signal' },
          { from: 'reach', to: 'bucket', label: 'works here' },
        ],
        say: [
          'Resources sit in projects, projects in folders, folders in the organisation.',
          'Here a build account gets Storage Object Viewer on a folder.',
          'The bucket two steps below shows nothing in its own policy, yet the account reads it.',
        ],
      },
      {
        kind: 'terminal',
        heading: 'Read all the levels at once',
        lines: [
          { as: 'in', text: 'gcloud projects get-ancestors-iam-policy fy-ledger \\' },
          { as: 'out', text: '    --flatten="policy.bindings[].members" \\' },
          { as: 'out', text: '    --filter="policy.bindings.members:build" \\' },
          { as: 'out', text: '    --format="table(type, policy.bindings.role)"' },
          { as: 'out', text: 'TYPE    ROLE' },
          { as: 'mark', text: 'folder  roles/storage.objectViewer' },
        ],
        say: ['One command walks the ancestors and finds the binding that the project policy hides.'],
      },
      {
        kind: 'summary',
        points: [
          'Allow policies add up on the way down.',
          'A lower level cannot take a grant back.',
          'Deny policies can, and are checked first.',
        ],
        say: ['Grants add up on the way down. Only a deny policy takes one away.'],
      },
    ],
  },
  {
    name: 'impersonating-service-accounts',
    title: 'Impersonating service accounts',
    scenes: [
      {
        kind: 'title',
        eyebrow: 'Google Cloud Offense',
        title: 'Impersonating service accounts',
        say: ['A service account is an identity and a resource at once. The second half is the way in.'],
      },
      {
        kind: 'terminal',
        heading: 'Who may speak for the deployer?',
        lines: [
          { as: 'in', text: 'D=deployer@fy-ledger.iam.gserviceaccount.com' },
          { as: 'in', text: 'gcloud iam service-accounts get-iam-policy $D \\' },
          { as: 'out', text: '    --format="value(bindings)"' },
          { as: 'mark', text: 'roles/iam.serviceAccountTokenCreator' },
          { as: 'out', text: '  user:lab-user@example.org' },
        ],
        say: [
          'The policy on the service account itself says who may use it.',
          'Token Creator lets our lab user mint its access tokens, without any key.',
        ],
      },
      {
        kind: 'terminal',
        heading: 'Speak for it',
        lines: [
          { as: 'in', text: 'gcloud storage ls gs://ledger-exports' },
          { as: 'out', text: 'ERROR: 403 lab-user does not have storage.objects.list' },
          { as: 'in', text: 'gcloud storage ls gs://ledger-exports \\' },
          { as: 'out', text: '    --impersonate-service-account=$D' },
          { as: 'mark', text: 'gs://ledger-exports/2026/quarter-3.csv' },
        ],
        say: [
          'As ourselves the bucket refuses.',
          'As the deployer it opens. The audit log shows both names: who asked, and for whom.',
        ],
      },
      {
        kind: 'summary',
        points: [
          'Read the policy on the account, not only of it.',
          'Token Creator on a project means every account in it.',
          'Impersonation names you in the audit log.',
        ],
        say: ['Grant Token Creator on one account, never on a project, and watch who delegates.'],
      },
    ],
  },
]
