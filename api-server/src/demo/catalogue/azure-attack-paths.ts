import type { CatalogueCourse } from './shapes.ts'

export const azureAttackPaths: CatalogueCourse = {
  slug: 'azure-attack-paths',
  title: 'Azure Attack Paths',
  subtitle: 'Two permission planes, and the identities that cross between them.',
  description: `In Azure the way in is seldom a bug. It is a chain of harmless sentences: *may own an application*, *may run a command*, *is the identity of*. Each is reasonable. Together they reach the vault.

This course teaches you to see such chains. You will map a tenant with the rights of an ordinary member, follow applications and managed identities from the directory into the subscriptions, and say at which link the chain is cheapest to cut.

**How it works.** Films for the ideas, readings for the detail, two labs in an Azure subscription of your own. The exam that goes with it is half a day in a small company's tenant; it is sold separately, and booking opens soon.

**Who it is for.** People who run Azure or Microsoft 365 and people who test them. You should have used the \`az\` command line before.`,
  level: 'intermediate',
  language: 'en',
  clouds: ['azure'],
  tags: ['Entra ID', 'Managed identities', 'Key Vault', 'Attack paths'],
  outcomes: [
    'Tell directory roles from Azure roles, and find where they meet',
    'Map a tenant with an ordinary account',
    'Follow an application from its owner to the data it can read',
    'Use a managed identity and explain how to fence it',
    'Name the cheapest place to cut an attack path',
  ],
  prerequisites: [
    'You have used the az command line',
    'You know what a tenant and a subscription are',
    'You can read JSON, and filter it with jq',
  ],
  instructors: [
    {
      name: 'Henrik Solberg',
      title: 'Lead instructor, Azure',
      bio: 'Looked after the identity of a national health service, where every exemption had a phone number attached. Now he collects exemptions.',
    },
    {
      name: 'Amara Okafor',
      title: 'Instructor, detection',
      bio: 'Led a security operations centre through two real intrusions and writes the queries she wished she had had then.',
    },
  ],
  status: 'published',
  price_amount: 34900,
  access_days: 365,
  certificate_type: 'commercial',
  certificate_months: 36,
  feedback_form: 'How was the course?',
  sections: [
    {
      slug: 'the-ground',
      title: 'The ground you stand on',
      lessons: [
        {
          slug: 'two-planes-of-azure',
          title: 'Two planes, two sets of roles',
          kind: 'video',
          video: 'two-planes-of-azure',
          free_preview: true,
        },
        { slug: 'mapping-a-tenant', title: 'Mapping a tenant', kind: 'reading' },
        { slug: 'what-consent-means', title: 'What consent means', kind: 'reading' },
      ],
    },
    {
      slug: 'applications',
      title: 'Applications',
      lessons: [
        {
          slug: 'application-and-service-principal',
          title: 'Application and service principal',
          kind: 'reading',
        },
        { slug: 'owning-an-application', title: 'Owning an application', kind: 'reading' },
        {
          slug: 'the-forgotten-app-registration',
          title: 'Lab: the forgotten app registration',
          kind: 'lab',
          lab: 'the-forgotten-app-registration',
        },
      ],
    },
    {
      slug: 'machines',
      title: 'Machines and their identities',
      opens_after: 'the-ground',
      lessons: [
        {
          slug: 'managed-identity-tokens',
          title: 'A token from a managed identity',
          kind: 'video',
          video: 'managed-identity-tokens',
        },
        {
          slug: 'run-command-and-extensions',
          title: 'Run command and extensions',
          kind: 'reading',
        },
        { slug: 'key-vault-two-models', title: 'Key Vault, two models', kind: 'reading' },
        {
          slug: 'a-machine-with-a-key',
          title: 'Lab: a machine with a key',
          kind: 'lab',
          lab: 'a-machine-with-a-key',
        },
      ],
    },
    {
      slug: 'defence',
      title: 'Seeing it and closing it',
      lessons: [
        {
          slug: 'conditional-access-gaps',
          title: 'Gaps in Conditional Access',
          kind: 'reading',
          optional: true,
        },
        { slug: 'reading-the-logs', title: 'Reading the logs', kind: 'video', video: 'reading-the-trail' },
        { slug: 'writing-an-attack-path', title: 'Writing an attack path', kind: 'reading' },
      ],
    },
  ],
}
