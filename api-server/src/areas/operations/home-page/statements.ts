import type { CourseCard, ExamCard, HomeBlock, LabCard } from '@flagyard/api-types'
import { cloudNames } from '@flagyard/ui/format'

/** Published content, from which all statements of the home page are derived. */
export interface Offer {
  courses: CourseCard[]
  labs: LabCard[]
  exams: ExamCard[]
  certificates: boolean
}

/** Blocks of a site whose owner has not edited its home page. */
export const defaultBlocks: HomeBlock[] = (['hero', 'courses', 'steps', 'quotes', 'faqs'] as const).map((kind) => ({
  kind,
  shown: kind !== 'faqs',
  title: '',
  text: '',
  courses: [],
}))

export const defaultTitles: Record<Exclude<HomeBlock['kind'], 'hero' | 'text'>, string> = {
  courses: 'Courses',
  steps: 'How it works',
  quotes: 'What learners say',
  faqs: 'Questions',
}

/** Clouds of all labs and exams. */
export const cloudsOf = ({ courses, labs, exams }: Offer) => [
  ...new Set([
    ...courses.flatMap(({ clouds }) => clouds),
    ...labs.map(({ cloud }) => cloud),
    ...exams.map(({ cloud }) => cloud),
  ]),
]

const hasLabs = ({ courses, labs }: Offer) => labs.length > 0 || courses.some((course) => course.labs > 0)
const isOnSale = ({ exams }: Offer) => exams.some(({ bookable }) => bookable)

export const heroTitle = (offer: Offer): string =>
  hasLabs(offer) ? 'Break clouds. Legally. Then prove you can.' : 'Learn cloud security.'

const list = new Intl.ListFormat('en-GB')

/** `Courses, hands-on labs and exams in AWS and Azure accounts, and certificates anyone can verify.` */
export function heroText(offer: Offer): string {
  const kinds = [
    ...(offer.courses.length > 0 ? ['courses'] : []),
    ...(hasLabs(offer) ? ['hands-on labs'] : []),
    ...(isOnSale(offer) ? ['practical exams'] : []),
  ]
  if (kinds.length === 0) return 'The first courses are on their way.'
  const clouds = cloudsOf(offer).map((cloud) => cloudNames[cloud])
  const about = clouds.length > 0 ? ` for ${list.format(clouds)}` : ''
  const text = `${list.format(kinds)}${about}${offer.certificates ? ', with certificates anyone can verify' : ''}.`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Steps from the first lesson to the proof, without those that the catalogue does not offer. */
export function stepsOf(offer: Offer): { title: string; text: string }[] {
  const proof = [
    ...(offer.certificates
      ? ['Complete the course, and your certificate gets a public page that any employer can check.']
      : []),
    ...(isOnSale(offer) ? [offer.certificates ? 'Then book an exam.' : 'Book an exam when you are ready.'] : []),
  ]
  return [
    ...(offer.courses.length > 0
      ? [
          {
            title: 'Learn the technique',
            text: 'Short lessons, one technique at a time. Continue where you left off, on any device.',
          },
        ]
      : []),
    ...(hasLabs(offer)
      ? [
          {
            title: 'Try it yourself',
            text: 'Start the lab in a cloud account that only you use until your time ends.',
          },
          { title: 'Capture the flag', text: 'Every lab hides flags that only the right path leads to.' },
        ]
      : []),
    ...(proof.length > 0 ? [{ title: 'Prove it', text: proof.join(' ') }] : []),
  ]
}

/** Questions of a Markdown page: headings of the third level with the text below them. */
export function questionsOf(markdown: string): { question: string; answer: string }[] {
  const parts = markdown.split(/^###\s+/m).slice(1)
  return parts.flatMap((part) => {
    const [question = '', ...lines] = part.split('\n')
    const answer =
      lines
        .join('\n')
        .split(/^##?\s/m)[0]
        ?.trim() ?? ''
    return question.trim() && answer ? [{ question: question.trim(), answer }] : []
  })
}
