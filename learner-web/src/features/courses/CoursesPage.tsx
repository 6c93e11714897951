import { Button } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { Empty, Failed, Loading } from '@flagyard/ui/Feedback'
import { countOf } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import { Page } from '../../shell/Page.tsx'
import { CatalogueFilters } from './CatalogueFilters.tsx'
import { CourseGrid } from './CourseGrid.tsx'
import styles from './CoursesPage.module.css'
import { ExamDialog } from './ExamDialog.tsx'
import { LabDialog } from './LabDialog.tsx'
import { SingleOffers } from './SingleOffers.tsx'
import { filterCourses, useCatalogueFilters } from './useCatalogueFilters.ts'

export default function CoursesPage() {
  const { filters, setFilter, clear } = useCatalogueFilters()
  const { data, error, refetch } = useQuery(callQuery('listCourses'))
  const found = data && filterCourses(data, filters)
  return (
    <Page
      title="Courses"
      intro="Learn one technique at a time, try it in a cloud account of your own, and prove that you can."
    >
      <section className={styles.section} aria-labelledby="found">
        <h2 id="found" className="visually-hidden">
          Courses to choose from
        </h2>
        <CatalogueFilters courses={data ?? []} filters={filters} onChange={setFilter} />
        <p className="small muted" role="status">
          {found && countOf(found.length, 'course')}
        </p>
        {error && <Failed what="the courses" why={errorMessage(error)} onRetry={() => void refetch()} />}
        {!error && !found && <Loading what="the courses" />}
        {found?.length === 0 && (
          <Empty title="No course matches" icon="search" action={<Button onClick={clear}>Clear the filters</Button>}>
            Remove a filter, or try a shorter search.
          </Empty>
        )}
        {found && found.length > 0 && <CourseGrid courses={found} />}
      </section>
      <SingleOffers />
      <LabDialog />
      <ExamDialog />
    </Page>
  )
}
