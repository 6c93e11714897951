import { type Api, handle } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { findAccount, ofAccount } from '../../platform/auth/index.ts'
import { listAcceptances } from '../../platform/legal/index.ts'
import { readUser, resendActivationForUser, resendMail, sendPasswordReset, updateUser } from './admin-service.ts'
import { allowedOnMail, allowedOnUser } from './allowed.ts'
import { confirmEmail, undoEmail } from './email/change.ts'
import { userSource } from './queries.ts'
import { cancelEmailChange, getMe, updateMe } from './service.ts'
import { mailSource } from './tab-queries.ts'
import { readTimeline } from './timeline.ts'

export function userRoutes(api: Api) {
  handle(api, 'getMe', ({ deps, user }) => getMe(deps, user))
  handle(api, 'updateMe', ({ deps, user, body }) => updateMe(deps, user, body))
  handle(api, 'cancelEmailChange', ({ deps, user }) => cancelEmailChange(deps, user))
  handle(api, 'confirmEmail', async ({ deps, body }) => ({
    message: `Your e-mail address is now ${await confirmEmail(deps, body.token)}.`,
  }))
  handle(api, 'undoEmail', async ({ deps, body }) => ({
    message: `Your e-mail address is ${await undoEmail(deps, body.token)} again, and all devices were signed out.`,
  }))
}

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
  handle(api, 'listUserAcceptances', async ({ deps: { db }, params: { username } }) =>
    listAcceptances(db, (await findAccount(db, { username })).id),
  )
  handle(api, 'getUserTimeline', ({ deps, params, query }) => readTimeline(deps, params.username, query))
}
