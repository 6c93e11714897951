import type { CatalogueLab } from './shapes.ts'

export const gcpLabs: CatalogueLab[] = [
  {
    slug: 'borrowed-service-account',
    title: 'The borrowed service account',
    description: `You are a Viewer with one odd extra right. It hangs on a single service account, where the project’s policy does not show it.

You practise reading policies on service accounts, impersonation without keys, and undoing what you changed.`,
    difficulty: 'intermediate',
    cloud: 'gcp',
    price_amount: 5900,
    module: 'gcp/borrowed-service-account',
    module_stages: [
      {
        name: 'Opening the project',
        resources: [
          { type: 'google_project_service', name: 'iamcredentials' },
          { type: 'google_project_iam_member', name: 'lab-user-viewer' },
          { type: 'google_project_iam_custom_role', name: 'reportPublisher' },
        ],
      },
      {
        name: 'Hiring the service accounts',
        resources: [
          { type: 'google_service_account', name: 'deployer' },
          { type: 'google_service_account', name: 'publisher' },
          { type: 'google_service_account', name: 'night-shift' },
          { type: 'google_service_account', name: 'ledger-writer' },
          {
            type: 'google_service_account_iam_member',
            name: 'lab-user-borrows-deployer',
            attributes: {
              service_account: 'deployer',
              member: 'lab-user',
              role: 'roles/iam.serviceAccountTokenCreator',
            },
          },
        ],
      },
      {
        name: 'Planting your flags',
        resources: [
          { type: 'google_storage_bucket', name: 'ledger-exports' },
          {
            type: 'google_storage_bucket_object',
            name: 'quarter-3',
            holds: 'flag_quarter',
            attributes: { bucket: 'ledger-exports' },
          },
          { type: 'google_storage_bucket', name: 'function-source' },
          { type: 'google_cloudfunctions2_function', name: 'publish-report' },
        ],
      },
      { name: 'Handing you the keys', resources: [{ type: 'google_project_iam_member', name: 'lab-user-console' }] },
    ],
    duration_minutes: 120,
    extensions: 2,
    resets: 3,
    access_days: 30,
    extra_fields: [],
    max_resources: 25,
    max_hourly_cost: 50_000,
    walkthrough: `1. Loop over the service accounts’ own policies: you are Token Creator on \`deployer\`.
2. As \`deployer\` you may update the custom role \`reportPublisher\`, which \`deployer\` itself holds.
3. Add \`storage.objects.get\`, read the export, then restore the role’s permissions.`,
    flags: [
      {
        title: 'The one you may use',
        question: 'Which service account may you impersonate? Give the part before the @.',
        type: 'STATIC',
        points: 15,
        hint: 'Ask each account for its own policy.',
        hint_cost: 2,
        walkthrough: '`gcloud iam service-accounts get-iam-policy` on each; one names you.',
        secret: 'deployer',
      },
      {
        title: 'The third quarter',
        question: 'Which flag does the export of the third quarter hold?',
        type: 'DYNAMIC',
        points: 30,
        hint: 'One right of the borrowed account changes a role that it holds itself.',
        hint_cost: 8,
        walkthrough: 'Update the custom role, wait a minute, read the object with `--impersonate-service-account`.',
        secret: 'flag_quarter',
      },
      {
        title: 'As it was',
        question: 'I have put the custom role back as it was and compared it with `describe`.',
        type: 'NOFLAG',
        points: 5,
        walkthrough: '`gcloud iam roles update reportPublisher --remove-permissions=storage.objects.get`.',
        secret: null,
      },
    ],
  },
  {
    slug: 'the-build-that-knew-too-much',
    title: 'The build that knew too much',
    description: `A team builds, deploys and bills by machine. You may start builds and read their logs. Three old mistakes lead from there to the ledger, one flag each.

You practise reading build history, telling triggers apart and using a build that only reads.`,
    difficulty: 'advanced',
    cloud: 'gcp',
    price_amount: 6900,
    module: 'gcp/the-build-that-knew-too-much',
    module_stages: [
      {
        name: 'Building the network',
        resources: [
          { type: 'google_compute_network', name: 'build-net' },
          { type: 'google_cloudbuild_worker_pool', name: 'team-pool' },
        ],
      },
      {
        name: 'Filling the pipeline',
        resources: [
          { type: 'google_artifact_registry_repository', name: 'team-images' },
          { type: 'google_service_account', name: 'build-nightly' },
          { type: 'google_service_account', name: 'build-release' },
          {
            type: 'google_cloudbuild_trigger',
            name: 'nightly',
            holds: 'flag_log',
            attributes: { service_account: 'build-nightly' },
          },
          { type: 'google_cloudbuild_trigger', name: 'release', attributes: { service_account: 'build-release' } },
          { type: 'google_logging_project_bucket_config', name: 'build-logs' },
        ],
      },
      {
        name: 'Planting your flags',
        resources: [
          { type: 'google_cloud_run_v2_service', name: 'ledger' },
          { type: 'google_secret_manager_secret', name: 'ledger-token', holds: 'flag_secret' },
          { type: 'google_storage_bucket', name: 'ledger-archive' },
        ],
      },
      { name: 'Handing you the keys', resources: [{ type: 'google_project_iam_member', name: 'lab-user-builds' }] },
    ],
    duration_minutes: 150,
    extensions: 2,
    resets: 3,
    access_days: 45,
    extra_fields: [],
    max_resources: 30,
    max_hourly_cost: 250_000,
    walkthrough: `1. The trigger \`release\` runs as \`build-release\`, the other as \`build-nightly\`.
2. A nightly build of last spring printed an address and a token with \`set -x\`.
3. Start a build of your own as \`build-release\`, which somebody widened to read secrets, and print the one secret you need.`,
    flags: [
      {
        title: 'Two triggers',
        question: 'Which service account does the release trigger run as? Give the part before the @.',
        type: 'STATIC',
        points: 10,
        hint: 'List the triggers with their service accounts.',
        hint_cost: 2,
        walkthrough: '`gcloud builds triggers list --format="value(name,serviceAccount)"`.',
        secret: 'build-release',
      },
      {
        title: 'Printed for debugging',
        question: 'An old nightly build printed a flag. Which one?',
        type: 'DYNAMIC',
        points: 15,
        hint: 'Shells print every command when somebody says `set -x`.',
        hint_cost: 4,
        walkthrough: 'List builds of the trigger `nightly` and read the log of the one that took much longer.',
        secret: 'flag_log',
      },
      {
        title: 'Widened on release day',
        question: 'Which flag does the secret of the ledger service hold?',
        type: 'DYNAMIC',
        points: 25,
        hint: 'A build of your own may choose its account, if you may act as it.',
        hint_cost: 6,
        walkthrough: 'Submit a one-step build as `build-release` that runs `gcloud secrets versions access latest`.',
        secret: 'flag_secret',
      },
    ],
  },
]
