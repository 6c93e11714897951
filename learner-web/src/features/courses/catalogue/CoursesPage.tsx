import type { ExamCard, LabCard } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Empty, errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { cloudNames, formatMinutes, formatPrice, levelNames } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { pricesIncludeVat } from '../../../lib/format.ts'
import { callQuery } from '../../../lib/query.ts'
import { labPath } from '../../../lib/record-paths.ts'
import { useSession } from '../../../lib/session.ts'
import * as t from '../../../messages/en/courses.ts'
import { Page } from '../../../shell/Page.tsx'
import { type Owned, useOwned } from '../../orders/product.ts'
import { CourseGrid } from '../CourseTile.tsx'
import { NothingYet } from '../NothingYet.tsx'
import { CatalogueFilters, CatalogueTypes, useCatalogueFilters } from './CatalogueFilters.tsx'
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
    <Suspense fallback={<Loading what={lab === null ? t.theExam : t.theLab} />}>
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
      title={part?.title ?? t.catalogueTitle}
      intro={part?.intro ?? (pricesIncludeVat() ? t.catalogueIntroWithVat : t.catalogueIntro)}
    >
      {isEmpty ? (
        <NothingYet />
      ) : (
        <section className={styles.section} aria-label={t.catalogueLabel}>
          {part ? (
            <Link to={paths.courses} className="touch-target">
              {t.allOffers}
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
            {found && shown.map((one) => t.counts[one]({ count: found[one].length })).join(' · ')}
          </p>
        </section>
      )}
      {error && <Failed what={t.theCourses} why={errorMessage(error)} onRetry={retry} />}
      {!error && !found && <Loading what={t.theCourses} />}
      {catalogue && found && !isEmpty && (
        <>
          {shown.every((one) => found[one].length === 0) && (
            <NothingFound type={type} isEmpty={shown.every((one) => catalogue[one].length === 0)} onClear={clear} />
          )}
          {shown
            .filter((one) => found[one].length > 0)
            .map((one) => (
              <section key={one} className={styles.section} aria-label={t.types[one]}>
                {!part && <h2 className="heading">{t.types[one]}</h2>}
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
    title: t.types.labs,
    intro: t.labsIntro,
  },
  [paths.exams]: {
    type: 'exams',
    title: t.types.exams,
    intro: t.examsIntro,
  },
}

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
  const clear = <Button onClick={onClear}>{isEmpty ? t.showEverything : t.clearFilters}</Button>
  if (isEmpty)
    return (
      <Empty title={t.noneYet[type ?? 'courses']} icon="search" action={clear}>
        {t.noneYetHint}
      </Empty>
    )
  return (
    <Empty title={type === null ? t.nothingMatches : t.noneMatches[type]} icon="search" action={clear}>
      {t.nothingMatchesHint}
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
            facts={[
              cloudNames[lab.cloud],
              levelNames[lab.difficulty],
              formatMinutes(lab.duration_minutes),
              t.flagCount({ flags: lab.flags }),
            ].join(' · ')}
          >
            {mine
              ? t.solvedOwned({ solved: mine.solved_flags, flags: mine.flags })
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
          facts={t.examFacts({
            cloud: cloudNames[exam.cloud],
            time: formatMinutes(exam.duration_minutes),
            points: exam.passing_points,
          })}
        >
          {owned.exams.has(exam.slug) ? t.yours : exam.bookable ? formatPrice(exam.price) : t.bookingOpensSoon}
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
