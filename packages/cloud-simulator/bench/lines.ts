/**
 * 200 shells of the simulated clouds, one line each in turn, without server and database: time per line, and memory of the shells. Run with
 * --expose-gc to measure the heap without garbage. Not a test.
 */
import { awsWorld, azureWorld, gcpWorld, TestShell } from '../test/worlds.ts'

const SHELLS = 200
const ROUNDS = 10
const lines = {
  aws: [
    'aws sts get-caller-identity',
    "aws iam list-roles --output json | jq -r '.Roles[].RoleName'",
    'aws iam list-roles > roles; grep -c Arn roles',
    'curl -s http://198.51.100.7/',
  ],
  azure: [
    'az account show',
    "az role assignment list --all --query '[].scope' -o tsv",
    'az vm list -o table',
    'az ad app list --all > apps; wc -c apps',
  ],
  gcp: [
    'gcloud auth list',
    'for s in $(gcloud iam service-accounts list --format="value(email)"); do gcloud iam service-accounts get-iam-policy $s; done',
    'gcloud builds list',
    'gcloud storage ls',
  ],
}

const heap = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** Processor time in milliseconds, so that other programs on a shared machine do not count. */
const spent = (from: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000
}

const before = heap()
const worlds = [awsWorld, azureWorld, gcpWorld]
const shells = Array.from(
  { length: SHELLS },
  (_, n) => new TestShell({ ...(worlds[n % 3] ?? awsWorld), seed: `seed ${n}` }),
)
const took: Record<string, number[]> = { aws: [], azure: [], gcp: [] }
for (let round = 0; round < ROUNDS; round++)
  for (const shell of shells)
    for (const line of lines[shell.world.cloud]) {
      const from = process.cpuUsage()
      shell.run(line)
      if (round > 0) took[shell.world.cloud]?.push(spent(from))
    }
const held = heap() - before

const at = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
const stopped = new TestShell(awsWorld)
const from = process.cpuUsage()
stopped.run('while true; do aws iam list-roles --output json | jq -c .; done')
const worst = spent(from)
console.log(
  Object.entries(took)
    .map(
      ([cloud, values]) =>
        `${cloud}: ${values.length} lines, p50 ${at(values, 0.5).toFixed(2)} ms, p95 ${at(values, 0.95).toFixed(2)} ms`,
    )
    .join('\n'),
)
console.log(
  `${SHELLS} shells after ${ROUNDS * 4} lines each hold ${held.toFixed(1)} MiB; a loop without an end is stopped after ${worst.toFixed(0)} ms`,
)
