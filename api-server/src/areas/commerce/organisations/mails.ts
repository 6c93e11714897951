import { isolate } from '@flagyard/api-types/contract/isolate'
import { paths, withToken } from '@flagyard/api-types/links'
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
    subject: `Manage ${isolate(organisation.name)} on Flagyard`,
    preview: `${from ? isolate(from) : 'We'} invited you.`,
    heading: `You are invited to manage ${isolate(organisation.name)}`,
    paragraphs: [
      `${from ? `${isolate(from)} asks` : 'We ask'} you to manage ${isolate(organisation.name)} on Flagyard: its orders and invoices, who gets its seats, and how far its people are, as far as they were told.`,
      `The link works once, and for ${days} days. Without an account you can make one first.`,
    ],
    action: { label: 'See the invitation', url: `${publicUrl}${withToken(paths.acceptInvitation, token)}` },
    footer: 'If you do not know what this is about, you can ignore this e-mail. Nothing happens without the link.',
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
      `${isolate(manager.full_name)} (${manager.username}) accepted the invitation that was sent to ${invited}, and now manages ${isolate(organisation.name)}. If that is not whom you meant, remove them.`,
    ],
    action: {
      label: 'See the managers',
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
      `You were removed from the managers of ${isolate(organisation.name)}, so you no longer see its orders and seats. What you learn yourself stays yours.`,
    ],
    action: { label: 'Go to your dashboard', url: `${publicUrl}${paths.dashboard}` },
  },
})
