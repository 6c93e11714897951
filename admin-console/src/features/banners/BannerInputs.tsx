import type { BannerRecord } from '@flagyard/api-types'
import { BooleanInput, NumberInput, required, TextInput, useRecordContext } from 'react-admin'
import { MomentInput } from '../../crud/inputs.tsx'
import styles from './BannerInputs.module.css'

export const bannerLabels = {
  content: 'Message',
  link: 'Link',
  shows_from: 'Shows from',
  shows_until: 'Shows until',
  position: 'Position',
  active: 'Switched on',
} as const

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

/** An unchanged time keeps its seconds. */
const Moment = ({ source }: { source: 'shows_from' | 'shows_until' }) => (
  <MomentInput source={source} label={bannerLabels[source]} before={useRecordContext<BannerRecord>()?.[source]} />
)
