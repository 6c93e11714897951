import type { LessonRecord, StoredFile, VideoUrl } from '@flagyard/api-types'
import { MAX_CHAPTERS } from '@flagyard/api-types/contract/content-fields'
import { Icon } from '@flagyard/ui/Icon'
import { Button, type ButtonProps, IconButton } from '@mui/material'
import { useRef, useState } from 'react'
import { NumberInput, required, useInput } from 'react-admin'
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form'
import { useCall } from '../../../crud/calls.tsx'
import { Text, Whole } from '../../../crud/inputs.tsx'
import { UploadField } from '../../uploads/UploadField.tsx'
import styles from '../CourseEdit.module.css'
import { CaptionEditor, type EditedCaptions, LessonVideoContext, useLessonVideo } from './CaptionEditor.tsx'
import { EMPTY_VTT } from './vtt.ts'

interface Props {
  course: string
  lesson: LessonRecord
}

export function VideoInput({ course, lesson }: Props) {
  return lesson.video ? <SavedVideo course={course} lesson={lesson} /> : <LessonVideo lesson={lesson} />
}

function SavedVideo({ course, lesson }: Props) {
  const id = lesson.id.split('/').at(-1) ?? ''
  const { data } = useCall('getLessonVideo', { slug: course, id }, { staleTime: 600_000 })
  return <LessonVideo lesson={lesson} urls={data} />
}

function LessonVideo({ lesson, urls }: { lesson: LessonRecord; urls?: VideoUrl | undefined }) {
  const player = useRef<HTMLVideoElement>(null)
  const isSaved = useInput<string | null>({ source: 'video' }).field.value === lesson.video
  return (
    <LessonVideoContext value={{ player, urls: isSaved ? urls : undefined }}>
      <div className={styles.video}>
        <div className={styles.stack}>
          {urls && isSaved && (
            // biome-ignore lint/a11y/useMediaCaption: the tracks below are its captions, if any are uploaded.
            <video ref={player} controls preload="metadata" src={urls.url} aria-label={`Video of ${lesson.title}`}>
              {urls.captions.map(({ lang, label, url }) => (
                <track key={lang} kind="captions" srcLang={lang} label={label} src={url} />
              ))}
            </video>
          )}
          <VideoFile />
        </div>
        <div className={styles.stack}>
          <CaptionsInput />
          <ChaptersInput />
        </div>
      </div>
    </LessonVideoContext>
  )
}

function VideoFile() {
  const { field } = useInput<string | null>({ source: 'video' })
  const { setValue } = useFormContext()
  const [sent, setSent] = useState<StoredFile | null>(null)
  const changeVideo = (file: StoredFile | null) => {
    setSent(file)
    field.onChange(file?.name ?? null)
    if (file?.duration_seconds) setValue('duration_seconds', file.duration_seconds, { shouldDirty: true })
  }
  return (
    <>
      <UploadField
        kind="film"
        label="Video"
        value={sent && sent.name === field.value ? sent : null}
        onChange={changeVideo}
        helperText={field.value && !sent ? 'Replaces the video above' : 'Save the lesson to watch the video here'}
      />
      {field.value && !sent && (
        <div>
          <Button size="small" color="error" onClick={() => changeVideo(null)}>
            Remove video
          </Button>
        </div>
      )}
      <NumberInput
        source="duration_seconds"
        label="Length in seconds"
        helperText="Detected from the video file if possible"
        min={0}
        validate={required('Enter the length')}
      />
    </>
  )
}

/** Captions of a video, one file per language: uploaded or written here. */
function CaptionsInput() {
  const { fields, append, remove } = useFieldArray<EditedLesson>({ name: 'captions', rules: { validate: stored } })
  const { errors } = useFormState<EditedLesson>()
  const add = (caption: Partial<EditedCaptions>) => append({ lang: 'en', label: 'English', file: '', ...caption })
  return (
    <fieldset className={styles.captions} aria-label="Captions">
      <h3 className={styles.title}>Captions</h3>
      {fields.length === 0 && (
        <p className="muted small">Every video needs captions before its course can be published.</p>
      )}
      {fields.map((field, at) => (
        <div key={field.id} className={styles.card}>
          <div className={styles.pair}>
            <Text
              source={`captions.${at}.lang`}
              label="Language"
              helperText="For example en"
              validate={required('Enter a language')}
            />
            <Text source={`captions.${at}.label`} label="Label" validate={required('Enter a title')} />
          </div>
          <CaptionEditor at={at} />
          <div>
            <Button size="small" color="error" onClick={() => remove(at)}>
              Remove captions
            </Button>
          </div>
        </div>
      ))}
      <ErrorText message={errors.captions?.root?.message} />
      <div>
        <AddButton onClick={() => add({ text: EMPTY_VTT })}>Write captions</AddButton>
      </div>
      <UploadField
        kind="captions"
        label="Caption file"
        value={null}
        onChange={(file: StoredFile | null) => file && add({ file: file.name })}
      />
    </fieldset>
  )
}

interface EditedLesson {
  captions: EditedCaptions[]
}

const stored = (captions: EditedCaptions[]) =>
  captions.some(({ text, file }) => text !== undefined || file === '')
    ? 'Apply or discard your caption edits first.'
    : true

/** Chapters of a video with their start times. They are sorted on save. */
function ChaptersInput() {
  const { fields, append, remove } = useFieldArray<EditedChapters>({
    name: 'chapters',
    rules: { validate: distinctStarts },
  })
  const { errors } = useFormState<EditedChapters>()
  const { player } = useLessonVideo()
  return (
    <fieldset className={styles.captions} aria-label="Chapters">
      <h3 className={styles.title}>Chapters</h3>
      {fields.length === 0 && (
        <p className="muted small">Learners can jump to chapters, which are marked on the video’s timeline.</p>
      )}
      {fields.map((field, at) => (
        <fieldset key={field.id} className={styles.chapter} aria-label={`Chapter ${at + 1}`}>
          <Whole source={`chapters.${at}.second`} label="Second" />
          <Text source={`chapters.${at}.title`} label="Title" maxLength={120} validate={required('Enter a title')} />
          <IconButton aria-label={`Remove chapter ${at + 1}`} onClick={() => remove(at)}>
            <Icon name="minus" />
          </IconButton>
        </fieldset>
      ))}
      <ErrorText message={errors.chapters?.root?.message} />
      <div>
        <AddButton
          disabled={fields.length >= MAX_CHAPTERS}
          onClick={() => append({ second: Math.floor(player.current?.currentTime ?? 0), title: '' })}
        >
          Add chapter at current time
        </AddButton>
      </div>
    </fieldset>
  )
}

interface EditedChapters {
  chapters: LessonRecord['chapters']
}

const distinctStarts = (chapters: EditedChapters['chapters']) =>
  new Set(chapters.map(({ second }) => second)).size < chapters.length
    ? 'Two chapters start at the same second. Change one of them.'
    : true

const ErrorText = ({ message }: { message: string | undefined }) =>
  message && (
    <p role="alert" className="small">
      {message}
    </p>
  )

const AddButton = (props: ButtonProps) => (
  <Button size="small" variant="outlined" startIcon={<Icon name="plus" size={16} />} {...props} />
)
