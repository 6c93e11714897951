import type { BannerRecord } from '@flagyard/api-types'
import { BooleanInput, DateTimeInput, NumberInput, required, TextInput, useRecordContext } from 'react-admin'
import styles from './BannerInputs.module.css'
import { instantOf, localMinute } from './schedule.ts'

export const bannerLabels = {
  content: 'Message',
  link: 'Link',
  shows_from: 'Shows from',
  shows_until: 'Shows until',
  position: 'Position',
  active: 'Switched on',
} as const

/** What a banner says, where it leads and when it shows. */
export const BannerInputs = () => (
  <>
    <TextInput
      source="content"
      label={bannerLabels.content}
      multiline
      minRows={3}
      helperText="**Two stars** around words make them bold"
      validate={required('Say something')}
      slotProps={{ htmlInput: { maxLength: 1000 } }}
    />
    <TextInput
      source="link"
      label={bannerLabels.link}
      helperText="An address that begins with https://, or a path of this site like /courses"
      slotProps={{ htmlInput: { maxLength: 2048 } }}
    />
    <div className={styles.pair}>
      <Moment source="shows_from" />
      <Moment source="shows_until" />
    </div>
    <NumberInput
      source="position"
      label={bannerLabels.position}
      helperText="The lowest is shown first; at most five are shown at a time"
      min={0}
      max={1000}
      validate={required('Say a number')}
    />
    <BooleanInput source="active" label={bannerLabels.active} helperText={false} />
  </>
)

/** A time that one only passes by keeps its seconds. */
function Moment({ source }: { source: 'shows_from' | 'shows_until' }) {
  const before = useRecordContext<BannerRecord>()?.[source]
  return (
    <DateTimeInput
      source={source}
      label={bannerLabels[source]}
      helperText={`Your time, ${timeZone()}`}
      format={localMinute}
      parse={(local: string) => instantOf(local, before)}
    />
  )
}

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
