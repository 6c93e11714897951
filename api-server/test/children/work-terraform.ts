/** Worker with real Terraform, killed at one step: `url folder step`. Prints each step and process id. */
import { withCallTimeouts } from '../../src/integrations/clouds/driver.ts'
import { createWorker, openWorkersDatabase } from '../crashes/lab-workers.ts'
import { openYard, yardClouds } from '../terraform/test-clouds.ts'

const [url = '', folder = '', stop = ''] = process.argv.slice(2)
const opened = openWorkersDatabase(url)
const yard = openYard(folder)
const die = () => process.kill(process.pid, 'SIGKILL')
const clouds = yardClouds(opened.db, yard, {
  onStep(step) {
    process.stdout.write(`step ${step}\n`)
    if (step === stop) die()
  },
  onStart({ args: [name] }, pid) {
    process.stdout.write(`program ${name} ${pid}\n`)
    if (stop !== `while it runs ${name}`) return
    // A resource exists that Terraform has not recorded yet.
    setInterval(() => yard.cloud.standing().length > 0 && die(), 20)
  },
})
await createWorker(opened.db, withCallTimeouts(clouds)).settle()
await opened.close()
