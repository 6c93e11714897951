/** Worker that runs until it is killed. One cloud call in twenty fails: `url seed`. */
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from '../../src/demo/random.ts'
import { type CloudDriver, CloudError, withCallTimeouts } from '../../src/integrations/clouds/driver.ts'
import { createSimulatedClouds } from '../../src/integrations/clouds/simulated.ts'
import { createResource } from '../../src/integrations/clouds/simulated-cloud.ts'
import { createWorker, openWorkersDatabase } from '../crashes/lab-workers.ts'

const [url = '', seed = '0'] = process.argv.slice(2)
const opened = openWorkersDatabase(url)
const random = createRandom(seed)
const isFaulty = () => random.whole(1, 20) === 1

/** Fails before or after the call takes effect, so that the caller cannot know which. */
async function mayFail<T>(work: () => Promise<T>): Promise<T> {
  if (!isFaulty()) return work()
  if (random.whole(0, 1) === 1) await work()
  throw new CloudError('failed', 'InternalError: please try again.')
}

function faulty(clouds: CloudDriver): CloudDriver {
  return {
    ...clouds,
    verify: (access, run) => mayFail(() => clouds.verify(access, run)),
    async apply(access, build, run) {
      // A resource created by hand: it is in no plan, and other learners get the account later.
      if (isFaulty()) {
        const stray = { type: 'aws_iam_access_key', name: 'made-by-hand', deployment_id: null, attributes: {} }
        await createResource(opened.db, access, stray)
      }
      return mayFail(() => clouds.apply(access, build, run))
    },
    readOutputs: (access, build, run) => mayFail(() => clouds.readOutputs(access, build, run)),
    revoke: (access, id, run) => mayFail(() => clouds.revoke(access, id, run)),
    destroy: (access, id, run) => mayFail(() => clouds.destroy(access, id, run)),
    nuke: (access, run) => mayFail(() => clouds.nuke(access, run)),
    inventory: (access, run) => mayFail(() => clouds.inventory(access, run)),
    probe: (access, run) => mayFail(() => clouds.probe(access, run)),
  }
}

const worker = createWorker(opened.db, withCallTimeouts(faulty(createSimulatedClouds(opened.db))))
process.stdout.write('ready\n')
for (let turn = 1; ; turn++) {
  try {
    if (turn % 20 === 0) await worker.run('deployments.reconcile')
    await worker.settle()
  } catch {
    // Ignored like in the queue: a later sweep finds failed work.
  }
  await pause(20)
}
