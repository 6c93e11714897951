import { BooleanInput, DateTimeInput, required } from 'react-admin'
import { ActionButton } from '../../../crud/actions.tsx'
import { useResourceCall } from '../../../crud/calls.tsx'
import type { ContentRecord } from '../content-record.ts'
import { useKind } from './useKind.ts'
import { useMove } from './useMove.ts'

/** Publishes now or at a given time. For incomplete content, the dialog shows the reason for the refusal. */
export function PublishButtons({ record }: { record: ContentRecord }) {
  const { calls } = useKind()
  const move = useMove(record)
  const update = useResourceCall('update')
  const { title, status, draft, allowed, missing } = record
  if (!(calls ? allowed.includes('publish') : allowed.includes('update') && status !== 'published')) return null
  const overwrite = draft?.changes.some(({ outdated }) => outdated) && (
    <BooleanInput
      source="overwrite"
      label="Publish also what somebody else changed meanwhile: mine stays"
      helperText={false}
    />
  )
  return (
    <>
      <ActionButton
        operation={calls ? calls.names.publish : update}
        label="Publish now…"
        variant="contained"
        title={draft ? 'Publish the changes?' : `Publish ${title}?`}
        call={(provider, { overwrite }: { overwrite?: boolean }): Promise<unknown> =>
          calls ? calls.publish(record, overwrite ? { overwrite } : {})(provider) : move('published')(provider)
        }
        successMessage="Published: everybody sees it now"
        submitLabel="Publish now"
        waiting="Publishing…"
      >
        {missing.length > 0 ? (
          <>
            <p>It cannot be published yet:</p>
            <ul aria-label="Still missing">
              {missing.map(({ code, field, lesson_id, message }) => (
                <li key={`${code ?? field} ${lesson_id} ${message}`}>{message}</li>
              ))}
            </ul>
          </>
        ) : (
          <p>Everybody sees {draft ? 'them at once. They can be taken back afterwards.' : 'it at once.'}</p>
        )}
        {overwrite}
      </ActionButton>
      {calls && (
        <ActionButton
          operation={calls.names.publish}
          label="Publish at an hour…"
          title="Publish at an hour"
          call={(provider, { at, overwrite }: { at: string; overwrite?: boolean }) =>
            calls.publish(record, { at: new Date(at).toISOString(), ...(overwrite && { overwrite }) })(provider)
          }
          successMessage="It will be published at that hour"
          submitLabel="Publish then"
          isReady={({ at }) => !!at}
        >
          <DateTimeInput
            source="at"
            label="When"
            helperText={`Your time, ${Intl.DateTimeFormat().resolvedOptions().timeZone}. Until then it can be taken back.`}
            validate={required('Say when')}
          />
          {overwrite}
        </ActionButton>
      )}
    </>
  )
}
