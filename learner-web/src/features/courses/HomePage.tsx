import type { CourseCard, HomePage as Home, ShownBlock } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { countOf } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Spinner } from '@flagyard/ui/Spinner'
import { Suspense, useState } from 'react'
import { getPreloadedAnswer } from '../../lib/preloaded-data.ts'
import { QueryProvider } from '../../lib/QueryProvider.tsx'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../shell/Page.tsx'
import { RichText } from '../../shell/RichText.tsx'
import { CourseGrid } from './CourseTile.tsx'
import styles from './home.module.css'
import { LabPreview } from './LabPreview.tsx'

// For navigation within the app, which has no preloaded page.
const HomeLoader = lazyScreen(() => import('./HomeLoader.tsx'))
// Only for an empty catalogue.
const NothingYet = lazyScreen(async () => ({ default: (await import('./NothingYet.tsx')).NothingYet }))

/** The server decides what the blocks say, so that they are true for its catalogue. */
export default function HomePage() {
  const [home, setHome] = useState<Home | undefined>(() => getPreloadedAnswer('getHomePage'))
  const hero = home?.blocks.find(({ kind }) => kind === 'hero')
  useTitle(hero?.title ?? 'Home')
  if (!home)
    return (
      <div className="wrap">
        <ScreenBoundary>
          <Suspense fallback={<Spinner label="Loading the page" />}>
            <QueryProvider>
              <HomeLoader onLoad={setHome} />
            </QueryProvider>
          </Suspense>
        </ScreenBoundary>
      </div>
    )
  return (
    <div className="wrap">
      {!hero && <h1 className="visually-hidden">Home</h1>}
      {home.blocks.map((block, at) =>
        block.kind === 'hero' ? (
          <Hero key={block.kind} hero={block} />
        ) : (
          <Section key={`${block.kind} ${at}`} block={block} />
        ),
      )}
    </div>
  )
}

function Hero({ hero: { title, text, free_lesson, clouds, lab } }: { hero: Extract<ShownBlock, { kind: 'hero' }> }) {
  const signedIn = useSession() !== null
  return (
    <section className={lab ? styles.hero : styles.plainHero}>
      <div className={styles.words}>
        <h1>{title}</h1>
        <p className={styles.lead}>{text}</p>
        <div className="row">
          <ButtonLink to={paths.courses} variant="primary">
            Browse courses
          </ButtonLink>
          {signedIn ? (
            <ButtonLink to={paths.dashboard}>Continue learning</ButtonLink>
          ) : (
            free_lesson && <ButtonLink to={paths.startFree}>Watch a free lesson</ButtonLink>
          )}
        </div>
        {clouds > 0 && <p className="small muted">Labs in {countOf(clouds, 'cloud')}</p>}
      </div>
      {lab && <LabPreview lab={lab} />}
    </section>
  )
}

type SectionBlock = Exclude<ShownBlock, { kind: 'hero' }>

const Section = ({ block }: { block: SectionBlock }) => (
  <section className={styles.section} aria-label={block.title}>
    <div className="row between">
      <h2>{block.title}</h2>
      {block.kind === 'courses' && (
        <Link to={paths.courses} className={styles.all}>
          All courses, labs and exams
        </Link>
      )}
    </div>
    <Content block={block} />
  </section>
)

function Content({ block }: { block: SectionBlock }) {
  switch (block.kind) {
    case 'courses':
      return <Courses courses={block.courses} />
    case 'steps':
      return (
        <ol className={styles.steps}>
          {block.steps.map(({ title, text }, index) => (
            <li key={title} className={styles.step}>
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      )
    case 'quotes':
      return (
        <ul className={styles.steps}>
          {block.quotes.map(({ text, name, course, slug }) => (
            <li key={`${slug} ${text}`} className={styles.step}>
              <blockquote className={styles.quote}>{text}</blockquote>
              <p>
                {name ?? 'A learner'} about <Link to={paths.course(slug)}>{course}</Link>
              </p>
            </li>
          ))}
        </ul>
      )
    case 'faqs':
      return (
        <div>
          {block.questions.map(({ question, answer }) => (
            <details key={question} className={styles.question}>
              <summary>{question}</summary>
              <RichText ownLinks>{answer}</RichText>
            </details>
          ))}
        </div>
      )
    case 'text':
      return <RichText ownLinks>{block.text}</RichText>
  }
}

const Courses = ({ courses }: { courses: CourseCard[] }) =>
  courses.length > 0 ? (
    <CourseGrid courses={courses} />
  ) : (
    <Suspense>
      <NothingYet />
    </Suspense>
  )
