import type { CatalogueExam } from './shapes.ts'

const rules = `- Work only inside the account that the exam shows you. What you reach beyond it is out of scope.
- No load, no denial of service, no tricks on the people who run the exam.
- Notes, documentation and tools of your own are allowed. Help from another person is not.
- A reset rebuilds the environment and keeps the flags you solved. You have three.
- If something of ours breaks, report it in the room: the clock stops while it is broken.
- Each flag counts when you submit it before your time ends. Extra points are given for a public pull request that helps defenders, once we have read it.`

export const exams: CatalogueExam[] = [
  {
    slug: 'aws-red-team-expert',
    title: 'AWS Red Team Expert',
    description: `A day in the account of a small lender. You start with a key that was found in a public repository and end, if all goes well, in front of its ledger.

Five flags, 100 points, 70 to pass. The course prepares you for each technique; the exam asks you to find where it applies.`,
    rules,
    cloud: 'aws',
    price_amount: 19900,
    duration_minutes: 1440,
    passing_points: 70,
    attempts: 2,
    cooldown_days: [14],
    course: 'aws-red-team-foundations',
    module: 'aws/exam-lender',
    module_stages: [
      {
        name: 'Building the network',
        resources: [
          { type: 'aws_vpc', name: 'lender-net' },
          { type: 'aws_subnet', name: 'lender-private' },
          { type: 'aws_security_group', name: 'lender-web' },
        ],
      },
      {
        name: 'Opening the business',
        resources: [
          { type: 'aws_instance', name: 'lender-front' },
          { type: 'aws_lambda_function', name: 'score-customer', holds: 'flag_function' },
          { type: 'aws_iam_role', name: 'score-customer' },
          { type: 'aws_iam_role', name: 'ledger-reader' },
          { type: 'aws_dynamodb_table', name: 'ledger', holds: 'flag_ledger' },
        ],
      },
      {
        name: 'Planting your flags',
        resources: [
          { type: 'aws_s3_bucket', name: 'lender-statements', holds: 'flag_tags' },
          { type: 'aws_secretsmanager_secret', name: 'lender-partner-key', holds: 'flag_rotation' },
        ],
      },
      { name: 'Handing you the keys', resources: [{ type: 'aws_iam_access_key', name: 'leaked-key' }] },
    ],
    certificate_title: 'AWS Red Team Expert',
    certificate_months: 36,
    flags: [
      {
        title: 'Foothold: name the leaked key',
        question: 'To which user does the leaked key belong?',
        type: 'STATIC',
        points: 10,
        walkthrough: '`aws sts get-caller-identity` answers for every valid key.',
        secret: 'ci-statements',
      },
      {
        title: 'Reach: what the user may read',
        question: 'Which flag stands in the tags of the statements bucket?',
        type: 'DYNAMIC',
        points: 15,
        walkthrough: '`aws s3api get-bucket-tagging` on the one bucket that the user may describe.',
        secret: 'flag_tags',
      },
      {
        title: 'Pivot: the role nobody watches',
        question: 'Which flag is in the environment of the scoring function?',
        type: 'DYNAMIC',
        points: 25,
        walkthrough: 'Read the function’s configuration through the role that the user may assume.',
        secret: 'flag_function',
      },
      {
        title: 'Persist: survive the key rotation',
        question: 'The leaked key is rotated in the second half of the exam. Which flag do you find after that?',
        type: 'DYNAMIC',
        points: 20,
        walkthrough: 'A role session taken before the rotation stays valid until it ends.',
        secret: 'flag_rotation',
      },
      {
        title: 'Objective: read the ledger table',
        question: 'Which flag stands in the ledger’s last row?',
        type: 'DYNAMIC',
        points: 30,
        walkthrough: 'Update the function’s code with the role from before and query the table as `ledger-reader`.',
        secret: 'flag_ledger',
      },
    ],
  },
  {
    slug: 'azure-attack-path-specialist',
    title: 'Azure Attack Path Specialist',
    description: `A tenant with forty users, six applications and one vault that matters. You begin as a member of staff. Find a path, prove it, and say where it is cheapest to cut.

Four flags, 100 points, 70 to pass, twelve hours.`,
    rules,
    cloud: 'azure',
    price_amount: 21900,
    duration_minutes: 720,
    passing_points: 70,
    attempts: 3,
    cooldown_days: [7, 21],
    course: 'azure-attack-paths',
    module: 'azure/exam-tenant',
    module_stages: [
      {
        name: 'Preparing the directory',
        resources: [
          { type: 'azuread_user', name: 'candidate' },
          { type: 'azuread_application', name: 'invoice-robot' },
          { type: 'azuread_service_principal', name: 'invoice-robot' },
        ],
      },
      {
        name: 'Building the resources',
        resources: [
          { type: 'azurerm_resource_group', name: 'rg-invoices', holds: 'flag_group' },
          { type: 'azurerm_linux_virtual_machine', name: 'vm-invoices' },
          { type: 'azurerm_user_assigned_identity', name: 'id-invoices' },
        ],
      },
      {
        name: 'Planting your flags',
        resources: [
          { type: 'azurerm_key_vault', name: 'kv-invoices' },
          { type: 'azurerm_key_vault_secret', name: 'transfer-key', holds: 'flag_transfer' },
        ],
      },
      { name: 'Handing you the keys', resources: [{ type: 'azurerm_role_assignment', name: 'candidate-reader' }] },
    ],
    certificate_title: 'Azure Attack Path Specialist',
    certificate_months: 36,
    flags: [
      {
        title: 'Map: the edge that should not be',
        question: 'Which application is owned by a member of staff and holds an Azure role?',
        type: 'STATIC',
        points: 20,
        walkthrough: 'Join the owners of all applications with the role assignments.',
        secret: 'invoice-robot',
      },
      {
        title: 'Cross: into the subscription',
        question: 'Which flag stands in the tags of the resource group?',
        type: 'DYNAMIC',
        points: 25,
        walkthrough: 'Add a credential to the application and read the group as it.',
        secret: 'flag_group',
      },
      {
        title: 'Climb: be the machine',
        question: 'Which flag does the secret `transfer-key` hold?',
        type: 'DYNAMIC',
        points: 40,
        walkthrough: 'Run a command on the machine and ask for a vault token of its user-assigned identity.',
        secret: 'flag_transfer',
      },
      {
        title: 'Cut: the cheapest link',
        question: 'I have described the path and its cheapest cut in my notes.',
        type: 'NOFLAG',
        points: 15,
        walkthrough: 'The owner of the application: removing it closes every path through applications.',
        secret: null,
      },
    ],
  },
]
