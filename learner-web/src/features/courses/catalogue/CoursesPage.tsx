import type { ExamCard, LabCard } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Empty, errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { cloudNames, countOf, formatMinutes, formatPrice, levelNames } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { vatNote } from '../../../lib/format.ts'
import { callQuery } from '../../../lib/query.ts'
import { labPath } from '../../../lib/record-paths.ts'
import { useSession } from '../../../lib/session.ts'
import { Page } from '../../../shell/Page.tsx'
import { type Owned, useOwned } from '../../orders/product.ts'
import { CourseGrid } from '../CourseTile.tsx'
import { NothingYet } from '../NothingYet.tsx'
import { CatalogueFilters, CatalogueTypes, typeNames, useCatalogueFilters } from './CatalogueFilters.tsx'
import styles from './catalogue.module.css'
import {
  type Catalogue,
  type CatalogueType,
  catalogueTypes,
  filterCatalogue,
  useSinglePath,
} from './catalogue-filter.ts'

const LabPage = lazyScreen(() => import('./LabPage.tsx'))
const ExamPage = lazyScreen(() => import('./ExamPage.tsx'))

/** `/courses`, `/labs` and `/exams`: the catalogue, or one part of it. `/courses?lab=slug` and `?exam=slug` show a single lab or exam. */
export default function CoursesPage() {
  const [params] = useSearchParams()
  const [lab, exam] = [params.get('lab'), params.get('exam')]
  if (lab === null && exam === null) return <AllOffers />
  return (
    <Suspense fallback={<Loading what={lab === null ? 'the exam' : 'the lab'} />}>
      {lab === null ? <ExamPage slug={exam ?? ''} /> : <LabPage slug={lab} />}
    </Suspense>
  )
}

function AllOffers() {
  const part = partialCatalogues[useLocation().pathname.replace(/\/$/, '')]
  const { filters, type: chosen, setFilter, setType, clear } = useCatalogueFilters()
  const type = part?.type ?? chosen
  const signedIn = useSession()?.user.is_active === true
  const { catalogue, error, retry } = useCatalogue()
  const { owned, isPending } = useOwned()
  const { data: words } = useQuery({ ...callQuery('listCatalogueWords'), enabled: filters.search !== '' })
  const activeFilters = signedIn ? filters : { ...filters, owned: '' }
  // The filter by ownership needs the learner's purchases first.
  const found =
    catalogue && !(activeFilters.owned && isPending)
      ? filterCatalogue(catalogue, activeFilters, owned, words)
      : undefined
  const shown = type === null ? catalogueTypes : [type]
  const isEmpty = catalogue !== undefined && catalogueTypes.every((one) => catalogue[one].length === 0)
  return (
    <Page
      title={part?.title ?? 'Courses, labs and exams'}
      intro={
        part?.intro ??
        `Learn one technique at a time, try it in a cloud account of your own, and prove that you can.${vatNote()}`
      }
    >
      {isEmpty ? (
        <NothingYet />
      ) : (
        <section className={styles.section} aria-label="Find a course, lab or exam">
          {part ? (
            <Link to={paths.courses} className="touch-target">
              All courses, labs and exams
            </Link>
          ) : (
            <CatalogueTypes found={found} type={type} onChange={setType} />
          )}
          <CatalogueFilters
            courses={catalogue?.courses ?? []}
            filters={filters}
            signedIn={signedIn}
            onChange={setFilter}
          />
          <p className="small muted" role="status">
            {found && shown.map((one) => countOf(found[one].length, singular[one])).join(' · ')}
          </p>
        </section>
      )}
      {error && <Failed what="the courses" why={errorMessage(error)} onRetry={retry} />}
      {!error && !found && <Loading what="the courses" />}
      {catalogue && found && !isEmpty && (
        <>
          {shown.every((one) => found[one].length === 0) && (
            <NothingFound type={type} isEmpty={shown.every((one) => catalogue[one].length === 0)} onClear={clear} />
          )}
          {shown
            .filter((one) => found[one].length > 0)
            .map((one) => (
              <section key={one} className={styles.section} aria-label={typeNames[one]}>
                {!part && <h2 className="heading">{typeNames[one]}</h2>}
                <OfferList type={one} found={found} owned={owned} />
              </section>
            ))}
        </>
      )}
    </Page>
  )
}

/** Parts of the catalogue with their own path. */
const partialCatalogues: Partial<Record<string, { type: CatalogueType; title: string; intro: string }>> = {
  [paths.labs]: {
    type: 'labs',
    title: 'Labs',
    intro: 'Each lab builds a cloud account of your own, with flags to find. Buy one separately, or with its course.',
  },
  [paths.exams]: {
    type: 'exams',
    title: 'Exams',
    intro: 'Practical exams in a cloud account of your own. Choose the day and hour after you buy one.',
  },
}

const singular = { courses: 'course', labs: 'lab', exams: 'exam' } as const

function useCatalogue() {
  return useQueries({
    queries: [callQuery('listCourses'), callQuery('listLabs'), callQuery('listPublicExams')],
    combine: ([courses, labs, exams]) => ({
      catalogue:
        courses.data && labs.data && exams.data
          ? { courses: courses.data, labs: labs.data, exams: exams.data }
          : undefined,
      error: courses.error ?? labs.error ?? exams.error,
      retry: () => {
        for (const query of [courses, labs, exams]) if (query.error) void query.refetch()
      },
    }),
  })
}

function OfferList({ type, found, owned }: { type: CatalogueType; found: Catalogue; owned: Owned }) {
  if (type === 'courses') return <CourseGrid courses={found.courses} />
  return type === 'labs' ? <LabList labs={found.labs} owned={owned} /> : <ExamList exams={found.exams} owned={owned} />
}

interface NothingFoundProps {
  type: CatalogueType | null
  /** True if the catalogue has no item of this type at all. */
  isEmpty: boolean
  onClear: () => void
}

function NothingFound({ type, isEmpty, onClear }: NothingFoundProps) {
  const clear = <Button onClick={onClear}>{isEmpty ? 'Show everything' : 'Clear the filters'}</Button>
  if (isEmpty)
    return (
      <Empty title={`No ${type ?? 'courses'} yet`} icon="search" action={clear}>
        The first ones are being written. Come back soon.
      </Empty>
    )
  return (
    <Empty title={type === null ? 'Nothing matches' : `No ${singular[type]} matches`} icon="search" action={clear}>
      Remove a filter, or try a shorter search.
    </Empty>
  )
}

/** Labs sold separately. Each links to its page, or to its lesson if the learner owns it. */
function LabList({ labs, owned }: { labs: LabCard[]; owned: Owned }) {
  const pathOf = useSinglePath()
  return (
    <ul className={styles.list}>
      {labs.map((lab) => {
        const mine = owned.labs.get(lab.slug)
        return (
          <Item
            key={lab.slug}
            to={mine ? labPath(mine) : pathOf('lab', lab.slug)}
            title={lab.title}
            facts={`${cloudNames[lab.cloud]} · ${levelNames[lab.difficulty]} · ${formatMinutes(lab.duration_minutes)} · ${countOf(lab.flags, 'flag')}`}
          >
            {mine
              ? `Yours · ${mine.solved_flags} of ${countOf(mine.flags, 'flag')}`
              : lab.price && formatPrice(lab.price)}
          </Item>
        )
      })}
    </ul>
  )
}

function ExamList({ exams, owned }: { exams: ExamCard[]; owned: Owned }) {
  const pathOf = useSinglePath()
  return (
    <ul className={styles.list}>
      {exams.map((exam) => (
        <Item
          key={exam.slug}
          to={pathOf('exam', exam.slug)}
          title={exam.title}
          facts={`${cloudNames[exam.cloud]} · ${formatMinutes(exam.duration_minutes)} · pass with ${exam.passing_points} points`}
        >
          {owned.exams.has(exam.slug) ? 'Yours' : exam.bookable ? formatPrice(exam.price) : 'Booking opens soon'}
        </Item>
      ))}
    </ul>
  )
}

function Item({ to, title, facts, children }: { to: string; title: string; facts: string; children: ReactNode }) {
  return (
    <li className={styles.item}>
      <div>
        <Link to={to} className={styles.link}>
          {title}
        </Link>
        <p className={styles.facts}>{facts}</p>
      </div>
      <span className={styles.price}>{children}</span>
    </li>
  )
}
