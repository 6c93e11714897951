import type { CatalogueCourse } from './shapes.ts'

export const awsRedTeamFoundations: CatalogueCourse = {
  slug: 'aws-red-team-foundations',
  title: 'AWS Red Team Foundations',
  subtitle: 'From one leaked key to the whole account, and the report that closes the way.',
  description: `AWS rarely breaks. What breaks is what people *grant*: a trust policy that names a whole account, an instance that fetches any address, a secret in a variable.

You will learn to read those grants as an attacker does, to walk from one identity to the next without touching what you need not touch, and to leave behind a report that an engineer can act on the same day.

**How it works.** Short films show one idea each. Readings go deeper, with commands you can run. Two labs give you an AWS account of your own for two hours, with flags that prove what you found.

**Who it is for.** Administrators who want to see their account from outside, and testers who come from the network side. You need a terminal and some patience; you need no AWS certificate.`,
  level: 'beginner',
  language: 'en',
  clouds: ['aws'],
  tags: ['IAM', 'EC2', 'S3', 'CloudTrail'],
  outcomes: [
    'Read a policy and say what it allows, what it denies and what it forgot',
    'Move between roles and know which trust let you through',
    'Find credentials that machines, functions and builds give away',
    'Recognise your own steps in CloudTrail',
    'Write a finding that is fixed within a week',
  ],
  prerequisites: ['You feel at home in a shell', 'You know what an HTTP request is', 'No AWS experience needed'],
  instructors: [
    {
      name: 'Ines Carvalho',
      title: 'Lead instructor, AWS',
      bio: 'Ran cloud operations for a payments company for eight years, then spent six more breaking into such companies with their permission. She reads trust policies for pleasure.',
    },
    {
      name: 'Tomasz Wrona',
      title: 'Lab engineer',
      bio: 'Builds the environments and breaks them on purpose. Before that he kept a university cluster alive with two colleagues and a soldering iron.',
    },
  ],
  status: 'published',
  price_amount: 24900,
  access_days: null,
  certificate_type: 'required',
  certificate_months: null,
  feedback_form: 'How was the course?',
  sections: [
    {
      slug: 'identity',
      title: 'Identity',
      lessons: [
        {
          slug: 'how-iam-decides',
          title: 'How IAM decides',
          kind: 'video',
          video: 'how-iam-decides',
          free_preview: true,
        },
        { slug: 'reading-policies-fast', title: 'Reading policies fast', kind: 'reading' },
        {
          slug: 'assume-the-wrong-role',
          title: 'Assume the wrong role',
          kind: 'video',
          video: 'assume-the-wrong-role',
        },
        {
          slug: 'cross-account-trust',
          title: 'Lab: cross-account trust',
          kind: 'lab',
          lab: 'cross-account-trust',
        },
      ],
    },
    {
      slug: 'compute',
      title: 'Compute',
      lessons: [
        {
          slug: 'metadata-and-its-guards',
          title: 'Metadata and its guards',
          kind: 'video',
          video: 'metadata-and-its-guards',
        },
        {
          slug: 'user-data-and-what-it-keeps',
          title: 'User data and what it keeps',
          kind: 'reading',
        },
        {
          slug: 'a-talkative-instance',
          title: 'Lab: a talkative instance',
          kind: 'lab',
          lab: 'a-talkative-instance',
        },
        {
          slug: 'container-credentials',
          title: 'Container credentials',
          kind: 'reading',
          optional: true,
        },
      ],
    },
    {
      slug: 'data',
      title: 'Data',
      opens_after: 'identity',
      lessons: [
        { slug: 'buckets-and-their-keys', title: 'Buckets and their keys', kind: 'reading' },
        { slug: 'secrets-in-plain-sight', title: 'Secrets in plain sight', kind: 'reading' },
      ],
    },
    {
      slug: 'traces',
      title: 'Traces and the report',
      lessons: [
        { slug: 'reading-the-trail', title: 'Reading the trail you leave', kind: 'video', video: 'reading-the-trail' },
        {
          slug: 'rules-of-engagement',
          title: 'Rules of engagement',
          kind: 'reading',
          free_preview: true,
        },
        { slug: 'writing-the-finding', title: 'Writing the finding', kind: 'reading' },
      ],
    },
  ],
}
