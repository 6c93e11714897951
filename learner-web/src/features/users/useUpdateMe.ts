import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'
import { showSuccess } from '../../shell/toasts.ts'

type ProfileUpdate = Parameters<typeof api.updateMe>[0]['profileUpdatePayload']

/** Updates the account on the server, in the query cache and in the session. */
export function useUpdateMe() {
  return async (update: ProfileUpdate, message: string) => {
    const me = await api.updateMe({ profileUpdatePayload: update })
    queryClient.setQueryData(callQuery('getMe').queryKey, me)
    const current = session.get()
    if (current) {
      const { product_news_unanswered, ...user } = { ...current.user, full_name: me.full_name, email: me.email }
      const isUnanswered = product_news_unanswered && !update.email_preferences
      session.set({ ...current, user: { ...user, ...(isUnanswered && { product_news_unanswered }) } })
    }
    showSuccess(message)
  }
}
