import type { UserRecord } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ActionButton } from '../../crud/actions.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'

/** Opens the learner app in a new tab as this learner: read-only, for an hour. The learner is notified. */
export function ImpersonateButton({ user: { username, allowed } }: { user: UserRecord }) {
  if (!allowed.includes('impersonate')) return null
  const startImpersonation = async (provider: ConsoleDataProvider, { reason }: { reason: string }) => {
    // Opened before the request: browsers block a new tab unless it opens synchronously on a click.
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    try {
      const { code } = await provider.call('startImpersonation', {
        username,
        impersonationPayload: { reason: reason.trim() },
      })
      const address = `${location.origin}${paths.dashboard}#impersonation=${code}`
      if (tab) tab.location.replace(address)
      else location.assign(address)
    } catch (error) {
      tab?.close()
      throw error
    }
  }
  return (
    <ActionButton
      operation="startImpersonation"
      label="See as…"
      title={`See as ${username}`}
      call={startImpersonation}
      successMessage={`${username} was told`}
      submitLabel="Open the tab"
    >
      <p>
        A new tab shows what {username} sees: read-only, for an hour, without credentials and codes. {username} reads of
        it by mail, with your name and this reason.
      </p>
      <ReasonInput />
    </ActionButton>
  )
}
