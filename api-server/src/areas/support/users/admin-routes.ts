import { type Api, handle } from '../../../http/handle.ts'
import { handleList } from '../../../http/list.ts'
import { ofAccount } from '../../platform/auth/of-account-sql.ts'
import { readUser, resendActivationForUser, resendMail, sendPasswordReset, updateUser } from './admin-service.ts'
import { allowedOnMail, allowedOnUser } from './allowed.ts'
import { mailSource } from './mail-queries.ts'
import { userSource } from './queries.ts'
import { readTimeline } from './timeline.ts'

export function userAdminRoutes(api: Api) {
  handleList(api, 'listUsers', { source: userSource, allowed: allowedOnUser })
  handle(api, 'getUser', ({ deps, user, params }) => readUser(deps, user, params.username))
  handle(api, 'updateUser', ({ deps, auditActor, body }) => updateUser(deps, auditActor, body))
  handle(api, 'sendPasswordReset', async ({ deps, auditActor, params }) => {
    await sendPasswordReset(deps, auditActor, params.username)
    return { message: `An e-mail with a link for a new password is on its way to ${params.username}.` }
  })
  handle(api, 'resendActivationForUser', async ({ deps, auditActor, params }) => {
    await resendActivationForUser(deps, auditActor, params.username)
    return { message: `An e-mail with the activation link is on its way to ${params.username}.` }
  })
  handleList(api, 'listUserMails', {
    source: mailSource,
    allowed: allowedOnMail,
    scope: ofAccount(mailSource.table.user_id),
  })
  handle(api, 'resendUserMail', async ({ deps, auditActor, params }) => {
    await resendMail(deps, auditActor, params)
    return { message: 'We will try to send the e-mail again within seconds.' }
  })
  handle(api, 'getUserTimeline', ({ deps, params, query }) => readTimeline(deps, params.username, query))
}
