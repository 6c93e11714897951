import type { BannerRecord } from '@flagyard/api-types'
import { BannerPopup } from '@flagyard/ui/BannerPopup'
import { Button } from '@mui/material'
import { useState } from 'react'
import { BooleanInput, NumberInput, required, TextInput, useRecordContext } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { CallButton } from '../../crud/actions/action-table.tsx'
import { MomentInput } from '../../crud/inputs.tsx'
import { stateChip } from '../../crud/record/RecordCards.tsx'
import { formatMoment, wordsOf } from '../../lib/format.ts'
import styles from './BannerInputs.module.css'

export const bannerLabels = {
  content: 'Message',
  link: 'Link',
  shows_from: 'Shows from',
  shows_until: 'Shows until',
  position: 'Position',
  active: 'Active',
} as const

export const BannerInputs = () => (
  <>
    <TextInput
      source="content"
      label={bannerLabels.content}
      multiline
      minRows={3}
      helperText="**Two stars** around words make them bold"
      validate={required('Enter a message')}
      slotProps={{ htmlInput: { maxLength: 1000 } }}
    />
    <TextInput
      source="link"
      label={bannerLabels.link}
      helperText="A URL starting with https://, or a path on this site such as /courses"
      slotProps={{ htmlInput: { maxLength: 2048 } }}
    />
    <div className={styles.pair}>
      <Moment source="shows_from" />
      <Moment source="shows_until" />
    </div>
    <NumberInput
      source="position"
      label={bannerLabels.position}
      helperText="Lowest first. At most five banners are shown at a time"
      min={0}
      max={1000}
      validate={required('Enter a number')}
    />
    <BooleanInput source="active" label={bannerLabels.active} helperText={false} />
  </>
)

/** An unchanged time keeps its seconds. */
const Moment = ({ source }: { source: 'shows_from' | 'shows_until' }) => (
  <MomentInput source={source} label={bannerLabels[source]} before={useRecordContext<BannerRecord>()?.[source]} />
)

/** Shows the unsaved banner in the learner app's pop-up. */
export function PreviewButton() {
  const { getValues } = useFormContext<{ content: string | null; link: string | null }>()
  const [open, setOpen] = useState(false)
  const { content, link } = getValues()
  return (
    <>
      <Button onClick={() => setOpen(true)}>Preview</Button>
      {open && (
        <BannerPopup
          banner={{ id: 'preview', content: content?.trim() || 'Your message', link: link?.trim() || null }}
          onClose={() => setOpen(false)}
          onDismissedChange={() => undefined}
        />
      )}
    </>
  )
}

export const RestoreButton = ({ id, label = 'Restore' }: { id: string; label?: string }) => (
  <CallButton
    operation="restoreBanner"
    size="small"
    call={(provider) => provider.call('restoreBanner', { id })}
    successMessage="Banner restored"
  >
    {label}
  </CallButton>
)

const tones = { active: 'good', planned: 'info', ended: 'neutral', off: 'neutral', removed: 'bad' } as const

export const bannerStates = wordsOf(tones)

export const BannerStateChip = stateChip(tones)

/** The message without bold markers. */
export const plainText = ({ content }: Pick<BannerRecord, 'content'>): string => content.replaceAll('**', '')

/** `from 21 Nov 2026, 08:00:00 until …`, or `always`. */
export function scheduleOf({ shows_from, shows_until }: BannerRecord): string {
  const parts = [shows_from && `from ${formatMoment(shows_from)}`, shows_until && `until ${formatMoment(shows_until)}`]
  return parts.filter(Boolean).join(' ') || 'always'
}
