import type { Accepted } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import { readNow } from '../../../db/now.ts'
import type { Db } from '../../../db/open.ts'
import type { CloudName } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CloudAccess } from '../../../integrations/clouds/driver.ts'
import { findLab } from '../../catalogue/labs/index.ts'
import { accountOf, credentialsOf, summarizeResources } from '../../clouds/cloud-accounts/index.ts'
import { endCanaryLab, readSnapshot, startCanaryLab } from '../../clouds/deployments/index.ts'
import { ensureCanaryAccount } from '../../platform/auth/index.ts'
import * as queries from './queries.ts'
import { fillIn, NO_ROOM } from './run.ts'
import { solveLab } from './script.ts'

type NeededDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'secrets' | 'queue' | 'clouds' | 'cloudConsole'>

interface ProofOptions {
  cloud: CloudName
  lab: string
  program: string
  /** Creates a resource in the account that our records do not include; returns part of its name. */
  makeByHand(access: CloudAccess): Promise<string>
  /** Lets the jobs run for a while. */
  work(): Promise<void>
  say(sentence: string): void
}

/**
 * Proves that one cloud works end to end: an account is leased, a lab is built and solved by its script, a resource is created by hand, and the lab
 * is ended, cleaned, and found empty twice. If any step fails, the lab is ended, its account goes through the usual clean-up, and there is no proof.
 */
export async function proveCloud(deps: NeededDeps, options: ProofOptions): Promise<queries.CloudProof> {
  const { db } = deps
  const begun_at = await readNow(db)
  const { id, lab } = await begin(deps, options)
  const watch = async () => {
    const watched = await queries.findWatched(db, id)
    if (!watched) throw new Error(`The deployment ${id} has no account`)
    return watched
  }
  let failure: string | undefined
  let made = ''
  const { account } = await watch()
  options.say(`Building ${options.lab} in ${account.account_id}.`)
  const reportStage = createReporter(options.say)
  try {
    for (let now = await watch(); now.state !== 'running'; now = await watch()) {
      if (now.state === 'ended') throw refused(now.message ?? 'The lab ended before it ran.')
      reportStage(stageOf(now))
      await options.work()
    }
    options.say('Solving it by its script.')
    const { failed } = await solveLab(deps, id, new AbortController().signal)
    if (failed) throw refused(`The script stopped at ${failed.step}: ${failed.message}`)
    options.say('Creating a resource by hand.')
    const built = await accountOf(db, { cloud_account_id: account.id })
    if (built) made = await options.makeByHand(credentialsOf(deps, built))
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error)
    options.say(`It failed: ${failure}`)
  }

  options.say('Ending it, and waiting for two passes that find it empty.')
  const reportCleanup = createReporter(options.say)
  const since = await readNow(db)
  await db.transaction((tx) => endCanaryLab(tx, deps, id))
  for (let now = await watch(); now.account.status !== 'Available' || now.state !== 'ended'; now = await watch()) {
    if (now.account.lock_reason === 'quarantine')
      throw refused(`The account could not be emptied, and is in quarantine: ${now.account.last_error ?? ''}`)
    reportCleanup(cleanupOf(now.account))
    await options.work()
  }
  if (failure) throw refused(failure)

  const receipts = await queries.listReceiptsSince(db, account.id, since)
  const removed = receipts.flatMap((one) => one.removed)
  if (!removed.some(({ name }) => name.includes(made)))
    throw refused(`No receipt names what was made by hand: ${made}.`)
  const last = receipts.at(-1)
  if (last?.pass !== 2 || last.left.length > 0 || receipts.at(-2)?.left.length !== 0)
    throw refused('The two passes did not both find it empty.')
  return db.transaction(async (tx) => {
    const { module, module_version } = lab
    const proof = await queries.insertProof(tx, {
      cloud: options.cloud,
      account_id: account.account_id,
      lab: options.lab,
      module,
      module_version,
      program: options.program,
      removed,
      residue: last.residue,
      begun_at,
    })
    await recordAudit(tx, {
      actor: 'command line',
      action: 'cloud_accounts.prove_cloud',
      subject: { type: 'cloud_account', id: account.account_id },
      after: { cloud: proof.cloud, lab: proof.lab, module, module_version, program: proof.program, proof: proof.id },
    })
    return proof
  })
}

/** Latest proof of each cloud. A cloud without a proof has never been tested on this server. */
export async function listProofs(db: Db): Promise<Accepted<'cloudProof'>[]> {
  const rows = await queries.listLatestProofs(db)
  return rows.map(({ removed, residue, ...row }) => ({
    ...row,
    removed: summarizeResources(removed),
    residue: summarizeResources(residue),
  }))
}

async function begin(deps: NeededDeps, { cloud, lab: slug }: ProofOptions) {
  const lab = await findLab(deps.db, { slug })
  if (lab.cloud !== cloud || lab.status !== 'published' || !lab.canary)
    throw refused(`The lab must be one of ${cloud}, published, and have a script for the canary.`)
  return deps.db.transaction(async (tx) => {
    const run = await readSnapshot(tx, lab.id, null)
    const filled = fillIn(run.lab)
    if ('problem' in filled) throw refused(filled.problem)
    const userId = await ensureCanaryAccount(tx)
    const row = await startCanaryLab(tx, deps, { userId, labId: lab.id, run, values: filled.values })
    if (!row) throw refused(NO_ROOM)
    return { id: row.id, lab: run.lab }
  })
}

type Watched = NonNullable<Awaited<ReturnType<typeof queries.findWatched>>>

function createReporter(say: (sentence: string) => void) {
  let last: string | undefined
  return (sentence: string | undefined) => {
    if (sentence === undefined || sentence === last) return
    last = sentence
    say(`  ${sentence}`)
  }
}

const stageOf = ({ stages }: Watched) => {
  const active = stages.find(({ state }) => state === 'active')
  return active && `${active.name}.`
}

/** Progress of the clean-up, or the reason why it is retried. */
function cleanupOf({ status, last_error, nuke_failures, retry_at }: Watched['account']): string | undefined {
  if (status === 'Nuking') return nuke_failures > 0 ? 'The cleaner is running again.' : 'The cleaner is running.'
  if (status === 'Nuked') return 'The first pass found it empty.'
  if (status !== 'Dirty' || nuke_failures === 0) return undefined
  const again = retry_at ? ` Tried again after ${retry_at.toISOString()}.` : ''
  return `Clean-up ${nuke_failures} failed: ${last_error ?? 'for an unknown reason.'}${again}`
}

const refused = (sentence: string) => new ApiError('conflict', sentence)
