/** Worker that is killed at one step of the cloud: `url step`, counted from 1. Prints each step. */
import { withCallTimeouts } from '../../src/integrations/clouds/driver.ts'
import { createSimulatedClouds } from '../../src/integrations/clouds/simulated.ts'
import { createWorker, openWorkersDatabase } from '../crashes/lab-workers.ts'

const [url = '', stop = '0'] = process.argv.slice(2)
const opened = openWorkersDatabase(url)
let steps = 0
const clouds = createSimulatedClouds(opened.db, {
  onStep(step) {
    steps += 1
    process.stdout.write(`${steps} ${step}\n`)
    if (steps === Number(stop)) process.kill(process.pid, 'SIGKILL')
  },
})
const worker = createWorker(opened.db, withCallTimeouts(clouds))
await worker.settle()
await opened.close()
