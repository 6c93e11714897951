/** `npm start` after installing: builds what has changed, starts the server and prints its addresses. */
import { spawnSync } from 'node:child_process'
import { loadConfig } from '../api-server/src/config.ts'
import { root } from './paths.ts'

const built = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)

process.chdir(root)
process.env.DEMO ??= '1'
await import('../api-server/src/main.ts')

const config = loadConfig(process.env)
const lines = [
  '',
  `  Flagyard is running${config.demo ? ' as a demo' : ''}.`,
  '',
  `  Learn        ${config.publicUrl}/`,
  `  Administer   ${config.publicUrl}/admin`,
  ...(config.demo
    ? [
        `  E-mails      ${config.publicUrl}/api/v1/demo/outbox`,
        '',
        `  Sign in as   learner or admin`,
        `  Password     ${config.demoPassword}`,
      ]
    : []),
  '',
  `  Database     ${config.databaseUrl ? 'Postgres' : `embedded, in ${config.dataDir} (one process at a time)`}`,
  '  Stop with Ctrl+C.',
  '',
]
console.log(lines.join('\n'))
