import type { LabRow } from '@flagyard/api-types'
import { CrudList, NewButton } from '../../crud/list/CrudList.tsx'
import { choices, type Filters, search } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { StatusChip, statusNames } from '../../crud/record/RecordCards.tsx'
import { cloudNames, countOf, formatAgo, formatMinutes, levelNames } from '../../lib/format.ts'
import { Health, healthNames, healthWords } from '../canaries/canary-words.tsx'
import { contentColumns } from '../content/content-record.tsx'

const Col = Column<LabRow>

const { beta: _, ...statuses } = statusNames
const filters: Filters<'listLabsForAdmin'> = {
  q: search('Title or slug'),
  status: choices('Status', statuses),
  cloud: choices('Cloud', cloudNames),
  difficulty: choices('Difficulty', levelNames),
  health: choices('Canary', healthNames),
}

export default function LabList() {
  return (
    <CrudList<'listLabsForAdmin'> filters={filters} actions={<NewButton />}>
      <Rows<LabRow>
        hiddenColumns={['slug', 'updated_at']}
        primaryText={(lab) => lab.title}
        tertiaryText={StatusChip}
        secondaryText={(lab) =>
          `${cloudNames[lab.cloud]} · ${levelNames[lab.difficulty]} · ${countOf(lab.deployments, 'deployment')} · ${healthWords(lab.health, { isShort: true })}`
        }
        empty="No labs yet. Create the first one."
      >
        {contentColumns}

        <Col source="cloud" label="Cloud" render={(lab) => cloudNames[lab.cloud]} />
        <Col source="difficulty" label="Difficulty" render={(lab) => levelNames[lab.difficulty]} />
        <Col
          source="duration_minutes"
          onlyWide
          label="Time"
          align="right"
          render={(lab) => formatMinutes(lab.duration_minutes)}
        />
        <Col source="flags" label="Flags" align="right" />
        <Col source="deployments" label="Deployments" align="right" />
        <Col source="health" label="Canary" render={({ health }) => <Health health={health} isShort />} />
        <Col source="updated_at" label="Changed" render={(lab) => formatAgo(lab.updated_at)} />
      </Rows>
    </CrudList>
  )
}
