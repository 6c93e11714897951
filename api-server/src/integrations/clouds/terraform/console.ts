import { z } from 'zod'
import type { Db } from '../../../db/open.ts'
import type { Secrets } from '../../../secrets.ts'
import { type CloudConsole, CloudError, type SeenResource } from '../driver.ts'
import { redact, secretsOf } from '../redact-log.ts'
import { runProgram } from '../run-program.ts'
import { readModule } from './modules.ts'
import { passedOn } from './program-environment.ts'
import { createStates } from './states.ts'
import { defaultWorkFolder, openWorkspace } from './workspace.ts'

/** The module's program that inspects the account with the lab's credentials. */
const LOOK = 'look.mjs'
/** Maximum output of `look.mjs` that is read, in bytes; it may be a single line. */
const MAX_SEEN = 4 * 1024 * 1024

const seen = z
  .array(
    z.object({ type: z.string().max(200), name: z.string().max(500), attributes: z.record(z.string(), z.string()) }),
  )
  .max(2_000)

/**
 * Contents of an account, as seen with the credentials of its lab. Runs the module's program `look.mjs`, which is pinned with the module. It receives
 * the data of the lab page in one variable, and prints what it finds.
 */
export const createTerraformConsole = (
  { db, secrets }: { db: Db; secrets: Secrets },
  options: { modules: string; workFolder?: string },
): CloudConsole => ({
  async look(panel, { signal }) {
    const environment = panel.account_id
      ? await createStates(db, secrets).findBuilt({ cloud: panel.cloud, account_id: panel.account_id })
      : undefined
    if (!environment) throw new CloudError('refused', 'Nothing is built in this account.')
    const module = await readModule(options.modules, environment.module, environment.module_version)
    if (!module.files.some(({ path }) => path === LOOK))
      throw new CloudError(
        'refused',
        `The module ${environment.module} has no ${LOOK}, so its account cannot be inspected.`,
      )
    const workspace = await openWorkspace(options.workFolder ?? defaultWorkFolder(), module, {})
    try {
      let text = ''
      const env = { ...passedOn(), HOME: workspace.folder, LANG: 'C.UTF-8', LAB_PANEL: JSON.stringify(panel) }
      const { code, errors, stopped } = await runProgram({
        file: process.execPath,
        args: [LOOK],
        env,
        cwd: workspace.folder,
        signal,
        stop: { signal: 'SIGTERM', withinMs: 5_000 },
        maxLineBytes: MAX_SEEN,
        onLine(line) {
          if (text.length < MAX_SEEN) text += `${line}\n`
        },
      })
      if (stopped) signal.throwIfAborted()
      if (code === 0) return parse(text)
      const hidden = secretsOf(panel.credentials.filter(({ secret }) => secret).map(({ value }) => value))
      throw new CloudError('refused', redact(errors.trim(), hidden).slice(0, 600) || `${LOOK} ended with code ${code}.`)
    } finally {
      await workspace.remove()
    }
  },
})

function parse(text: string): SeenResource[] {
  try {
    return seen.parse(JSON.parse(text))
  } catch {
    throw new CloudError('failed', `${LOOK} did not print a list of what it sees.`)
  }
}
