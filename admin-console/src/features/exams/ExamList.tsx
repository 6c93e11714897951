import type { ExamRow } from '@flagyard/api-types'
import { CrudList, NewButton } from '../../crud/CrudList.tsx'
import { choices, type Filters, search } from '../../crud/filters.tsx'
import { StatusChip, statusNames } from '../../crud/RecordCards.tsx'
import { Column, Rows } from '../../crud/Rows.tsx'
import { cloudNames, countOf, formatAgo, formatMinutes, formatMoney, optionsOf } from '../../lib/format.ts'
import { Health, healthNames, healthWords } from '../canaries/canary-words.tsx'
import { contentColumns } from '../content/content-record.tsx'

const { beta: _, ...statuses } = statusNames
const filters: Filters<'listExamsForAdmin'> = {
  q: search('Title or slug'),
  status: choices('Status', optionsOf(statuses)),
  cloud: choices('Cloud', optionsOf(cloudNames)),
  health: choices('Canary', optionsOf(healthNames)),
}

export default function ExamList() {
  return (
    <CrudList<'listExamsForAdmin'> filters={filters} actions={<NewButton />}>
      <Rows<ExamRow>
        hiddenColumns={['slug']}
        primaryText={(exam) => exam.title}
        tertiaryText={StatusChip}
        secondaryText={(exam) =>
          `${cloudNames[exam.cloud]} · ${countOf(exam.attempts_taken, 'attempt')} sat · ${exam.passed} passed · canary: ${healthWords(exam.health, { isShort: true })}`
        }
        empty="Nothing is written yet. Add the first exam."
      >
        {contentColumns}

        <Column<ExamRow> source="cloud" label="Cloud" render={(exam) => cloudNames[exam.cloud]} />
        <Column<ExamRow>
          source="duration_minutes"
          onlyWide
          label="Time"
          align="right"
          render={(exam) => formatMinutes(exam.duration_minutes)}
        />
        <Column<ExamRow> source="attempts_taken" label="Sat" align="right" />
        <Column<ExamRow> source="passed" label="Passed" align="right" />
        <Column<ExamRow> source="health" label="Canary" render={({ health }) => <Health health={health} isShort />} />
        <Column<ExamRow> source="price" label="Price" align="right" render={(exam) => formatMoney(exam.price)} />
        <Column<ExamRow> source="updated_at" label="Changed" render={(exam) => formatAgo(exam.updated_at)} />
      </Rows>
    </CrudList>
  )
}
