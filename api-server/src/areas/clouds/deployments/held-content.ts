import type { Db } from '../../../db/open.ts'
import type { Held, HeldContent } from '../../../extension-points/held-content.ts'
import { listOpenLabs } from './open-lab-queries.ts'
import { cancelDeployment } from './service.ts'

/** Running and waiting labs. Earlier deployments stay with their learners, as a record of who had a cloud account. */
export const deploymentHoldings: HeldContent = {
  async list(db, held) {
    return (await listOpen(db, held)).map(({ deployment, lab, state }) => ({
      what: `${WORDS[state as keyof typeof WORDS] ?? 'Lab being built'}: ${lab}`,
      is: 'running',
      key: `deployment:${deployment.id}`,
    }))
  },
  async end(tx, deps, held) {
    for (const { deployment } of await listOpen(tx, held))
      await cancelDeployment(tx, deps, deployment, 'administrator', ENDED)
  },
}

const WORDS = { queued: 'Lab in the queue', held: 'Lab in the queue', running: 'Running lab' } as const
const ENDED = 'Your access to this lab was changed. This did not use up a reset.'

async function listOpen(db: Db, { user_id, lab_ids }: Held) {
  if (lab_ids.length === 0) return []
  return (await listOpenLabs(db, [user_id])).filter(
    ({ deployment: { lab_id, attempt_id, test }, state }) =>
      state !== 'ending' && lab_id !== null && lab_ids.includes(lab_id) && !attempt_id && !test,
  )
}
