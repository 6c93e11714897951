import type { UserRecord } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { actionsOn } from '../../crud/actions/action-table.tsx'

/** Opens the learner app in a new tab as this learner: read-only, for an hour. The learner is notified. */
export const impersonateAction = actionsOn<UserRecord>()({
  name: 'impersonate',
  operation: 'startImpersonation',
  label: 'View as…',
  title: ({ username }) => `View as ${username}`,
  body: ({ username }) => (
    <p>
      Opens the learner site as {username} sees it in a new tab: read-only, for an hour, without credentials and codes.{' '}
      {username} is notified by e-mail, with your name and this reason.
    </p>
  ),
  reason: true,
  call: async (provider, { username }, { reason }) => {
    // Opened before the request: browsers block a new tab unless it opens synchronously on a click.
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    try {
      const impersonationPayload = { reason: reason.trim() }
      const { code } = await provider.call('startImpersonation', { username, impersonationPayload })
      const address = `${location.origin}${paths.dashboard}#impersonation=${code}`
      if (tab) tab.location.replace(address)
      else location.assign(address)
    } catch (error) {
      tab?.close()
      throw error
    }
  },
  submit: 'Open tab',
  success: ({ username }) => `${username} was notified`,
})
