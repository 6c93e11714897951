import type { ExamRow } from '@flagyard/api-types'
import { CrudList, NewButton } from '../../crud/list/CrudList.tsx'
import { choices, type Filters, search } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { StatusChip, statusNames } from '../../crud/record/RecordCards.tsx'
import { cloudNames, countOf, formatAgo, formatMinutes, formatMoney } from '../../lib/format.ts'
import { Health, healthNames, healthWords } from '../canaries/canary-words.tsx'
import { contentColumns } from '../content/content-record.tsx'

const Col = Column<ExamRow>

const { beta: _, ...statuses } = statusNames
const filters: Filters<'listExamsForAdmin'> = {
  q: search('Title or slug'),
  status: choices('Status', statuses),
  cloud: choices('Cloud', cloudNames),
  health: choices('Canary', healthNames),
}

export default function ExamList() {
  return (
    <CrudList<'listExamsForAdmin'> filters={filters} actions={<NewButton />}>
      <Rows<ExamRow>
        hiddenColumns={['slug']}
        primaryText={(exam) => exam.title}
        tertiaryText={StatusChip}
        secondaryText={(exam) =>
          `${cloudNames[exam.cloud]} · ${countOf(exam.attempts_taken, 'attempt')} taken · ${exam.passed} passed · canary: ${healthWords(exam.health, { isShort: true })}`
        }
        empty="No exams yet. Create the first one."
      >
        {contentColumns}

        <Col source="cloud" label="Cloud" render={(exam) => cloudNames[exam.cloud]} />
        <Col
          source="duration_minutes"
          onlyWide
          label="Time"
          align="right"
          render={(exam) => formatMinutes(exam.duration_minutes)}
        />
        <Col source="attempts_taken" label="Taken" align="right" />
        <Col source="passed" label="Passed" align="right" />
        <Col source="health" label="Canary" render={({ health }) => <Health health={health} isShort />} />
        <Col source="price" label="Price" align="right" render={(exam) => formatMoney(exam.price)} />
        <Col source="updated_at" label="Changed" render={(exam) => formatAgo(exam.updated_at)} />
      </Rows>
    </CrudList>
  )
}
