import type { FeedbackAnalytics, FeedbackResponseRow } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { RecordContextProvider, ResourceContextProvider } from 'react-admin'
import { Link } from 'react-router-dom'
import { RelatedList } from '../../../crud/RelatedList.tsx'
import { Column, Rows } from '../../../crud/Rows.tsx'
import { formatMonday } from '../weeks.ts'
import styles from './Analytics.module.css'
import { answersOf } from './Controls.tsx'
import { useFeedbackSpan } from './useFeedbackSpan.ts'

/** Links to full responses. Respondents are anonymous. */
export function Responses({ analytics }: { analytics: FeedbackAnalytics }) {
  const [span] = useFeedbackSpan()
  const { course, ...group } = answersOf(analytics, span)
  return (
    <section className={styles.card} aria-labelledby="responses">
      <h2 id="responses" className={styles.title}>
        Response by response
      </h2>
      <ResourceContextProvider value="feedback_responses">
        <RecordContextProvider value={{ id: course }}>
          <RelatedList
            reference="feedback_responses"
            target="course"
            filter={group}
            resourceLabel={['response', 'responses']}
          >
            <Rows<FeedbackResponseRow>
              label="Responses"
              primaryText={(row) => <Open row={row} />}
              secondaryText={(row) => `Week of ${formatMonday(row.week)}`}
              tertiaryText={(row) => row.quote_as && 'may be quoted'}
              empty="No responses to show in these weeks."
            >
              <Column<FeedbackResponseRow> source="id" label="Response" render={(row) => <Open row={row} />} />
              <Column<FeedbackResponseRow> source="week" label="Week of" render={({ week }) => formatMonday(week)} />
              <Column<FeedbackResponseRow>
                source="quote_as"
                label="May be quoted"
                render={({ quote_as }) => (quote_as ? 'yes' : 'no')}
              />
            </Rows>
          </RelatedList>
        </RecordContextProvider>
      </ResourceContextProvider>
    </section>
  )
}

const Open = ({ row: { id } }: { row: FeedbackResponseRow }) => (
  <Link to={consolePaths.feedbackResponse(id)}>
    Response <span className="mono">{id.slice(0, 8)}</span>
  </Link>
)
