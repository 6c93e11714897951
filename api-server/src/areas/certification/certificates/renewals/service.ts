import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { paths } from '@flagyard/api-types/links'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import type { Job } from '../../../../jobs/job.ts'
import { greeting, type OutgoingMail, prepareMail, queueMails } from '../../../../mail/outbox.ts'
import * as queries from './queries.ts'

type Options = Accepted<'certificateOptions'>

export const listCertificateOptions = async ({ db }: Pick<Deps, 'db'>, user: CurrentUser): Promise<Options[]> =>
  (await queries.listOptions(db, user.id)).map(toOptions)

/**
 * Hides or shows name and points on the public page, the PDF and the badge. Badges that contain a hidden name are revoked in the status list until it is
 * shown again.
 */
export async function updateCertificateSharing(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  id: string,
  sharing: Output<'certificateSharing'>,
): Promise<Options> {
  const isMine = await queries.updateSharing(db, { id, user_id: user.id }, sharing)
  const row = isMine && (await queries.findOptions(db, id))
  if (!row) throw new ApiError('not_found', 'You have no such certificate.')
  return toOptions(row)
}

const toOptions = ({ can_expire, from, is_open, exam, course, ...row }: queries.OptionsRow): Options => ({
  ...row,
  renewal: can_expire && from ? { from, is_open, exam, course } : null,
})

type NeededDeps = Pick<Deps, 'db' | 'config'>

export const renewalJobs = (deps: NeededDeps): Job<never>[] => [
  { name: 'certificates.remind', handle: () => remindHolders(deps) },
]

/** Reminds holders of certificates that expire soon. Safe to retry: dedupe keys prevent duplicates. */
export async function remindHolders({ db, config }: NeededDeps): Promise<void> {
  for (const days of queries.REMINDER_DAYS) {
    const mails = (await queries.listExpiring(db, days)).map((one) => expiryMail(one, days, config.publicUrl))
    await queueMails(db, await Promise.all(mails.map(prepareMail)))
  }
}

type Expiring = Awaited<ReturnType<typeof queries.listExpiring>>[number]

function expiryMail({ id, title, valid_until, exam, course, ...owner }: Expiring, days: number, publicUrl: string) {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(valid_until)
  const way = exam
    ? { text: 'To renew it, take the exam again.', label: 'See the exam', path: paths.exam(exam) }
    : course
      ? { text: `To renew it, complete “${course.title}”.`, label: 'See the course', path: paths.course(course.slug) }
      : { text: 'It cannot be renewed online.', label: 'See your certificates', path: paths.certificates }
  return {
    kind: 'certificate_expires',
    to: owner.email,
    userId: owner.user_id,
    about: `certificate:${id}`,
    dedupeKey: `certificate:${id}:expires:${days}`,
    content: {
      subject: `Your certificate expires on ${day}: ${title}`,
      preview: way.text,
      heading: 'Your certificate expires soon',
      paragraphs: [
        greeting(owner),
        `Your certificate for ${title} is valid until ${day}. After that, its page shows it as expired.`,
        exam && course ? `${way.text} Or complete the refresher course “${course.title}”.` : way.text,
      ],
      action: { label: way.label, url: `${publicUrl}${way.path}` },
    },
  } satisfies OutgoingMail
}
