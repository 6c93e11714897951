/** Entry point of `npm start` after the build: starts the server and prints its addresses. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { loadConfig } from './config.ts'
import { serverFolder } from './server-folder.ts'

enableCompileCache(join(serverFolder, '../.cache/compiled'))
process.chdir(join(serverFolder, '..'))
process.env.DEMO ??= '1'
await import('./main.ts')

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
