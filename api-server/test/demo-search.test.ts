import { expect, test } from 'vitest'
import { searchAws } from './search-aws.ts'
import { searchAzure } from './search-azure.ts'
import { searchGcp } from './search-gcp.ts'
import { buildWorld, plantedFlag, readDemo, Shell } from './simulated-lab.ts'

const demo = await readDemo()

const searches = { aws: searchAws, azure: searchAzure, gcp: searchGcp }

async function search(slug: string) {
  const lab = [...demo.labs, ...demo.exams].find((one) => one.slug === slug)!
  const planted = Object.fromEntries(
    lab.flags.flatMap(({ variable }) => (variable ? [[variable, plantedFlag(variable)]] : [])),
  )
  const found = await searches[lab.cloud](new Shell(buildWorld(lab)), planted)
  const { identities, flags, changes } = found
  // In Azure, the name of the learner's user depends on the environment.
  const named = (all: Iterable<string>) =>
    [...all].map((one) => one.replace(/\blab-[0-9a-f]{8}\b/, 'the learner')).sort()
  return { identities: named(identities), flags: named(flags), changes: named(changes) }
}

test('cross-account trust: trying every call as every identity only finds the path that the lesson teaches', async () => {
  expect(await search('cross-account-trust')).toEqual({
    identities: [
      'role/audit-reader → role/payroll-export by sts:AssumeRole',
      'user/lab-user → role/audit-reader by sts:AssumeRole',
    ],
    flags: ['flag_payroll: role/payroll-export by s3:GetObject'],
    changes: [],
  })
})

test('a talkative instance: trying every call as every identity only finds the path that the lesson teaches', async () => {
  expect(await search('a-talkative-instance')).toEqual({
    identities: ['anybody → role/report-box by curl'],
    flags: ['flag_parameter: role/report-box by ssm:GetParameter'],
    changes: [],
  })
})

test('the AWS exam: trying every call as every identity only finds the intended path', async () => {
  expect(await search('aws-red-team-expert')).toEqual({
    identities: [
      'role/score-customer → role/ledger-reader by sts:AssumeRole',
      'role/score-operator → role/score-customer by lambda:InvokeFunction',
      'user/ci-statements → role/score-operator by sts:AssumeRole',
    ],
    flags: [
      // Several Lambda calls show the same configuration.
      'flag_function: role/score-operator by lambda:GetFunctionConfiguration',
      'flag_function: role/score-operator by lambda:ListFunctions',
      'flag_function: role/score-operator by lambda:UpdateFunctionCode',
      'flag_ledger: role/ledger-reader by dynamodb:Query',
      'flag_ledger: role/ledger-reader by dynamodb:Scan',
      'flag_partner: role/score-operator by secretsmanager:GetSecretValue',
      'flag_tags: user/ci-statements by s3:GetBucketTagging',
    ],
    changes: ['role/score-operator: lambda:UpdateFunctionCode'],
  })
})

test('the forgotten app registration: trying every call as every identity only finds the path that the lesson teaches', async () => {
  expect(await search('the-forgotten-app-registration')).toEqual({
    identities: ['the learner → build-runner by az ad app credential reset'],
    flags: ['flag_settlement: build-runner by az storage blob download'],
    changes: ['the learner: az ad app credential reset', 'the learner: curl'],
  })
})

test('a machine with a key: trying every call as every identity only finds the path that the lesson teaches', async () => {
  expect(await search('a-machine-with-a-key')).toEqual({
    identities: [],
    flags: ['flag_ledger_reader: the learner by run-command as id-report'],
    changes: [],
  })
})

test('the Azure exam: trying every call as every identity only finds the intended path', async () => {
  expect(await search('azure-attack-path-specialist')).toEqual({
    identities: ['the learner → invoice-robot by az ad app credential reset'],
    flags: [
      'flag_group: invoice-robot by az group list',
      'flag_group: invoice-robot by az rest',
      'flag_group: invoice-robot by curl',
      'flag_transfer: invoice-robot by run-command as id-invoices',
    ],
    changes: ['the learner: az ad app credential reset', 'the learner: curl'],
  })
})

test('the borrowed service account: trying every call as every identity only finds the path that the lesson teaches', async () => {
  expect(await search('borrowed-service-account')).toEqual({
    identities: [
      // After it adds getAccessToken to its own role. None of the three accounts can read anything.
      'deployer → ledger-writer by impersonation',
      'deployer → night-shift by impersonation',
      'deployer → publisher by impersonation',
      'lab-user → deployer by impersonation',
    ],
    flags: ['flag_quarter: deployer by storage cat', 'flag_quarter: deployer by storage cp'],
    changes: ['deployer: iam roles update'],
  })
})

test('the build that knew too much: trying every call as every identity only finds the path that the lesson teaches', async () => {
  expect(await search('the-build-that-knew-too-much')).toEqual({
    identities: [],
    flags: ['flag_log: lab-user by builds log', 'flag_secret: lab-user by builds submit as build-release'],
    changes: ['lab-user: builds submit as build-release'],
  })
})
