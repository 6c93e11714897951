import type { LabRow } from '@flagyard/api-types'
import { CrudList, NewButton } from '../../crud/CrudList.tsx'
import { choices, type Filters, search } from '../../crud/filters.tsx'
import { StatusChip, statusNames } from '../../crud/RecordCards.tsx'
import { Column, Rows } from '../../crud/Rows.tsx'
import { cloudNames, countOf, formatAgo, formatMinutes, levelNames, optionsOf } from '../../lib/format.ts'
import { Health, healthNames, healthWords } from '../canaries/canary-words.tsx'
import { contentColumns } from '../content/content-record.tsx'

const { beta: _, ...statuses } = statusNames
const filters: Filters<'listLabsForAdmin'> = {
  q: search('Title or slug'),
  status: choices('Status', optionsOf(statuses)),
  cloud: choices('Cloud', optionsOf(cloudNames)),
  difficulty: choices('Difficulty', optionsOf(levelNames)),
  health: choices('Canary', optionsOf(healthNames)),
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
        empty="Nothing is written yet. Add the first lab."
      >
        {contentColumns}

        <Column<LabRow> source="cloud" label="Cloud" render={(lab) => cloudNames[lab.cloud]} />
        <Column<LabRow> source="difficulty" label="Difficulty" render={(lab) => levelNames[lab.difficulty]} />
        <Column<LabRow>
          source="duration_minutes"
          onlyWide
          label="Time"
          align="right"
          render={(lab) => formatMinutes(lab.duration_minutes)}
        />
        <Column<LabRow> source="flags" label="Flags" align="right" />
        <Column<LabRow> source="deployments" label="Deployments" align="right" />
        <Column<LabRow> source="health" label="Canary" render={({ health }) => <Health health={health} isShort />} />
        <Column<LabRow> source="updated_at" label="Changed" render={(lab) => formatAgo(lab.updated_at)} />
      </Rows>
    </CrudList>
  )
}
