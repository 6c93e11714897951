import type { Report } from './verify.ts'

/** A report as labelled lines, for the page and the command. Dates are in UTC. */
export function factsOf({
  title,
  name,
  issuer,
  issued,
  expires,
  level,
  outcome,
  timeline,
}: Report): [string, string][] {
  const shared = { passed: 'that the exam was passed', band: 'result and band of points', full: 'the full time line' }
  return [
    ['Certificate', title],
    ['Name', name ?? 'hidden by its holder'],
    ['Issuer', issuer],
    ['Issued', momentText(issued)],
    [isPast(expires) ? 'Expired' : 'Valid until', expires ? momentText(expires) : 'no end date'],
    ['Shared', shared[level]],
    ['Result', outcome.passed ? 'passed' : 'not passed'],
    ...(outcome.band ? [['Points', bandText(outcome.band)] as [string, string]] : []),
    ...(timeline ? timelineFacts(timeline) : []),
  ]
}

const bandText = ({ from_percent, to_percent }: NonNullable<Report['outcome']['band']>) =>
  from_percent >= 100 ? '100 % or more, with extra points' : `${from_percent} to ${to_percent} % of all flags`

function timelineFacts(timeline: NonNullable<Report['timeline']>): [string, string][] {
  const { revision, attempt, passing_points, stored, cases } = timeline
  return [
    ['Exam', `${revision.title}, attempt ${attempt}`],
    ['Revision', revision.id ?? 'not recorded'],
    ['Pass mark', `${passing_points} points`],
    ['Reached', `${stored.points} points, and ${stored.extra_points} extra points`],
    ...cases.map(
      ({ state, opened_at }) => ['Conduct case', `opened ${momentText(opened_at)}: ${state}`] as [string, string],
    ),
  ]
}

const isPast = (at: string | null) => at !== null && Date.parse(at) < Date.now()

/** Time in UTC, to the second. */
const momentText = (at: string) => at.slice(0, 19).replace('T', ' ')

function durationText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const parts = [hours && `${hours} h`, minutes && `${minutes} min`, seconds % 60 && `${seconds % 60} s`]
  return parts.filter(Boolean).join(' ')
}

/** Rows of the time line: time, event, and its cause. */
export const rowsOf = ({ ledger, solved }: NonNullable<Report['timeline']>): [string, string, string][] =>
  [
    ...ledger.map(
      ({ at, kind, seconds, cause, by }) =>
        [
          at ? momentText(at) : '',
          `${kind.replaceAll('_', ' ')}${seconds === 0 ? '' : `, ${durationText(seconds)}`}`,
          `${cause}${by === 'issuer' ? ' · by an examiner' : ''}`,
        ] as [string, string, string],
    ),
    ...solved.map(
      ({ at, flag, points }) =>
        [momentText(at), `solved, ${points} points`, `flag ${flag.slice(0, 8)}`] as [string, string, string],
    ),
  ].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/** The limit of every file. */
export const notKnown = ({ state_url }: Report) =>
  `Not known: whether the certificate was revoked since. Its current state is at ${state_url}`
export const keyAdvice = ({ issuer }: Report) =>
  `The keys come from the record itself. To be sure of the issuer, compare them with ${didUrl(issuer)}`

/** Address of the keys of a `did:web` issuer. */
export const didUrl = (issuer: string) =>
  `https://${decodeURIComponent(issuer.replace(/^did:web:/, '').replaceAll(':', '/'))}/.well-known/did.json`
