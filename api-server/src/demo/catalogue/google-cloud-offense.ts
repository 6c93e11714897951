import type { CatalogueCourse } from './shapes.ts'

export const googleCloudOffense: CatalogueCourse = {
  slug: 'google-cloud-offense',
  title: 'Google Cloud Offense',
  subtitle: 'Service accounts, builds and the rights that flow down the tree.',
  description: `Google Cloud is tidy: one tree, one kind of policy, one log. The tidiness hides how far a single binding reaches. A role given on a folder for convenience becomes, three projects and two years later, the way to the ledger.

You will learn to read the tree from any leaf, to borrow service accounts without ever making a key, and to climb a build service from the bottom. Each technique comes with the log entry it leaves and the constraint that would have stopped it.

**How it works.** Films, readings and two labs in a Google Cloud project that is yours while you need it.

**Who it is for.** Engineers who deploy to Google Cloud and testers who know one other cloud well. You should be able to read YAML without sighing.`,
  level: 'intermediate',
  language: 'en',
  clouds: ['gcp'],
  tags: ['Service accounts', 'Cloud Build', 'Cloud Run', 'Audit logs'],
  outcomes: [
    'Find a grant wherever in the tree it was made',
    'Borrow a service account and show who stood behind it',
    'Climb from a build to the project it deploys',
    'Recommend organisation policies that fit the path you found',
    'Undo your changes and prove it',
  ],
  prerequisites: [
    'You have used the gcloud command line',
    'You know one other cloud, or have spent two years with this one',
    'You can read YAML, and filter JSON with jq',
  ],
  instructors: [
    {
      name: 'Mei-Lin Aoyama',
      title: 'Lead instructor, Google Cloud',
      bio: 'Built deployment pipelines for a logistics company before she began to ask who else could start them. Speaks at meet-ups, always with live commands.',
    },
    {
      name: 'Tomasz Wrona',
      title: 'Lab engineer',
      bio: 'Builds the environments and breaks them on purpose. Before that he kept a university cluster alive with two colleagues and a soldering iron.',
    },
  ],
  status: 'published',
  price_amount: 34900,
  access_days: 365,
  certificate_type: 'required',
  certificate_months: 24,
  feedback_form: 'Labs and pace',
  sections: [
    {
      slug: 'the-tree',
      title: 'The tree',
      lessons: [
        {
          slug: 'how-rights-flow-down',
          title: 'How rights flow down',
          kind: 'video',
          video: 'how-rights-flow-down',
          free_preview: true,
        },
        {
          slug: 'basic-predefined-custom',
          title: 'Basic, predefined, custom',
          kind: 'reading',
        },
        { slug: 'finding-your-bearings', title: 'Finding your bearings', kind: 'reading' },
      ],
    },
    {
      slug: 'service-accounts',
      title: 'Service accounts',
      lessons: [
        {
          slug: 'impersonating-service-accounts',
          title: 'Impersonating service accounts',
          kind: 'video',
          video: 'impersonating-service-accounts',
        },
        { slug: 'keys-that-never-expire', title: 'Keys that never expire', kind: 'reading' },
        {
          slug: 'borrowed-service-account',
          title: 'Lab: the borrowed service account',
          kind: 'lab',
          lab: 'borrowed-service-account',
        },
        {
          slug: 'default-service-accounts',
          title: 'Default service accounts',
          kind: 'reading',
        },
      ],
    },
    {
      slug: 'build-and-run',
      title: 'Build and run',
      opens_after: 'the-tree',
      lessons: [
        { slug: 'cloud-build-as-a-ladder', title: 'Cloud Build as a ladder', kind: 'reading' },
        {
          slug: 'the-build-that-knew-too-much',
          title: 'Lab: the build that knew too much',
          kind: 'lab',
          lab: 'the-build-that-knew-too-much',
        },
        {
          slug: 'functions-and-run',
          title: 'Functions and Cloud Run',
          kind: 'reading',
          optional: true,
        },
      ],
    },
    {
      slug: 'data-and-traces',
      title: 'Data, traces, handing over',
      lessons: [
        {
          slug: 'buckets-and-uniform-access',
          title: 'Buckets and uniform access',
          kind: 'reading',
        },
        { slug: 'reading-the-audit-log', title: 'Reading the audit log', kind: 'video', video: 'reading-the-trail' },
        { slug: 'handing-over', title: 'Handing over', kind: 'reading' },
      ],
    },
  ],
}
