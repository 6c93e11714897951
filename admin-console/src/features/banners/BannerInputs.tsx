import type { BannerRecord } from '@flagyard/api-types'
import { BannerPopup } from '@flagyard/ui/BannerPopup'
import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { Checkbox, TextArea, TextField } from '@flagyard/ui/fields'
import { type ReactNode, useRef, useState } from 'react'
import styles from './Banner.module.css'
import { instantOf, localMinute } from './schedule.ts'

export type BannerFields = Pick<BannerRecord, 'content' | 'link' | 'active' | 'position' | 'shows_from' | 'shows_until'>

interface Props {
  name: string
  banner?: BannerRecord
  onSave: (fields: BannerFields) => Promise<unknown>
  busy: boolean
  fault: (field: string) => string | undefined
  /** Buttons beside Save. */
  children?: ReactNode
}

/** What a banner says, where it leads and when it shows, with the learner's own pop-up as its preview. */
export function BannerInputs({ name, banner, onSave, busy, fault, children }: Props) {
  const inside = useRef<HTMLDivElement>(null)
  const [preview, setPreview] = useState<BannerFields>()
  const show = () => {
    const form = inside.current?.closest('form')
    if (form) setPreview(fieldsOf(new FormData(form), banner))
  }
  return (
    <>
      <Form
        name={name}
        className={styles.card}
        onSubmit={async (values) => void (await onSave(fieldsOf(values, banner)))}
      >
        <div className={styles.inputs} ref={inside}>
          <TextArea
            label="Message"
            name="content"
            required
            rows={3}
            maxLength={1000}
            defaultValue={banner?.content}
            error={fault('content')}
          />
          <TextField
            label="Link"
            name="link"
            maxLength={2048}
            hint="An address that begins with https://, or a path of this site like /courses"
            defaultValue={banner?.link ?? ''}
            error={fault('link')}
          />
          <div className={styles.pair}>
            <TextField
              label="Shows from"
              name="shows_from"
              type="datetime-local"
              hint={`Your time, ${timeZone()}`}
              defaultValue={localMinute(banner?.shows_from)}
              error={fault('shows_from')}
            />
            <TextField
              label="Shows until"
              name="shows_until"
              type="datetime-local"
              hint={`Your time, ${timeZone()}`}
              defaultValue={localMinute(banner?.shows_until)}
              error={fault('shows_until')}
            />
          </div>
          <TextField
            label="Place"
            name="position"
            type="number"
            min={0}
            max={1000}
            required
            hint="Of several, the lowest is shown first; five at most are shown at once"
            defaultValue={banner?.position ?? 0}
            error={fault('position')}
          />
          <Checkbox label="Switched on" name="active" defaultChecked={banner?.active ?? true} error={fault('active')} />
        </div>
        <div className="row">
          <Button type="submit" variant="primary" busy={busy}>
            Save
          </Button>
          <Button onClick={show}>Preview</Button>
          {children}
        </div>
      </Form>
      {preview && (
        <BannerPopup
          banner={{ id: 'preview', content: preview.content || 'Your message', link: preview.link }}
          onClose={() => setPreview(undefined)}
          onDismissedChange={() => undefined}
        />
      )}
    </>
  )
}

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const fieldsOf = (values: FormData, banner?: BannerRecord): BannerFields => ({
  content: String(values.get('content')).trim(),
  link: String(values.get('link')).trim() || null,
  active: values.get('active') !== null,
  position: Number(values.get('position')),
  shows_from: instantOf(String(values.get('shows_from')), banner?.shows_from),
  shows_until: instantOf(String(values.get('shows_until')), banner?.shows_until),
})
