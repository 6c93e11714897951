import type { CourseRecord } from '@flagyard/api-types'
import { ArrayInput, CheckboxGroupInput, NumberInput, required, SelectInput, SimpleFormIterator } from 'react-admin'
import { EditForm } from '../../crud/EditForm.tsx'
import { cloudNames, formatMoney, levelNames } from '../../lib/format.ts'
import { MarkdownInput } from '../markdown/MarkdownInput.tsx'
import styles from './CourseEdit.module.css'
import { CoverInput } from './CoverInput.tsx'
import { filled, LinesInput, PlainTextInput, PriceInput } from './course-inputs.tsx'
import { ReadOnly } from './ReadOnly.tsx'

const labels = {
  title: 'Title',
  subtitle: 'Subtitle',
  description: 'Description',
  cover: 'Cover',
  price: 'Price',
  level: 'Level',
  language: 'Language',
  clouds: 'Clouds',
  tags: 'Tags',
  outcomes: 'What one can do afterwards',
  prerequisites: 'What one should know before',
  instructors: 'Instructors',
  estimated_hours: 'Hours',
  access_days: 'Days of access',
  position: 'Position',
} as const

const choicesOf = (names: Record<string, string>) => Object.entries(names).map(([id, name]) => ({ id, name }))

/** What people read of a course before they have it, and what it costs. */
export default function CourseDetails({ course }: { course: CourseRecord }) {
  if (!course.allowed.includes('update')) return <ReadOnly text={course.description} />
  return (
    <div className={styles.card}>
      <EditForm<CourseRecord>
        recordLabel="course"
        labels={labels}
        texts={{
          cover: (cover) => (cover ? 'A picture' : 'Drawn'),
          price: (price) => (price ? formatMoney(price as NonNullable<CourseRecord['price']>) : ''),
        }}
        successMessage={savedMessage}
        transform={tidy}
      >
        <div className={styles.pair}>
          <PlainTextInput source="title" label={labels.title} validate={required('Say what it is called')} />
          <PlainTextInput source="subtitle" label={labels.subtitle} />
        </div>
        <MarkdownInput source="description" label={labels.description} maxLetters={20_000} minRows={10} />
        <CoverInput label={labels.cover} />
        <div className={styles.pair}>
          <SelectInput
            margin="none"
            source="level"
            label={labels.level}
            choices={choicesOf(levelNames)}
            validate={required()}
            helperText={false}
          />
          <PlainTextInput
            source="language"
            label={labels.language}
            helperText="Such as en or pt-BR"
            validate={required('Say a language')}
          />
          <PriceInput source="price" label={labels.price} />
        </div>
        <CheckboxGroupInput source="clouds" label={labels.clouds} choices={choicesOf(cloudNames)} helperText={false} />
        <div className={styles.pair}>
          <LinesInput source="outcomes" label={labels.outcomes} />
          <LinesInput source="prerequisites" label={labels.prerequisites} />
          <LinesInput source="tags" label={labels.tags} />
        </div>
        <ArrayInput source="instructors" label={labels.instructors} helperText={false}>
          <SimpleFormIterator inline disableClear>
            <PlainTextInput source="name" label="Name" defaultValue="" validate={required('Say a name')} />
            <PlainTextInput source="title" label="What they are" defaultValue="" />
            <PlainTextInput source="bio" label="About them" defaultValue="" multiline fullWidth />
          </SimpleFormIterator>
        </ArrayInput>
        <div className={styles.pair}>
          <NumberInput
            source="estimated_hours"
            label={labels.estimated_hours}
            helperText={`Empty: what the lessons add up to, ${Math.round(course.computed_hours * 10) / 10}`}
            min={0}
          />
          <NumberInput source="access_days" label={labels.access_days} helperText="Empty: for ever" min={1} />
          <NumberInput
            source="position"
            label={labels.position}
            helperText="Low numbers come first in the catalogue"
            min={0}
            validate={required('Say a number')}
          />
        </div>
      </EditForm>
    </div>
  )
}

const tidy = (course: CourseRecord) => ({
  ...course,
  cover: course.cover?.name ?? null,
  outcomes: filled(course.outcomes),
  prerequisites: filled(course.prerequisites),
  tags: filled(course.tags),
})

/** What is published changes only once its draft is. */
export const savedMessage = ({ draft }: CourseRecord) =>
  draft ? 'Saved. Learners see it once you publish the changes.' : 'The course is saved'
