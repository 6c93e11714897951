import type { ContentRevision } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import { CallButton } from '../../crud/CallButton.tsx'
import { Column } from '../../crud/Column.tsx'
import { RelatedList } from '../../crud/RelatedList.tsx'
import { Rows } from '../../crud/Rows.tsx'
import { formatMoment } from '../../lib/format.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'

type TakeBack = (provider: ConsoleDataProvider, names: { slug: string; id: string }) => Promise<unknown>

/** What was published of the record whose page it stands on, the latest first. */
export function Revisions({
  reference,
  takeBack,
}: {
  reference: 'lab_revisions' | 'exam_revisions'
  takeBack: TakeBack
}) {
  const slug = String(useRecordContext()?.id ?? '')
  const undo = (revision: ContentRevision) =>
    revision.allowed.includes('take_back') && (
      <CallButton
        size="small"
        call={(provider) => takeBack(provider, { slug, id: revision.id })}
        successMessage="Everything is as it was before"
      >
        Take back
      </CallButton>
    )
  return (
    <RelatedList reference={reference} target="slug" resourceLabel={['revision', 'revisions']}>
      <Rows<ContentRevision>
        primaryText={(revision) => `Revision ${revision.number} · ${sourceOf(revision)}`}
        tertiaryText={undo}
        secondaryText={(revision) => `${formatMoment(revision.published_at)} · ${revision.published_by ?? 'files'}`}
        empty="Each publication appears here, and the latest can be taken back."
      >
        <Column<ContentRevision> source="number" label="Revision" align="right" />
        <Column<ContentRevision>
          source="published_at"
          label="Published"
          render={(revision) => formatMoment(revision.published_at)}
        />
        <Column<ContentRevision> source="published_by" label="By" render={(revision) => revision.published_by ?? '—'} />
        <Column<ContentRevision> source="source" label="How" cellClassName="wraps" render={sourceOf} />
        <Column<ContentRevision> source="allowed" label="Undo" isAction render={undo} />
      </Rows>
    </RelatedList>
  )
}

function sourceOf({ source, takes_back, taken_back_at }: ContentRevision): string {
  const how =
    source === 'take_back' ? `took back revision ${takes_back}` : source === 'import' ? 'import of files' : 'editor'
  return taken_back_at ? `${how}, taken back` : how
}
