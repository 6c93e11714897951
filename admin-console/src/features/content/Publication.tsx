import { DateTimeInput, required, useResourceContext } from 'react-admin'
import { ActionButton } from '../../crud/ActionButton.tsx'
import { CallButton } from '../../crud/CallButton.tsx'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import type { ContentRecord } from './content-record.ts'

/** What can be done with changes that people do not see yet: published now or at an hour, or thrown away. */
export function Publication({ record, recordLabel }: { record: ContentRecord; recordLabel: string }) {
  const { id: slug, version, allowed, draft } = record
  const isLab = useResourceContext() === 'labs'
  const publish = (provider: ConsoleDataProvider, at?: string): Promise<unknown> => {
    const publication = { version, ...(at && { at }) }
    return isLab
      ? provider.call('publishLab', { slug, publication })
      : provider.call('publishExam', { slug, publication })
  }
  const cancel = (provider: ConsoleDataProvider): Promise<unknown> =>
    isLab ? provider.call('cancelLabPublication', { slug }) : provider.call('cancelExamPublication', { slug })
  const discard = (provider: ConsoleDataProvider): Promise<unknown> =>
    isLab
      ? provider.call('discardLabDraft', { slug, seenContent: { version } })
      : provider.call('discardExamDraft', { slug, seenContent: { version } })
  return (
    <>
      {allowed.includes('publish') && (
        <>
          <CallButton
            variant="contained"
            color="primary"
            call={(provider) => publish(provider)}
            successMessage={`The ${recordLabel} is published`}
          >
            {draft ? 'Publish changes' : 'Publish'}
          </CallButton>
          <ActionButton<{ at: string | null }, unknown>
            label="Publish later"
            title={`When shall the ${recordLabel} be published?`}
            submitLabel="Plan it"
            defaultValues={{ at: null }}
            call={(provider, { at }) => publish(provider, at ? new Date(at).toISOString() : undefined)}
            successMessage="It will be published at that hour"
          >
            <DateTimeInput
              source="at"
              label="Day and hour"
              helperText="Your time"
              validate={required('Choose a time')}
            />
          </ActionButton>
        </>
      )}
      {allowed.includes('cancel_publication') && (
        <CallButton call={cancel} successMessage="Nothing will be published by itself">
          Do not publish later
        </CallButton>
      )}
      {allowed.includes('discard_draft') && (
        <ActionButton
          label="Discard changes"
          color="error"
          title="Discard the changes?"
          submitLabel="Discard"
          cancelLabel="Keep them"
          call={discard}
          successMessage={`The ${recordLabel} is as learners see it`}
        >
          <p>What was changed since the last publication is gone.</p>
        </ActionButton>
      )}
    </>
  )
}
