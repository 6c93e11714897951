import { attemptLink } from '@flagyard/api-types/console-links'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { greeting, type OutgoingMail } from '../../../../mail/outbox.ts'
import { examMail } from '../mails.ts'
import { CONFIRM_MINUTES, ROOM_MINUTES } from '../sitting/room-opening.ts'

export interface RoomRequest {
  user: { id: string; username: string; email: string; full_name: string }
  exam: { slug: string; title: string }
  id: string
  /** The administrator who requested access. */
  by: string
  reason: string
}

export const roomCodeMail = (
  { user, exam, id, by, reason, code }: RoomRequest & { code: string },
  publicUrl: string,
): OutgoingMail =>
  examMail(
    { ...user, ...exam, user_id: user.id },
    {
      kind: 'exam_room_code',
      dedupeKey: `room:${id}:code`,
      subject: 'Your code for our support',
      preview: 'Tell it only if you want us to look into your exam room.',
      heading: 'May we look into your exam room?',
      paragraphs: [
        `${by} from our support team asks to look into your room of “${exam.title}”. The reason: ${reason}`,
        `If you want that, tell them this code within ${CONFIRM_MINUTES} minutes: ${code.slice(0, 4)} ${code.slice(4)}`,
        'If you did not ask for help, keep the code to yourself and nothing happens. Your exam goes on either way.',
      ],
    },
    publicUrl,
  )

export const roomAskedMail = (
  { user, exam, id, by, reason }: RoomRequest,
  { to, attemptId }: { to: { id: string; email: string; full_name: string }; attemptId: string },
  publicUrl: string,
): OutgoingMail => ({
  kind: 'exam_room_asked',
  to: to.email,
  userId: to.id,
  dedupeKey: `room:${id}:asked:${to.id}`,
  content: {
    subject: `${by} asks to look into an exam room`,
    preview: `A second administrator has to confirm it within ${CONFIRM_MINUTES} minutes.`,
    heading: 'A colleague needs a second administrator',
    paragraphs: [
      greeting(to),
      `${by} asks to look into the exam room of ${isolate(user.full_name)} (${user.username}), who is taking “${exam.title}”. The reason: ${reason}`,
      `If that is right, confirm it within ${CONFIRM_MINUTES} minutes. If another administrator confirms it first, you do not need to do anything.`,
    ],
    action: { label: 'Open in the console', url: publicUrl + attemptLink(user.username, attemptId) },
  },
})

/** Mail to the candidate: support now has access to the room. */
export const roomOpenedMail = ({ user, exam, id, by, reason }: RoomRequest, publicUrl: string): OutgoingMail =>
  examMail(
    { ...user, ...exam, user_id: user.id },
    {
      kind: 'exam_room_opened',
      dedupeKey: `room:${id}:opened`,
      subject: 'Our support looks into your exam room',
      preview: `For ${ROOM_MINUTES} minutes at most.`,
      paragraphs: [
        `${by} from our support team sees your room of “${exam.title}” from now on, for ${ROOM_MINUTES} minutes at most and no longer than your exam. The reason: ${reason}`,
        'Your credentials stay hidden from us. All that we can change there is the address that your environment admits, and your room says so when we do.',
      ],
    },
    publicUrl,
  )
