import { serve } from '../main.ts'
import { command } from './command-line.ts'

/** Runs the server and prints its addresses. */
export const start = command({
  about: 'runs the server until SIGTERM or SIGINT; a demo, unless DEMO=0',
  words: [],
  options: { 'without-site': { about: 'serves only the API, for development' } },
  async run(_, options) {
    process.env.DEMO ??= '1'
    const site = !options['without-site']
    const config = await serve({ site })
    return site
      ? `
  Flagyard is running${config.demo ? ' as a demo' : ''}.

  Learn        ${config.publicUrl}/
  Administer   ${config.publicUrl}/admin
${
  config.demo
    ? `  E-mails      ${config.publicUrl}/api/v1/demo/outbox

  Sign in as   learner or admin
  Password     ${config.demoPassword}
`
    : ''
}
  Database     ${config.databaseUrl ? 'Postgres' : `embedded, in ${config.dataDir} (one process at a time)`}
  Stop with Ctrl+C.
`
      : ''
  },
})
