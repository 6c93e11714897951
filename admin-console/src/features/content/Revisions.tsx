import type { ContentRevision } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { useRecordContext } from 'react-admin'
import { CallButton } from '../../crud/actions/action-table.tsx'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { formatMoment } from '../../lib/format.ts'

const Col = Column<ContentRevision>

const revertCalls = {
  course_revisions: 'takeBackCourseRevision',
  lab_revisions: 'takeBackLabRevision',
  exam_revisions: 'takeBackExamRevision',
} as const
type Reference = keyof typeof revertCalls

/** Publication history of the record, latest first, with a button that undoes the latest publication. */
export function Revisions({ reference }: { reference: Reference }) {
  const slug = String(useRecordContext()?.id ?? '')
  const revertButton = ({ id, allowed }: ContentRevision) =>
    allowed.includes('take_back') && (
      <CallButton
        operation={revertCalls[reference]}
        size="small"
        call={(provider) => provider.call(revertCalls[reference], { slug, id })}
        successMessage="Revision reverted"
      >
        Revert
      </CallButton>
    )
  return (
    <RelatedList reference={reference} target="slug" resourceLabel={['revision', 'revisions']}>
      <Rows<ContentRevision>
        primaryText={(revision) => `Revision ${revision.number}`}
        tertiaryText={stateOf}
        secondaryText={(revision) => (
          <>
            {[formatMoment(revision.published_at), revision.published_by ?? 'imported', partsOf(revision)]
              .filter(Boolean)
              .join(' · ')}
            <div className="row-actions">{revertButton(revision)}</div>
          </>
        )}
        empty="No revisions yet. Every publication is listed here, and the latest one can be reverted."
      >
        <Col source="number" label="Revision" align="right" />
        <Col source="published_at" label="Published" long render={(revision) => formatMoment(revision.published_at)} />
        <Col source="published_by" label="By" render={({ published_by: by }) => by ?? '—'} />
        <Col source="changes" label="Changes" wraps render={(revision) => partsOf(revision) || '—'} />
        <Col source="source" label="Source" render={stateOf} />
        <Col source="id" label="Action" isAction render={(revision) => revertButton(revision) || '—'} />
      </Rows>
    </RelatedList>
  )
}

const partsOf = ({ changes }: ContentRevision) => changes.map(({ title }) => title).join(', ')

const sources: Record<ContentRevision['source'], string> = {
  editor: 'Console',
  import: 'Import',
  take_back: 'Revert',
}

function stateOf({ source, takes_back, taken_back_at }: ContentRevision) {
  if (taken_back_at) return <Chip tone="warn">{`Reverted ${formatMoment(taken_back_at)}`}</Chip>
  return <Chip tone="neutral">{takes_back ? `Reverts revision ${takes_back}` : sources[source]}</Chip>
}
