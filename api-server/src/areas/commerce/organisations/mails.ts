import { isolate } from '@flagyard/api-types/contract/isolate'
import { paths, withToken } from '@flagyard/api-types/links'
import { brand } from '../../../brand.ts'
import { greeting, type OutgoingMail } from '../../../mail/outbox.ts'

interface Addressee {
  id: string
  email: string
  full_name: string
}

/** The token is in the URL fragment, so no server log and no referrer contains it. */
export const invitationMail = (
  publicUrl: string,
  {
    to,
    from,
    token,
    days,
    organisation,
  }: { to: string; from: string | null; token: string; days: number; organisation: { id: string; name: string } },
): OutgoingMail => ({
  kind: 'organisation_invitation',
  to,
  about: `organisation:${organisation.id}`,
  content: {
    subject: `Manage ${isolate(organisation.name)} on ${isolate(brand().name)}`,
    preview: `${from ? isolate(from) : 'We'} invited you.`,
    heading: `You are invited to manage ${isolate(organisation.name)}`,
    paragraphs: [
      `${from ? `${isolate(from)} asks` : 'We ask'} you to manage ${isolate(organisation.name)} on ${isolate(brand().name)}: its orders and invoices, its seats, and the progress that learners agreed to share.`,
      `The link works once and expires after ${days} days. If you have no account yet, you can create one first.`,
    ],
    action: { label: 'View invitation', url: `${publicUrl}${withToken(paths.acceptInvitation, token)}` },
    footer: 'If you did not expect this e-mail, you can ignore it. Nothing happens until you use the link.',
  },
})

/** To the inviter. Names the account that accepted, because the link may have been passed on. */
export const acceptedMail = (
  publicUrl: string,
  to: Addressee,
  {
    organisation,
    manager,
    invited,
  }: { organisation: { id: string; name: string }; manager: { full_name: string; username: string }; invited: string },
): OutgoingMail => ({
  kind: 'organisation_accepted',
  to: to.email,
  userId: to.id,
  content: {
    subject: `${isolate(manager.full_name)} now manages ${isolate(organisation.name)}`,
    preview: 'Your invitation was accepted.',
    heading: 'Your invitation was accepted',
    paragraphs: [
      greeting(to),
      `${isolate(manager.full_name)} (${manager.username}) accepted the invitation that was sent to ${invited}, and now manages ${isolate(organisation.name)}. If you meant someone else, remove them.`,
    ],
    action: {
      label: 'View managers',
      url: `${publicUrl}${paths.organisationTab(organisation.id, 'managers')}`,
    },
  },
})

export const removedMail = (publicUrl: string, to: Addressee, organisation: { name: string }): OutgoingMail => ({
  kind: 'organisation_removed',
  to: to.email,
  userId: to.id,
  content: {
    subject: `You no longer manage ${isolate(organisation.name)}`,
    preview: 'You no longer see its orders and seats.',
    heading: `You no longer manage ${isolate(organisation.name)}`,
    paragraphs: [
      greeting(to),
      `You were removed from the managers of ${isolate(organisation.name)}, so you no longer see its orders and seats. Your own courses are not affected.`,
    ],
    action: { label: 'Go to your dashboard', url: `${publicUrl}${paths.dashboard}` },
  },
})
