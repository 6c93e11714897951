import type { Deps } from '../deps.ts'
import { type CloudConsole, CloudError, type LabPanel } from '../integrations/clouds/driver.ts'
import { consolePath, PASSWORD_LABEL, USER_LABEL } from '../integrations/clouds/simulated-build.ts'
import { listOpened, openWith } from './account.ts'
import type { Account } from './pages.ts'

/** The simulated console without its pages, with the same sign-in and the same contents. */
export const createSimulatedConsole = (deps: Pick<Deps, 'db' | 'secrets' | 'clock'>): CloudConsole => ({
  async look(panel, { signal }) {
    signal.throwIfAborted()
    const account = accountOf(panel)
    const given = (label: string) => panel.credentials.find((one) => one.label === label)?.value ?? ''
    const deployment = account && (await openWith(deps, account, given(USER_LABEL), given(PASSWORD_LABEL)))
    const seen = account && deployment ? await listOpened(deps, account, deployment) : undefined
    if (!seen) throw new CloudError('refused', 'The user name and password of the lab do not work in its console.')
    return seen.map(({ type, name, attributes }) => ({ type, name, attributes }))
  },
})

/** The account at the console address given by the lab; undefined if the address is a different one. */
function accountOf({ cloud, account_id, console_url }: LabPanel): Account | undefined {
  if (!account_id || !console_url?.endsWith(consolePath({ cloud, account_id }))) return undefined
  return { cloud, account_id }
}
