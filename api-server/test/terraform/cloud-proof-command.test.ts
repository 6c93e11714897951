import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { audit, cloudAccounts, cloudProofs, flags } from '../../src/db/schema/index.ts'
import { createSecrets } from '../../src/secrets.ts'
import { databaseOfChild } from '../database.ts'
import { insertAccount, insertLab } from '../fixtures/lab-fixture.ts'
import { runCommand } from '../spawn.ts'
import { describeWithTerraform, terraformProgram, testModules } from './terraform.ts'

const folder = mkdtempSync(join(tmpdir(), 'flagyard-proof-'))
const of = (name: string) => join(folder, name)
const cleaner = fileURLToPath(new URL('../children/fake-cleaner.ts', import.meta.url))
const SECRET_KEY = 'a secret key of the tests, long enough'
const env = {
  DATA_DIR: of('data'),
  SECRET_KEY,
  LAB_DRIVER: 'terraform',
  TERRAFORM_BIN: terraformProgram,
  TERRAFORM_WORK_DIR: of('work'),
  MODULES_DIR: testModules,
  NUKE_GCP: `${process.execPath} ${cleaner} honest ${of('cloud')} --config {config} --project-id {account}`,
  CLEAN_BASELINE_FILE: of('baseline.json'),
}
const prove = (args: string[], more: Record<string, string> = {}) =>
  runCommand('flagyard', ['cloud-proof', ...args], { ...env, ...database.env, ...more })

let database: Awaited<ReturnType<typeof databaseOfChild>>
beforeAll(async () => {
  database = await databaseOfChild()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function withDatabase<T>(work: (opened: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>) {
  const opened = await openDatabase({ databaseUrl: database.env.DATABASE_URL, dataDir: env.DATA_DIR })
  try {
    await opened.migrate()
    return await work(opened)
  } finally {
    await opened.close()
  }
}

test('invalid arguments print the usage, and a proof of simulated clouds is rejected', async () => {
  expect(await prove(['mars'])).toMatchObject({
    code: 64,
    errors: expect.stringContaining('Usage: flagyard cloud-proof aws|azure|gcp'),
  })
  const simulated = await prove(['gcp', '--lab', 'open-door'], { LAB_DRIVER: 'simulated', NUKE_GCP: '' })
  expect([simulated.code, simulated.output]).toEqual([78, ''])
  expect(simulated.errors).toContain('LAB_DRIVER must be terraform for a proof.')
}, 180_000)

// The cloud is a folder: this tests the command, and not AWS, Azure or Google.
describeWithTerraform('npm run cloud-proof', () => {
  let account: string

  beforeAll(async () => {
    for (const name of ['cloud', 'work']) mkdirSync(of(name))
    writeFileSync(of('cloud/folder_thing.pool-key'), '')
    const gcp = { regions: ['global'], keep: { folder_thing: ['pool-key'] } }
    writeFileSync(env.CLEAN_BASELINE_FILE, JSON.stringify({ version: '1', blocklist: ['production'], gcp }))
    await withDatabase(async ({ db }) => {
      await insertLab(db, {
        ...{ cloud: 'gcp', module: 'fake/yard', module_stages: [], variables: { cloud: of('cloud') } },
        canary: { extra_data: {}, answers: [{ flag: 'behind-it', output: 'flag' }] },
      })
      await db.update(flags).set({ required: false })
      const dynamic = { secret: 'flag_shed', slug: 'behind-it', required: true }
      await db.update(flags).set(dynamic).where(eq(flags.type, 'DYNAMIC'))
      const secrets = createSecrets(SECRET_KEY)
      account = await insertAccount(db, secrets, { cloud: 'gcp', account_id: 'pool-1' })
      const credentials = { GOOGLE_CREDENTIALS: JSON.stringify({ folder: of('cloud') }) }
      const credentials_sealed = secrets.seal('credentials', account, JSON.stringify(credentials))
      await db.update(cloudAccounts).set({ credentials_sealed })
    })
  })

  test('builds, solves, pollutes and empties an account, and stores the proof with its author', async () => {
    const { code, output, errors } = await prove(['gcp', '--lab', 'open-door'])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    // Which intermediate steps are printed depends on timing.
    expect(output.replaceAll(/^ {2}.*\n/gm, '')).toMatch(
      /^Building open-door in pool-1\.\nSolving .*\nCreating .*\nEnding .*\nProven in pool-1 at .*\n$/,
    )
    expect(readdirSync(of('cloud'))).toEqual(['folder_thing.pool-key'])
    await withDatabase(async ({ db }) => {
      const [proof] = await db.select().from(cloudProofs)
      expect(proof?.program).toMatch(/^(Terraform|OpenTofu) \d/)
      expect(proof?.removed).toContainEqual({ type: 'folder_thing', name: 'stray-1' })
      const entries = await db.select().from(audit).where(eq(audit.action, 'cloud_accounts.prove_cloud'))
      expect(entries).toMatchObject([{ actor: 'command line', after: { cloud: 'gcp', proof: proof?.id } }])
    })
  })

  test('explains why there is no proof if the cleaner fails, with the log only on standard error', async () => {
    await withDatabase(({ db }) => db.update(cloudAccounts).set({ nuke_failures: 2 }))
    const failing = env.NUKE_GCP.replace(' honest ', ' blind ')
    const { code, output, errors } = await prove(['gcp', '--lab', 'open-door'], { NUKE_GCP: failing })
    expect(code).toBe(65)
    expect(errors).toContain('A cloud account could not be emptied')
    expect(errors).toMatch(/The account could not be emptied, and is in quarantine: The cleaner/)
    expect(output).not.toMatch(/^\{/m)
  })

  test('explains in one sentence why there is no proof, and leaves no entry', async () => {
    const refused = await prove(['aws', '--lab', 'open-door'])
    expect([refused.code, refused.errors]).toEqual([
      65,
      'The lab must be one of aws, published, and have a script for the canary.\n',
    ])
    await withDatabase(async ({ db }) => expect(await db.select().from(cloudProofs)).toHaveLength(1))
  })
})
